/** Image files of the open study that were downloaded whole. They live as long as the study is open. */
import { onStudyClosed } from './current-study.ts';
import { urlFor } from './signed-urls.ts';

/** Downloads under way at the same time. */
const PARALLEL = 3;

export interface DownloadProgress {
  done: number;
  files: number;
  bytes: number;
}

const files = new Map<string, Blob>();

onStudyClosed(() => {
  files.clear();
});

/** What the engine opens: the downloaded file, else its signed address, which it reads as a stream. Null when the store has no such file. */
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
export async function downloadFiles(
  filenames: readonly string[],
  onProgress: (progress: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const missing = filenames.filter((filename) => !files.has(filename));
  const failed: string[] = [];
  const progress: DownloadProgress = { done: 0, files: missing.length, bytes: 0 };
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let filename = queue.shift(); filename !== undefined && !signal.aborted; filename = queue.shift()) {
      try {
        const url = await urlFor(filename, 'dicom');
        if (url === null) throw new Error('The store has no such file.');
        const response = await fetch(url, { signal, credentials: 'omit' });
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const blob = await response.blob();
        files.set(filename, blob);
        progress.bytes += blob.size;
      } catch (error) {
        if (signal.aborted) return;
        console.warn(`${filename} was not downloaded.`, error);
        failed.push(filename);
      }
      progress.done += 1;
      onProgress({ ...progress });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return failed;
}
