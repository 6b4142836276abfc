import { useEffect, useState } from 'react';
import { urlFor } from '../../study/open-study.ts';

export type ViewerSource = { state: 'loading' } | { state: 'ready'; url: URL } | { state: 'failed'; reason: string };

/** The signed address of the file to show, asked for when the file is chosen. */
export function useViewerSource(filename: string | null): ViewerSource {
  const [source, setSource] = useState<{ filename: string | null; found: ViewerSource }>({ filename: null, found: { state: 'loading' } });
  useEffect(() => {
    if (filename === null) return;
    let here = true;
    urlFor(filename, 'dicom')
      .then((url) => {
        if (here) setSource({ filename, found: url === null ? { state: 'failed', reason: 'The file is not in the store any more.' } : { state: 'ready', url: new URL(url, window.location.href) } });
      })
      .catch((error: unknown) => { if (here) setSource({ filename, found: { state: 'failed', reason: error instanceof Error ? error.message : String(error) } }); });
    return () => { here = false; };
  }, [filename]);
  return source.filename === filename ? source.found : { state: 'loading' };
}
