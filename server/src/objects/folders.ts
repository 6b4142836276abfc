import { close, fsync, open } from 'node:fs';
import { FOLDERS_SYNCED_AT_ONCE } from './limits.ts';

/** Files in a folder are durable only once the folder itself is. Without the objects of node:fs/promises: an import syncs hundreds a second. */
export const syncFolder = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    open(folder, 'r', (unopened, fd) => {
      if (unopened !== null) return reject(unopened);
      fsync(fd, (unsynced) => close(fd, (unclosed) => ((unsynced ?? unclosed) == null ? resolve() : reject(unsynced ?? unclosed))));
    });
  });

/** Makes folders durable, some at a time. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  const left = folders[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await syncFolder(next.value);
  };
  await Promise.all(Array.from({ length: FOLDERS_SYNCED_AT_ONCE }, lane));
}

/** Makes a folder durable; all who ask while it is being synced share the next time. */
export function sharedSync(folder: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    // A failed sync is reported to its own callers.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        running = syncFolder(folder);
        return running;
      });
    return next;
  };
}
