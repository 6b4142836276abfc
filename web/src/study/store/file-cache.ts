/** Image files of the open study that were downloaded whole. They live as long as the study is open. */
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { counted } from '../../lib/counted-response.ts';
import { onStudyClosed } from './current-study.ts';
import { urlFor } from './signed-urls.ts';

/** Downloads under way at the same time. */
const PARALLEL = 3;

/** Bytes that arrive are shown this often at most, in ms. */
const SHOW_EVERY_MS = 100;

export interface DownloadProgress {
  /** Files that have arrived whole, or failed. */
  done: number;
  files: number;
  /** Bytes that have arrived, of files under way too. */
  bytes: number;
  /** Bytes of all these files. */
  totalBytes: number;
}

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
export async function downloadFiles(
  wanted: readonly Pick<StudyFile, 'filename' | 'size_bytes'>[],
  onProgress: (progress: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const missing = wanted.filter(({ filename }) => !files.has(filename));
  const failed: string[] = [];
  const totalBytes = missing.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const progress: DownloadProgress = { done: 0, files: missing.length, bytes: 0, totalBytes };
  let shownAt = 0;
  const show = (): void => {
    shownAt = performance.now();
    onProgress({ ...progress });
  };
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const { filename, size_bytes } = next;
      let arrived = 0;
      try {
        const url = await urlFor(filename, 'dicom');
        if (url === null) throw new Error('The store has no such file.');
        const response = await fetch(url, { signal, credentials: 'omit' });
        if (!response.ok) throw new Error(`The server returned status ${response.status}.`);
        const blob = await counted(response, (bytes) => {
          arrived += bytes;
          progress.bytes += bytes;
          if (performance.now() - shownAt >= SHOW_EVERY_MS) show();
        });
        files.set(filename, blob);
      } catch (error) {
        if (signal.aborted) return;
        console.warn(`${filename} was not downloaded.`, error);
        failed.push(filename);
        // The missing file does not count, so that the progress of the others ends at 100 %.
        progress.bytes -= arrived;
        progress.totalBytes -= size_bytes;
      }
      progress.done += 1;
      show();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return failed;
}
