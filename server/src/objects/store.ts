import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectsFolder, WrittenObject } from '@echometry/bindings/engine/api.ts';
import { objectPlace } from '@echometry/bindings/node/object-place.ts';
import { Damage } from '../errors.ts';
import { syncFolder } from './folders.ts';
import { keyOf } from './key-of.ts';
import { hashOfFile, openLanding } from './landing.ts';
import { SOUND_ANSWERS } from './limits.ts';
import type { PresignedAs } from './s3-client.ts';

/** Hex hash, the key of an object. */
const KEY = /^[0-9a-f]{64}$/;
export const isKey = (text: string): boolean => KEY.test(text);

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

const orNullWhereAbsent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Path of an object below the root of a store. */
export function objectPath(root: string, key: string): string {
  if (!KEY.test(key)) throw new Error('Not an object key');
  return path.join(root, objectPlace(key));
}

/**
 * A store in a folder: `sha256/ab/cd/<hash>`, written aside and made durable before it is there (landing.ts).
 * `quarantine/<hash>` holds what no record names, with the time it was set apart as its modification time.
 */
export async function openFolderStore(root: string): Promise<ObjectStore> {
  const base = path.join(root, 'sha256');
  const quarantine = path.join(root, 'quarantine');
  for (const folder of [base, quarantine]) await mkdir(folder, { recursive: true, mode: 0o700 });
  // Folders of the first level are there from the start, so that a new object makes one folder at most.
  const firstLevel = Array.from({ length: 256 }, (_, n) => path.join(base, n.toString(16).padStart(2, '0')));
  for (const folder of firstLevel) await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(base);
  const placeOf = (key: string): string => objectPath(root, key);
  const apartOf = (key: string): string => path.join(quarantine, path.basename(placeOf(key)));
  const aside = path.join(root, 'incoming');
  const landing = await openLanding(aside, placeOf);
  await syncFolder(root);
  const sound = new Map<string, Promise<boolean>>();

  const size = async (key: string): Promise<number | null> => stat(placeOf(key)).then((s) => s.size, orNullWhereAbsent);

  const remember = (key: string, found: Promise<boolean>): void => {
    sound.delete(key);
    sound.set(key, found);
    const [oldest] = sound.keys();
    if (sound.size > SOUND_ANSWERS && oldest !== undefined) sound.delete(oldest);
  };

  const isSound = (key: string): Promise<boolean> => {
    const found = hashOfFile(placeOf(key)).then((hash) => hash === key);
    remember(key, found);
    // A disk that failed to read may read again.
    found.catch(() => sound.delete(key));
    return found;
  };

  const write: typeof landing.write = async (key, fill) => {
    await landing.write(key, fill);
    remember(key, Promise.resolve(true));
  };

  return {
    size,
    isSound,
    wasSound: (key) => sound.get(key) ?? isSound(key),
    async put(bytes, { onWritten, key: known } = {}) {
      const key = known ?? (await keyOf(bytes));
      // Bytes that went bad are written again: importing the image again heals it.
      if ((await size(key)) === bytes.byteLength && (await isSound(key))) return key;
      await write(key, (handle) => handle.writeFile(bytes));
      onWritten?.(key);
      return key;
    },
    async take(key, _size, open) {
      await write(key, async (handle) => {
        const hash = createHash('sha256');
        const bytes = open();
        for await (const chunk of bytes instanceof Uint8Array ? [bytes] : (bytes as AsyncIterable<Buffer>)) {
          hash.update(chunk);
          await handle.writeFile(chunk);
        }
        if (hash.digest('hex') !== key) throw new Damage(`The bytes of object ${key} do not hash to its key`);
      });
    },
    read: (key, range) => createReadStream(placeOf(key), range),
    async *keys(before) {
      for (const first of await readdir(base)) {
        for (const second of await readdir(path.join(base, first))) {
          for (const key of await readdir(path.join(base, first, second))) {
            if (!KEY.test(key)) continue;
            if (before === undefined || ((await stat(placeOf(key)).catch(orNullWhereAbsent))?.mtimeMs ?? before) < before) yield key;
          }
        }
      }
    },
    async remove(key) {
      sound.delete(key);
      await rm(placeOf(key), { force: true });
    },
    async setApart(key, now) {
      sound.delete(key);
      const seconds = now / 1000;
      await utimes(placeOf(key), seconds, seconds);
      await rename(placeOf(key), apartOf(key));
      await syncFolder(quarantine);
    },
    async quarantined() {
      const names = (await readdir(quarantine)).filter((name) => KEY.test(name)).sort();
      return Promise.all(
        names.map(async (key) => {
          const { size: size_bytes, mtimeMs } = await stat(apartOf(key));
          return { key, size_bytes, since: Math.round(mtimeMs) };
        }),
      );
    },
    async bringBack(key) {
      await landing.prepare(key);
      const moved = await rename(apartOf(key), placeOf(key)).then(() => true, orNullWhereAbsent);
      if (moved === null) return false;
      sound.delete(key);
      await syncFolder(path.dirname(placeOf(key)));
      return true;
    },
    purge: (key) => rm(apartOf(key), { force: true }),
    presigned: async () => null,
    threads: {
      folder: { root, aside },
      async adopt({ key, aside: name, isPlaced }, onWritten) {
        if (name !== null) {
          // Whatever becomes of the rest, the object is there, or about to be.
          onWritten?.(key);
          await landing.adopt(key, name, isPlaced);
        }
        remember(key, Promise.resolve(true));
      },
    },
    close: () => landing.close(),
  };
}
