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

interface Landed {
  key: string;
  name: string;
}

/**
 * An object is written aside and synced, the folder aside is synced once for all who wait, and the object gets a second name in
 * its place. Its name aside goes only after the folder of its place is durable: until then a crash leaves it aside, where the
 * next start finds it. So an object costs one sync, and folders are synced many at a time.
 */
export async function openLanding(aside: string, placeOf: (key: string) => string): Promise<Landing> {
  const landing = new FolderLanding(aside, placeOf);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await landing.recover();
  return landing;
}

class FolderLanding implements Landing {
  readonly #aside: string;
  readonly #placeOf: (key: string) => string;
  readonly #syncAside: () => Promise<void>;
  /** Folders of places that are there after a crash. */
  readonly #durable = new Set<string>();
  #landed: Landed[] = [];
  #settling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(aside: string, placeOf: (key: string) => string) {
    this.#aside = aside;
    this.#placeOf = placeOf;
    this.#syncAside = sharedSync(aside);
  }

  async write(key: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    const name = `${key}.${randomUUID()}`;
    const temporary = path.join(this.#aside, name);
    try {
      const made = this.#makeFolder(key);
      // Reported below, once the bytes are there.
      made.catch(() => undefined);
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await fill(handle);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await Promise.all([made, this.#syncAside()]);
      await this.#place(key, name);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async adopt(key: string, name: string, isPlaced: boolean): Promise<void> {
    if (isPlaced) return this.#note(key, name);
    const from = path.join(this.#aside, name);
    try {
      await this.#move(key, from);
    } catch (error) {
      await rm(from, { force: true });
      throw error;
    }
  }

  async prepare(key: string): Promise<void> {
    await this.#makeFolder(key);
    const folder = path.dirname(this.#placeOf(key));
    if (!this.#durable.has(folder)) await this.#syncPlaces(new Set([folder]));
  }

  close(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    return this.#settling;
  }

  /** Brings what a crash left aside to its place; what was not written to its end goes. */
  async recover(): Promise<void> {
    for (const name of await readdir(this.#aside)) {
      const from = path.join(this.#aside, name);
      const key = keyNamed(name);
      const isWhole = key !== null && (await hashOfFile(from)) === key;
      if (isWhole && (await hashOfFile(this.#placeOf(key))) === key) await this.#settleThese([{ key, name }]);
      else if (isWhole) await this.#move(key, from);
      else await rm(from, { recursive: true, force: true });
    }
  }

  #makeFolder(key: string): Promise<unknown> {
    const folder = path.dirname(this.#placeOf(key));
    return this.#durable.has(folder) ? Promise.resolve() : mkdir(folder, { recursive: true, mode: 0o700 });
  }

  /** Makes folders durable. Another thread may have made one: the one above is synced until it was once with it. */
  async #syncPlaces(folders: ReadonlySet<string>): Promise<void> {
    const fresh = [...folders].filter((folder) => !this.#durable.has(folder));
    await syncFolders([...folders, ...new Set(fresh.map((folder) => path.dirname(folder)))]);
    for (const folder of fresh) this.#durable.add(folder);
  }

  /** Gives a durable object its place. */
  async #place(key: string, name: string): Promise<void> {
    const from = path.join(this.#aside, name);
    try {
      await link(from, this.#placeOf(key));
    } catch {
      // Damaged bytes are there, or the file system has no second names: moved, it is durable with its new folder.
      return this.#move(key, from);
    }
    this.#note(key, name);
  }

  async #move(key: string, from: string): Promise<void> {
    await this.prepare(key);
    await rename(from, this.#placeOf(key));
    await syncFolder(path.dirname(this.#placeOf(key)));
  }

  #note(key: string, name: string): void {
    this.#landed.push({ key, name });
    if (this.#landed.length >= SETTLE_AT) this.#settle();
    else this.#timer ??= setTimeout(() => this.#settle(), SETTLE_AFTER_MS).unref();
  }

  #settle(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#settling = this.#settling.then(async () => {
      const these = this.#landed;
      this.#landed = [];
      // An object that cannot be settled stays aside, durable, and is settled at the next start.
      await this.#settleThese(these).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') complain(`Objects stay in ${this.#aside} until the next start: ${error.message}\n`);
      });
    });
  }

  async #settleThese(these: readonly Landed[]): Promise<void> {
    await this.#syncPlaces(new Set(these.map(({ key }) => path.dirname(this.#placeOf(key)))));
    await Promise.all(these.map(({ name }) => unlink(path.join(this.#aside, name)).catch(unlessAbsent)));
  }
}
