/** Downloads of whole image files, some at a time. */
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { counted } from '../../lib/counted-response.ts';

/** Downloads under way at the same time. */
const PARALLEL = 3;

/** Bytes that arrive are shown this often at most, in ms. */
const SHOW_EVERY_MS = 100;

export type WantedFile = Pick<StudyFile, 'filename' | 'size_bytes'>;

export interface DownloadProgress {
  /** Files that have arrived whole, or failed. */
  done: number;
  files: number;
  /** Bytes that have arrived, of files under way too. */
  bytes: number;
  /** Bytes of all these files. */
  totalBytes: number;
}

export interface DownloadHooks {
  /** Signed address of a file; null where the store has none. */
  urlOf: (filename: string) => Promise<string | null>;
  keep: (filename: string, file: Blob) => void;
  onProgress: (progress: DownloadProgress) => void;
  signal: AbortSignal;
}

/** @returns names of the files that could not be downloaded */
export async function downloadEach(wanted: readonly WantedFile[], { urlOf, keep, onProgress, signal }: DownloadHooks): Promise<string[]> {
  const failed: string[] = [];
  const totalBytes = wanted.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const progress: DownloadProgress = { done: 0, files: wanted.length, bytes: 0, totalBytes };
  let shownAt = 0;
  const show = (): void => {
    shownAt = performance.now();
    onProgress({ ...progress });
  };
  const queue = [...wanted];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const { filename, size_bytes } = next;
      let arrived = 0;
      try {
        const url = await urlOf(filename);
        if (url === null) throw new Error('The store has no such file.');
        const response = await fetch(url, { signal, credentials: 'omit' });
        if (!response.ok) throw new Error(`The server returned status ${response.status}.`);
        const file = await counted(response, (bytes) => {
          arrived += bytes;
          progress.bytes += bytes;
          if (performance.now() - shownAt >= SHOW_EVERY_MS) show();
        });
        keep(filename, file);
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
