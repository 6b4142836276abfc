import { useEffect, useState } from 'react';
import { loadConfig } from '../../lib/config.ts';

/**
 * Names of the image types of a project's configuration; none while they cannot be read, which the table of requirements reports.
 */
export function useTypeNames(dbName: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isHere = true;
    loadConfig(dbName)
      .then(({ imageTypes }) => {
        if (isHere) setNames(imageTypes.map(({ type }) => type));
      })
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [dbName]);
  return names;
}
