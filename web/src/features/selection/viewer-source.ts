import { useEffect, useState } from 'react';
import { sourceOf } from '../../study/file-cache.ts';
import type { ViewerSource } from '../../viewer/viewer.tsx';

/** Where the viewer reads the chosen file: from memory when it was downloaded, else from its signed address. */
export function useViewerSource(filename: string | null): ViewerSource {
  const [source, setSource] = useState<{ filename: string | null; found: ViewerSource }>({ filename: null, found: { state: 'loading' } });
  useEffect(() => {
    if (filename === null) return;
    let here = true;
    sourceOf(filename)
      .then((from) => {
        if (here) setSource({ filename, found: from === null ? { state: 'failed', reason: 'The file is not in the store any more.' } : { state: 'ready', from } });
      })
      .catch((error: unknown) => { if (here) setSource({ filename, found: { state: 'failed', reason: error instanceof Error ? error.message : String(error) } }); });
    return () => { here = false; };
  }, [filename]);
  return source.filename === filename ? source.found : { state: 'loading' };
}
