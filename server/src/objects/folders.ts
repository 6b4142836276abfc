import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** What was written into a folder is only durable once the folder itself is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder durable; all who ask while it is being synced share the next time. */
export function sharedSync(folder: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
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

/** A folder that is being made, or was. */
interface Made {
  /** It is there. */
  made: Promise<unknown>;
  /** It is still there after a crash. */
  durable: () => Promise<void>;
}

/** Makes folders once; `durable` syncs the folder above one that was not there before. */
export function folderMaker(): (folder: string) => Made {
  const folders = new Map<string, Made>();
  return (folder) => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const isNew = mkdir(folder, { recursive: true, mode: 0o700 }).then((first) => first !== undefined);
    let synced: Promise<void> | null = null;
    const forget = (): void => void folders.delete(folder);
    const making: Made = {
      made: isNew,
      durable: () => {
        synced ??= isNew.then((is) => (is ? syncFolder(path.dirname(folder)) : undefined));
        // Whoever needs the folder is told; the next one tries again.
        synced.catch(forget);
        return synced;
      },
    };
    folders.set(folder, making);
    isNew.catch(forget);
    return making;
  };
}
