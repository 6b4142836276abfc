import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { complain } from '../console.ts';
import { sharedSync, syncFolder, syncFolders } from './folders.ts';
import { SETTLE_AFTER_MS, SETTLE_AT } from './limits.ts';

/** Hex SHA-256 of a file, or null when it is not there. */
export async function hashOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

const unlessAbsent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** Where objects come in: written aside, durable there, then in their place. */
export interface Landing {
  /** Writes an object; its bytes survive a crash once this resolves. Nothing is left of a try that fails. */
  write(key: string, fill: (handle: FileHandle) => Promise<void>): Promise<void>;
  /** Takes over an object that a thread wrote aside, durably; `isPlaced` where it gave it its place as well. */
  adopt(key: string, name: string, isPlaced: boolean): Promise<void>;
  /** Makes the folder of an object, durably. */
  prepare(key: string): Promise<void>;
  /** Ends what it is settling, and leaves the rest aside for the next start. */
  close(): Promise<void>;
}

/** The key that a name aside begins with, so that a start knows what it holds; null for other names. */
const keyNamed = (name: string): string | null => /^([0-9a-f]{64})\./.exec(name)?.[1] ?? null;

/**
 * An object is written aside and synced, the folder aside is synced once for all who wait, and the object gets a second name in
 * its place. Its name aside goes only after the folder of its place is durable: until then a crash leaves it aside, where the
 * next start finds it. So an object costs one sync, and folders are synced many at a time.
 */
export async function openLanding(aside: string, placeOf: (key: string) => string): Promise<Landing> {
  const syncAside = sharedSync(aside);
  /** Folders of places that are there after a crash. */
  const durable = new Set<string>();
  let landed: Array<{ key: string; name: string }> = [];
  let settling: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const makeFolder = (key: string): Promise<unknown> => {
    const folder = path.dirname(placeOf(key));
    return durable.has(folder) ? Promise.resolve() : mkdir(folder, { recursive: true, mode: 0o700 });
  };

  /** Makes folders durable. Another thread may have made one: the one above is synced until it was once with it. */
  const syncPlaces = async (folders: ReadonlySet<string>): Promise<void> => {
    const fresh = [...folders].filter((folder) => !durable.has(folder));
    await syncFolders([...folders, ...new Set(fresh.map((folder) => path.dirname(folder)))]);
    for (const folder of fresh) durable.add(folder);
  };

  const prepare = async (key: string): Promise<void> => {
    await makeFolder(key);
    const folder = path.dirname(placeOf(key));
    if (!durable.has(folder)) await syncPlaces(new Set([folder]));
  };

  const settleThese = async (these: typeof landed): Promise<void> => {
    await syncPlaces(new Set(these.map(({ key }) => path.dirname(placeOf(key)))));
    await Promise.all(these.map(({ name }) => unlink(path.join(aside, name)).catch(unlessAbsent)));
  };

  const settle = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    settling = settling.then(async () => {
      const these = landed;
      landed = [];
      // An object that cannot be settled stays aside, durable, and is settled at the next start.
      await settleThese(these).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') complain(`Objects stay in ${aside} until the next start: ${error.message}\n`);
      });
    });
    return settling;
  };

  const note = (key: string, name: string): void => {
    landed.push({ key, name });
    if (landed.length >= SETTLE_AT) void settle();
    else timer ??= setTimeout(() => void settle(), SETTLE_AFTER_MS).unref();
  };

  const move = async (key: string, from: string): Promise<void> => {
    await prepare(key);
    await rename(from, placeOf(key));
    await syncFolder(path.dirname(placeOf(key)));
  };

  /** Gives a durable object its place. */
  const place = async (key: string, name: string): Promise<void> => {
    const from = path.join(aside, name);
    try {
      await link(from, placeOf(key));
    } catch {
      // Damaged bytes are there, or the file system has no second names: moved, it is durable with its new folder.
      return move(key, from);
    }
    note(key, name);
  };

  /** Brings what a crash left aside to its place; what was not written to its end goes. */
  const recover = async (): Promise<void> => {
    for (const name of await readdir(aside)) {
      const from = path.join(aside, name);
      const key = keyNamed(name);
      const isWhole = key !== null && (await hashOfFile(from)) === key;
      if (isWhole && (await hashOfFile(placeOf(key))) === key) await settleThese([{ key, name }]);
      else if (isWhole) await move(key, from);
      else await rm(from, { recursive: true, force: true });
    }
  };

  await mkdir(aside, { recursive: true, mode: 0o700 });
  await recover();

  return {
    prepare,
    async adopt(key, name, isPlaced) {
      if (isPlaced) return note(key, name);
      const from = path.join(aside, name);
      try {
        await move(key, from);
      } catch (error) {
        await rm(from, { force: true });
        throw error;
      }
    },
    close: () => {
      clearTimeout(timer ?? undefined);
      return settling;
    },
    async write(key, fill) {
      const name = `${key}.${randomUUID()}`;
      const temporary = path.join(aside, name);
      try {
        const made = makeFolder(key);
        // Reported below, once the bytes are there.
        made.catch(() => undefined);
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await fill(handle);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await Promise.all([made, syncAside()]);
        await place(key, name);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
