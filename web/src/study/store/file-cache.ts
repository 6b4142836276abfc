/** Image files of the open study that were downloaded whole. They live as long as the study is open. */
import { onStudyClosed } from './current-study.ts';
import { downloadEach, type DownloadProgress, type WantedFile } from './download-each.ts';
import { urlFor } from './signed-urls.ts';

const files = new Map<string, Blob>();

onStudyClosed(() => {
  files.clear();
});

/**
 * Source for the engine: the downloaded file, else its signed address, which it reads as a stream. Null when the store has no
 * such file.
 */
export async function sourceOf(filename: string): Promise<Blob | URL | null> {
  const kept = files.get(filename);
  if (kept) return kept;
  const url = await urlFor(filename, 'dicom');
  return url === null ? null : new URL(url, window.location.href);
}

/**
 * Downloads the files that are not here yet. A file that fails is left out and named: the viewer asks for it again.
 * @returns names of the files that could not be downloaded
 */
export const downloadFiles = (
  wanted: readonly WantedFile[],
  onProgress: (progress: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<string[]> =>
  downloadEach(
    wanted.filter(({ filename }) => !files.has(filename)),
    {
      urlOf: (filename) => urlFor(filename, 'dicom'),
      keep: (filename, blob) => void files.set(filename, blob),
      onProgress,
      signal,
    },
  );
