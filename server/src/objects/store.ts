import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectsFolder, WrittenObject } from '@echometry/bindings/engine/api.ts';
import { objectPlace } from '@echometry/bindings/node/object-place.ts';
import { Damage, nullIfMissing } from '../errors.ts';
import { syncFolder } from './folders.ts';
import { keyOf } from './key-of.ts';
import { hashOfFile, type Landing, openLanding } from './landing.ts';
import { SOUND_ANSWERS } from './limits.ts';
import type { PresignedAs } from './s3-client.ts';
import { SteadyWriter } from './steady-file.ts';

/** Hex hash, the key of an object. */
const KEY = /^[0-9a-f]{64}$/;
export const isKey = (text: string): boolean => KEY.test(text);
/** A key that names no object: asking for it reaches the store and reads nothing. */
export const NO_OBJECT = '0'.repeat(64);

/** An object no record named, set apart. */
export interface Quarantined {
  key: string;
  size_bytes: number;
  /** When it was set apart, in ms since 1970 UTC. */
  since: number;
}

/** Reads objects and nothing else. */
export interface ObjectReader {
  /** The bytes from `start` to `end` inclusive, all by default; ENOENT when there is no such object. */
  read(key: string, range?: { start: number; end: number }): Readable;
}

export interface PutOptions {
  /** Hears of bytes that were not there before. */
  onWritten?: ((key: string) => void) | undefined;
  /** Hex SHA-256 of the bytes where the thread that made them computed it. */
  key?: string | undefined;
}

/** How the threads that make objects write them directly. */
export interface ThreadsWrite {
  readonly folder: ObjectsFolder;
  /** Takes over an object that a thread wrote; it is in its place once this resolves. */
  adopt(object: WrittenObject, onWritten?: (key: string) => void): Promise<void>;
}

/** Content-addressed bytes: what is stored never changes and is stored once. */
export interface ObjectStore extends ObjectReader {
  /** Keeps the bytes and returns their key, once they are safe on disk. */
  put(bytes: Uint8Array, options?: PutOptions): Promise<string>;
  /**
   * Keeps the bytes of an object whose key is known, once they are safe and hash to it. `open` returns them again for every try.
   */
  take(key: string, size: number, open: () => Readable | Uint8Array): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** Reaches the store; where the last write found no room, writes a little as well. @throws when nothing can be stored now */
  respond(): Promise<void>;
  /** Reads the bytes and returns whether they still hash to their key; false for damaged and for missing ones. */
  isSound(key: string): Promise<boolean>;
  /** What `isSound` found last; it is computed where there is no result yet. */
  wasSound(key: string): Promise<boolean>;
  /** Every key in the store, without the quarantine; with `before`, those stored before that time in ms. */
  keys(before?: number): AsyncIterable<string>;
  /** Removes an object for good; a store that several servers use leaves it for the quarantine. */
  remove(key: string): Promise<void>;
  /** Sets an object apart, where it is not served and is kept. */
  setApart(key: string, now: number): Promise<void>;
  /** Content of the quarantine, by key. */
  quarantined(): Promise<Quarantined[]>;
  /** Brings an object back; false when it is not in the quarantine. */
  bringBack(key: string): Promise<boolean>;
  /** Removes an object from the quarantine for good. */
  purge(key: string): Promise<void>;
  /** An address at which a browser reads the object from the store itself until `until`; null where the server passes it on. */
  presigned(key: string, as: PresignedAs, until: number): Promise<string | null>;
  /** Absent where objects are stored only by bytes. */
  readonly threads?: ThreadsWrite;
  close(): Promise<void>;
}

/** Path of an object below the root of a store. */
export function objectPath(root: string, key: string): string {
  if (!KEY.test(key)) throw new Error('Not an object key');
  return path.join(root, objectPlace(key));
}

/** Folders below the root of a store. */
const foldersOf = (root: string) => ({
  base: path.join(root, 'sha256'),
  quarantine: path.join(root, 'quarantine'),
  aside: path.join(root, 'incoming'),
});

/**
 * A store in a folder: `sha256/ab/cd/<hash>`, written aside and made durable before it is there (landing.ts).
 * `quarantine/<hash>` holds what no record names, with the time it was set apart as its modification time.
 */
export async function openFolderStore(root: string): Promise<ObjectStore> {
  const { base, quarantine, aside } = foldersOf(root);
  for (const folder of [base, quarantine]) await mkdir(folder, { recursive: true, mode: 0o700 });
  // Folders of the first level are there from the start, so that a new object makes one folder at most. Nothing waits for this process
  // yet, and without the thread pool all of them take a tenth of the time.
  const there = new Set(await readdir(base));
  const firstLevel = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
  for (const name of firstLevel) if (!there.has(name)) mkdirSync(path.join(base, name), { mode: 0o700 });
  await syncFolder(base);
  const landing = await openLanding(aside, (key) => objectPath(root, key));
  await syncFolder(root);
  return new FolderStore(root, landing);
}

class FolderStore implements ObjectStore {
  readonly #root: string;
  readonly #quarantine: string;
  readonly #landing: Landing;
  /** What `isSound` found, by key. */
  readonly #sound = new Map<string, Promise<boolean>>();
  readonly threads: ThreadsWrite;

  constructor(root: string, landing: Landing) {
    const { quarantine, aside } = foldersOf(root);
    this.#root = root;
    this.#quarantine = quarantine;
    this.#landing = landing;
    this.threads = { folder: { root, aside }, adopt: (object, onWritten) => this.#adopt(object, onWritten) };
  }

  async respond(): Promise<void> {
    await this.size(NO_OBJECT);
  }

  async size(key: string): Promise<number | null> {
    return stat(this.#placeOf(key)).then((s) => s.size, nullIfMissing);
  }

  isSound(key: string): Promise<boolean> {
    const found = hashOfFile(this.#placeOf(key)).then((hash) => hash === key);
    this.#remember(key, found);
    // A disk that failed to read may read again.
    found.catch(() => this.#sound.delete(key));
    return found;
  }

  wasSound(key: string): Promise<boolean> {
    return this.#sound.get(key) ?? this.isSound(key);
  }

  async put(bytes: Uint8Array, { onWritten, key: known }: PutOptions = {}): Promise<string> {
    const key = known ?? (await keyOf(bytes));
    // Bytes that went bad are written again: importing the image again heals it.
    if ((await this.size(key)) === bytes.byteLength && (await this.isSound(key))) return key;
    await this.#write(key, (handle) => new SteadyWriter(handle).write(bytes));
    onWritten?.(key);
    return key;
  }

  async take(key: string, _size: number, open: () => Readable | Uint8Array): Promise<void> {
    await this.#write(key, async (handle) => {
      const hash = createHash('sha256');
      const writer = new SteadyWriter(handle);
      const bytes = open();
      for await (const chunk of bytes instanceof Uint8Array ? [bytes] : (bytes as AsyncIterable<Buffer>)) {
        hash.update(chunk);
        await writer.write(chunk);
      }
      if (hash.digest('hex') !== key) throw new Damage(`The bytes of object ${key} do not hash to its key`);
    });
  }

  read(key: string, range?: { start: number; end: number }): Readable {
    return createReadStream(this.#placeOf(key), range);
  }

  async *keys(before?: number): AsyncGenerator<string> {
    const { base } = foldersOf(this.#root);
    for (const first of await readdir(base)) {
      for (const second of await readdir(path.join(base, first))) {
        for (const key of await readdir(path.join(base, first, second))) {
          if (!KEY.test(key)) continue;
          if (before === undefined || ((await stat(this.#placeOf(key)).catch(nullIfMissing))?.mtimeMs ?? before) < before) yield key;
        }
      }
    }
  }

  async remove(key: string): Promise<void> {
    this.#sound.delete(key);
    await rm(this.#placeOf(key), { force: true });
  }

  async setApart(key: string, now: number): Promise<void> {
    this.#sound.delete(key);
    const seconds = now / 1000;
    await utimes(this.#placeOf(key), seconds, seconds);
    await rename(this.#placeOf(key), this.#apartOf(key));
    await syncFolder(this.#quarantine);
  }

  async quarantined(): Promise<Quarantined[]> {
    const names = (await readdir(this.#quarantine)).filter((name) => KEY.test(name)).sort();
    return Promise.all(
      names.map(async (key) => {
        const { size: size_bytes, mtimeMs } = await stat(this.#apartOf(key));
        return { key, size_bytes, since: Math.round(mtimeMs) };
      }),
    );
  }

  async bringBack(key: string): Promise<boolean> {
    await this.#landing.prepare(key);
    const moved = await rename(this.#apartOf(key), this.#placeOf(key)).then(() => true, nullIfMissing);
    if (moved === null) return false;
    this.#sound.delete(key);
    await syncFolder(path.dirname(this.#placeOf(key)));
    return true;
  }

  purge(key: string): Promise<void> {
    return rm(this.#apartOf(key), { force: true });
  }

  async presigned(): Promise<null> {
    return null;
  }

  close(): Promise<void> {
    return this.#landing.close();
  }

  #placeOf(key: string): string {
    return objectPath(this.#root, key);
  }

  #apartOf(key: string): string {
    return path.join(this.#quarantine, path.basename(this.#placeOf(key)));
  }

  async #write(key: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    await this.#landing.write(key, fill);
    this.#remember(key, Promise.resolve(true));
  }

  async #adopt({ key, aside, isPlaced }: WrittenObject, onWritten?: (key: string) => void): Promise<void> {
    if (aside !== null) {
      // Whatever becomes of the rest, the object is there, or about to be.
      onWritten?.(key);
      await this.#landing.adopt(key, aside, isPlaced);
    }
    this.#remember(key, Promise.resolve(true));
  }

  #remember(key: string, found: Promise<boolean>): void {
    this.#sound.delete(key);
    this.#sound.set(key, found);
    const [oldest] = this.#sound.keys();
    if (this.#sound.size > SOUND_ANSWERS && oldest !== undefined) this.#sound.delete(oldest);
  }
}
