import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BucketSettings } from './bucket-settings.ts';
import type { SoundChecks } from './checks.ts';
import { SOUND_ANSWERS, SOUND_FOR_MS, STORE_RETRY_WAITS_MS } from './limits.ts';
import { keyOf } from './key-of.ts';
import { type PresignedAs, type S3Client, s3Client, type UploadedBytes } from './s3-client.ts';
import { isKey, NO_OBJECT, type ObjectReader, type ObjectStore, type PutOptions, type Quarantined } from './store.ts';
import { SIGNED_URL_MS } from '../limits.ts';
import { StoreFull, StoreUnavailable } from '../errors.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** A file that is written and removed again, to find out whether a full bucket has room. */
const PROBE_FILE = 'ready.probe';
const PROBE = Buffer.alloc(4096);

/** Place of an object below the prefix of a workspace: as in a folder. */
const placeBelow = (prefix: string, key: string): string => {
  if (!isKey(key)) throw new Error('Not an object key');
  return `${prefix}sha256/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
};

const missing = (key: string): NodeJS.ErrnoException => Object.assign(new Error(`The bucket has no object ${key}`), { code: 'ENOENT' });

/** The bytes of an object; a connection that breaks on the way is taken up where it broke. */
async function* bytesIn(client: S3Client, place: string, key: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
  let at = range?.start ?? 0;
  for (let broken = 0; ;) {
    const from = range !== undefined || at > 0 ? { start: at, ...(range === undefined ? {} : { end: range.end }) } : undefined;
    const response = await client.get(place, from);
    if (response === null) throw missing(key);
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        at += chunk.length;
        broken = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      broken += 1;
      if (broken > STORE_RETRY_WAITS_MS.length) throw new StoreUnavailable(`The object store broke off: ${messageOf(error)}`);
    }
  }
}

/** A stream of an object, or of a part of it. */
export const reading = (client: S3Client, place: string, key: string, range?: { start: number; end: number }): Readable =>
  Readable.from(bytesIn(client, place, key, range), { objectMode: false });

/** Reads the objects of a bucket and nothing else, for threads. */
export function bucketReader(settings: BucketSettings): ObjectReader {
  const client = s3Client(settings);
  return { read: (key, range) => reading(client, placeBelow(settings.prefix, key), key, range) };
}

async function lengthAndHash(bytes: Readable): Promise<{ length: number; sha256: string }> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    length += chunk.length;
  }
  return { length, sha256: hash.digest('hex') };
}

export interface BucketOptions {
  /** Remembers across starts and servers which objects were read back whole. */
  checks: SoundChecks;
  /** Others may use the bucket at the same time: what an import takes back is left for the quarantine. */
  shared: boolean;
  now?: () => number;
}

/**
 * A store in a bucket: `{prefix}sha256/ab/cd/<hash>`, and `{prefix}quarantine/<hash>/<ms>` for what no record names, with
 * the time it was set apart. Whatever is put is read back and compared before it counts.
 */
export const bucketStore = (settings: BucketSettings, options: BucketOptions): ObjectStore => new BucketStore(settings, options);

class BucketStore implements ObjectStore {
  readonly #settings: BucketSettings;
  readonly #checks: SoundChecks;
  readonly #shared: boolean;
  readonly #now: () => number;
  readonly #client: S3Client;
  /** Place of the quarantine. */
  readonly #apart: string;
  /** Results of `isSound` by key, with their times. */
  readonly #answers = new Map<string, { at: number; sound: Promise<boolean> }>();
  /** The last write found no room. */
  #isFull = false;

  constructor(settings: BucketSettings, { checks, shared, now = Date.now }: BucketOptions) {
    this.#settings = settings;
    this.#checks = checks;
    this.#shared = shared;
    this.#now = now;
    this.#client = s3Client(settings);
    this.#apart = `${settings.prefix}quarantine/`;
  }

  async size(key: string): Promise<number | null> {
    return (await this.#client.head(this.#placeOf(key)))?.size_bytes ?? null;
  }

  async respond(): Promise<void> {
    if (!this.#isFull) {
      await this.size(NO_OBJECT);
      return;
    }
    const place = this.#settings.prefix + PROBE_FILE;
    await this.#write(place, { sha256: await keyOf(PROBE), size_bytes: PROBE.byteLength, open: () => PROBE });
    await this.#client.remove(place);
  }

  isSound(key: string): Promise<boolean> {
    return this.#remember(key, this.#readBack(key));
  }

  wasSound(key: string): Promise<boolean> {
    const answer = this.#answers.get(key);
    if (answer !== undefined && this.#now() - answer.at < SOUND_FOR_MS) return answer.sound;
    return this.#remember(key, this.#isUnchangedOrSound(key));
  }

  async put(bytes: Uint8Array, { onWritten, key: known }: PutOptions = {}): Promise<string> {
    const key = known ?? (await keyOf(bytes));
    // Bytes that went bad are put again: importing the image again heals it.
    if ((await this.size(key)) === bytes.byteLength && (await this.isSound(key))) return key;
    await this.take(key, bytes.byteLength, () => bytes);
    onWritten?.(key);
    return key;
  }

  async take(key: string, size_bytes: number, open: () => Readable | Uint8Array): Promise<void> {
    await this.#write(this.#placeOf(key), { sha256: key, size_bytes, open });
    if (await this.isSound(key)) return;
    await this.#client.remove(this.#placeOf(key));
    throw new StoreUnavailable(`The object store ${this.#settings.endpoint} did not store what it received: object ${key}`);
  }

  read(key: string, range?: { start: number; end: number }): Readable {
    return reading(this.#client, this.#placeOf(key), key, range);
  }

  async *keys(before = Infinity): AsyncGenerator<string> {
    for await (const { key, stored_at } of this.#client.list(`${this.#settings.prefix}sha256/`)) {
      const name = key.slice(key.lastIndexOf('/') + 1);
      if (isKey(name) && key === this.#placeOf(name) && stored_at < before) yield name;
    }
  }

  async remove(key: string): Promise<void> {
    if (this.#shared) return;
    this.#answers.delete(key);
    await this.#checks.forget(key);
    await this.#client.remove(this.#placeOf(key));
  }

  async #write(place: string, bytes: UploadedBytes): Promise<void> {
    try {
      await this.#client.put(place, bytes);
      this.#isFull = false;
    } catch (error) {
      this.#isFull ||= error instanceof StoreFull;
      throw error;
    }
  }

  async setApart(key: string, at: number): Promise<void> {
    this.#answers.delete(key);
    const place = this.#placeOf(key);
    if (await this.#client.copy(place, `${this.#apart}${key}/${Math.round(at)}`)) await this.#client.remove(place);
    await this.#checks.forget(key);
  }

  async quarantined(): Promise<Quarantined[]> {
    const rows = new Map<string, Quarantined>();
    for await (const { key: place, size_bytes } of this.#client.list(this.#apart)) {
      const [key = '', since = ''] = place.slice(this.#apart.length).split('/');
      if (isKey(key) && /^[0-9]+$/.test(since)) rows.set(key, { key, size_bytes, since: Number(since) });
    }
    return [...rows.values()];
  }

  async bringBack(key: string): Promise<boolean> {
    const places = await this.#placesApart(key);
    const newest = places.at(-1);
    if (newest === undefined || !(await this.#client.copy(newest, this.#placeOf(key)))) return false;
    this.#answers.delete(key);
    await this.#dropAll(places);
    return true;
  }

  async purge(key: string): Promise<void> {
    await this.#dropAll(await this.#placesApart(key));
  }

  async presigned(key: string, as: PresignedAs, until: number): Promise<string | null> {
    if (this.#settings.access !== 'presigned') return null;
    return this.#client.presign(this.#placeOf(key), as, until - SIGNED_URL_MS, SIGNED_URL_MS);
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  #placeOf(key: string): string {
    return placeBelow(this.#settings.prefix, key);
  }

  #remember(key: string, sound: Promise<boolean>): Promise<boolean> {
    this.#answers.delete(key);
    this.#answers.set(key, { at: this.#now(), sound });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > SOUND_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    // A store that was away may be back at the next look.
    sound.catch(() => this.#answers.delete(key));
    return sound;
  }

  /** Reads it whole and keeps the outcome for everybody. */
  async #readBack(key: string): Promise<boolean> {
    const head = await this.#client.head(this.#placeOf(key));
    const found = head === null ? null : await lengthAndHash(this.read(key));
    const sound = head !== null && found?.sha256 === key && found.length === head.size_bytes;
    await (sound ? this.#checks.note(key, head, this.#now()) : this.#checks.forget(key));
    return sound;
  }

  async #isUnchangedOrSound(key: string): Promise<boolean> {
    const head = await this.#client.head(this.#placeOf(key));
    if (head === null) return false;
    const known = await this.#checks.find(key);
    const isUnchanged = known !== null && known.etag === head.etag && known.size_bytes === head.size_bytes;
    return isUnchanged || this.#readBack(key);
  }

  async #placesApart(key: string): Promise<string[]> {
    const places: string[] = [];
    if (!isKey(key)) return places;
    for await (const found of this.#client.list(`${this.#apart}${key}/`)) places.push(found.key);
    return places;
  }

  async #dropAll(places: readonly string[]): Promise<void> {
    for (const place of places) await this.#client.remove(place);
  }
}
