import { useEffect, useState } from 'react';
import { loadConfig } from '../../lib/config.ts';

/** Names of the image types of the configuration. */
export function useImageTypes(project: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isHere = true;
    loadConfig(project)
      .then(({ imageTypes }) => {
        if (isHere) setNames(imageTypes.map(({ type }) => type));
      })
      // The filter then offers only everything, and the server reports the fault of its configuration.
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [project]);
  return names;
}
