import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Hex hash, the key of an object. */
const KEY = /^[0-9a-f]{64}$/;

/** Content-addressed bytes: what is stored never changes and is stored once. */
export interface ObjectStore {
  /** Keeps the bytes and answers their key, once they are safe on disk. */
  put(bytes: Uint8Array): Promise<string>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** The bytes from `start` to `end` inclusive, all by default. */
  read(key: string, range?: { start: number; end: number }): ReadStream;
  /** Removes what the predicate does not keep; answers how many. */
  sweep(keep: (key: string) => boolean): Promise<number>;
}

/** Rename is only durable once the folder itself is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A store in a folder: `sha256/ab/cd/<hash>`, written aside, synced and moved in whole; temporaries of a crash are swept at opening. */
export async function openFolderStore(root: string): Promise<ObjectStore> {
  const aside = path.join(root, 'incoming');
  const base = path.join(root, 'sha256');
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await mkdir(base, { recursive: true, mode: 0o700 });
  // Folders of the first level are there from the start, so that a new object makes one folder at most.
  const firstLevel = Array.from({ length: 256 }, (_, n) => path.join(base, n.toString(16).padStart(2, '0')));
  for (const folder of firstLevel) await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(base);
  const known = new Set<string>();

  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('Not an object key');
    return path.join(base, key.slice(0, 2), key.slice(2, 4), key);
  };

  const folderFor = async (key: string): Promise<string> => {
    const folder = path.dirname(placeOf(key));
    if (!known.has(folder)) {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(path.dirname(folder));
      known.add(folder);
    }
    return folder;
  };

  const size = async (key: string): Promise<number | null> =>
    stat(placeOf(key)).then((s) => s.size, (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });

  return {
    size,
    async put(bytes) {
      const key = createHash('sha256').update(bytes).digest('hex');
      if ((await size(key)) === bytes.byteLength) return key;
      const folder = await folderFor(key);
      const temporary = path.join(aside, randomUUID());
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, placeOf(key));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(folder);
      return key;
    },
    read: (key, range) => createReadStream(placeOf(key), range),
    async sweep(keep) {
      let removed = 0;
      for (const first of await readdir(base)) {
        for (const second of await readdir(path.join(base, first))) {
          for (const key of await readdir(path.join(base, first, second))) {
            if (keep(key)) continue;
            await rm(path.join(base, first, second, key), { force: true });
            removed += 1;
          }
        }
      }
      return removed;
    },
  };
}
