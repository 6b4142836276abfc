/** A worker of Node writes objects directly into their folder, so that their bytes go through no other thread. */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, fsync, linkSync, mkdirSync, open, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DirectFiles } from './direct-files.ts';
import { objectPlace } from './object-place.ts';
import type { ObjectsFolder, WrittenObject } from '../engine/api.ts';

/** Bytes that one system call writes, and that may wait for the disk: a commit of the server's database waits for all of them. */
const AT_ONCE_BYTES = 8 * 1024 ** 2;
/** Bytes that are hashed at once of an object that is there already. */
const HASHED_AT_ONCE_BYTES = 1024 ** 2;

/** An object that is to be kept. */
interface Content {
  /** Hex SHA-256 of the bytes. */
  key: string;
  bytes: Uint8Array;
}

/** An object whose bytes are in a file that is not durable yet. */
interface Aside {
  key: string;
  size: number;
  name: string;
  fd: number;
  /** Resolves when all bytes are in the file, which must stay open until this settles. */
  written: Promise<void>;
}

/** Writes a file to its end; of a large one each part is on the disk before the next. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(fd, bytes, at, Math.min(AT_ONCE_BYTES, bytes.length - at));
    if (at < bytes.length) fdatasyncSync(fd);
  }
}

/** For a file that was written synchronously. */
const DONE = Promise.resolve();

const synced = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fsync(fd, (error) => (error === null ? resolve() : reject(error)));
  });

const opened = (place: string): Promise<number> =>
  new Promise((resolve, reject) => {
    open(place, 'r', (error, fd) => (error === null ? resolve(fd) : reject(error)));
  });

/** The bytes are in their place already, and still hash to their key. */
function isThere(place: string, key: string, size: number): boolean {
  if (statSync(place, { throwIfNoEntry: false })?.size !== size) return false;
  const fd = openSync(place, 'r');
  try {
    const hash = createHash('sha256');
    const piece = new Uint8Array(Math.min(size, HASHED_AT_ONCE_BYTES));
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) hash.update(piece.subarray(0, read));
    return hash.digest('hex') === key;
  } finally {
    closeSync(fd);
  }
}

/**
 * The half of the store's landing (server/src/objects/landing.ts) that writes: aside, durable there, then a second name in
 * the place. The store settles what this returns.
 */
export class ObjectFiles {
  readonly #folder: ObjectsFolder;
  readonly #direct: DirectFiles;
  #syncing: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | null = null;

  constructor(folder: ObjectsFolder) {
    this.#folder = folder;
    this.#direct = new DirectFiles(folder.aside);
  }

  /**
   * Writes objects whose bytes survive a crash once this resolves; where it fails nothing of them is left. The bytes are
   * read before this returns, and not afterwards.
   */
  async put(contents: readonly Content[]): Promise<WrittenObject[]> {
    const sizes = contents.map(({ bytes }) => bytes.length);
    const asides: Array<Aside | null> = [];
    try {
      for (const content of contents) asides.push(this.#writeAside(content));
      await this.#makeDurable(asides.filter((one) => one !== null));
    } catch (error) {
      // No file is closed, and its descriptor used again, while the system still writes it.
      await Promise.allSettled(asides.flatMap((one) => one?.written ?? []));
      for (const one of asides) if (one !== null) rmSync(this.#aside(one.name), { force: true });
      throw error;
    } finally {
      for (const one of asides) if (one !== null) closeSync(one.fd);
    }
    return contents.map(({ key }, index) => {
      const aside = asides[index] ?? null;
      return { key, size_bytes: sizes[index] ?? 0, aside: aside?.name ?? null, isPlaced: aside === null || this.#place(aside) };
    });
  }

  async #makeDurable(asides: readonly Aside[]): Promise<void> {
    if (asides.length === 0) return;
    // Each is waited for, so that none is closed while it is being synced.
    const ends = await Promise.allSettled(asides.map(({ fd, written }) => written.then(() => synced(fd))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await this.#syncAside();
  }

  #aside(name: string): string {
    return path.join(this.#folder.aside, name);
  }

  /** Writes an object aside; null where it is in its place. */
  #writeAside({ key, bytes }: Content): Aside | null {
    const size = bytes.length;
    if (isThere(path.join(this.#folder.root, objectPlace(key)), key, size)) return null;
    const name = `${key}.${randomUUID()}`;
    const begun = this.#direct.begin(name, bytes);
    if (begun !== null) return { key, size, name, ...begun };
    const fd = openSync(this.#aside(name), 'wx', 0o600);
    try {
      writeAll(fd, bytes);
      return { key, size, name, fd, written: DONE };
    } catch (error) {
      closeSync(fd);
      rmSync(this.#aside(name), { force: true });
      throw error;
    }
  }

  /** Gives a durable object its place; false where only moving it there helps. */
  #place({ key, name }: Aside): boolean {
    const place = path.join(this.#folder.root, objectPlace(key));
    try {
      mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
      linkSync(this.#aside(name), place);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes the folder aside durable; all who ask while it is being synced share the next time. */
  #syncAside(): Promise<void> {
    // The callers of the sync before get its failure; this one only waits for its end.
    this.#nextSync ??= this.#syncing
      .catch(() => undefined)
      .then(() => {
        this.#nextSync = null;
        this.#syncing = this.#syncFolder();
        return this.#syncing;
      });
    return this.#nextSync;
  }

  async #syncFolder(): Promise<void> {
    const fd = await opened(this.#folder.aside);
    try {
      await synced(fd);
    } finally {
      closeSync(fd);
    }
  }
}
