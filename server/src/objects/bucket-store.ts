import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BucketSettings } from './bucket-settings.ts';
import type { SoundChecks } from './checks.ts';
import { SOUND_ANSWERS, SOUND_FOR_MS, STORE_RETRY_WAITS_MS } from './limits.ts';
import { keyOf } from './key-of.ts';
import { type ObjectHead, type S3Client, s3Client } from './s3-client.ts';
import { isKey, type ObjectReader, type ObjectStore, type Quarantined } from './store.ts';
import { SIGNED_URL_MS } from '../limits.ts';
import { StoreUnavailable } from '../errors.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

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
export function bucketStore(settings: BucketSettings, { checks, shared, now = Date.now }: BucketOptions): ObjectStore {
  const client = s3Client(settings);
  const { prefix } = settings;
  const placeOf = (key: string): string => placeBelow(prefix, key);
  const apart = `${prefix}quarantine/`;
  /** Results of `isSound` by key, with their times. */
  const answers = new Map<string, { at: number; sound: Promise<boolean> }>();

  const remember = (key: string, sound: Promise<boolean>): Promise<boolean> => {
    answers.delete(key);
    answers.set(key, { at: now(), sound });
    const [oldest] = answers.keys();
    if (answers.size > SOUND_ANSWERS && oldest !== undefined) answers.delete(oldest);
    // A store that was away may be back at the next look.
    sound.catch(() => answers.delete(key));
    return sound;
  };

  /** Reads it whole and keeps the outcome for everybody. */
  const readBack = async (key: string): Promise<boolean> => {
    const head = await client.head(placeOf(key));
    const found = head === null ? null : await lengthAndHash(reading(client, placeOf(key), key));
    const sound = head !== null && found?.sha256 === key && found.length === head.size_bytes;
    await (sound ? checks.note(key, head, now()) : checks.forget(key));
    return sound;
  };

  const isUnchanged = async (key: string, head: ObjectHead): Promise<boolean> => {
    const known = await checks.find(key);
    return known !== null && known.etag === head.etag && known.size_bytes === head.size_bytes;
  };

  const isSound = (key: string): Promise<boolean> => remember(key, readBack(key));

  const wasSound = (key: string): Promise<boolean> => {
    const answer = answers.get(key);
    if (answer !== undefined && now() - answer.at < SOUND_FOR_MS) return answer.sound;
    const asked = async (): Promise<boolean> => {
      const head = await client.head(placeOf(key));
      return head !== null && ((await isUnchanged(key, head)) || (await readBack(key)));
    };
    return remember(key, asked());
  };

  const size = async (key: string): Promise<number | null> => (await client.head(placeOf(key)))?.size_bytes ?? null;

  const take = async (key: string, size_bytes: number, open: () => Readable | Uint8Array): Promise<void> => {
    await client.put(placeOf(key), { sha256: key, size_bytes, open });
    if (await isSound(key)) return;
    await client.remove(placeOf(key));
    throw new StoreUnavailable(`The object store ${settings.endpoint} did not keep what it was given: object ${key}`);
  };

  const placesApart = async (key: string): Promise<string[]> => {
    const places: string[] = [];
    for await (const found of client.list(`${apart}${key}/`)) places.push(found.key);
    return places;
  };

  const dropAll = async (places: readonly string[]): Promise<void> => {
    for (const place of places) await client.remove(place);
  };

  return {
    size,
    isSound,
    wasSound,
    take,
    read: (key, range) => reading(client, placeOf(key), key, range),
    async put(bytes, { onWritten, key: known } = {}) {
      const key = known ?? (await keyOf(bytes));
      // Bytes that went bad are put again: importing the image again heals it.
      if ((await size(key)) === bytes.byteLength && (await isSound(key))) return key;
      await take(key, bytes.byteLength, () => bytes);
      onWritten?.(key);
      return key;
    },
    async *keys(before = Infinity) {
      for await (const { key, stored_at } of client.list(`${prefix}sha256/`)) {
        const name = key.slice(key.lastIndexOf('/') + 1);
        if (isKey(name) && key === placeOf(name) && stored_at < before) yield name;
      }
    },
    async remove(key) {
      if (shared) return;
      answers.delete(key);
      await checks.forget(key);
      await client.remove(placeOf(key));
    },
    async setApart(key, at) {
      answers.delete(key);
      if (await client.copy(placeOf(key), `${apart}${key}/${Math.round(at)}`)) await client.remove(placeOf(key));
      await checks.forget(key);
    },
    async quarantined() {
      const rows = new Map<string, Quarantined>();
      for await (const { key: place, size_bytes } of client.list(apart)) {
        const [key = '', since = ''] = place.slice(apart.length).split('/');
        if (isKey(key) && /^[0-9]+$/.test(since)) rows.set(key, { key, size_bytes, since: Number(since) });
      }
      return [...rows.values()];
    },
    async bringBack(key) {
      const places = isKey(key) ? await placesApart(key) : [];
      const newest = places.at(-1);
      if (newest === undefined || !(await client.copy(newest, placeOf(key)))) return false;
      answers.delete(key);
      await dropAll(places);
      return true;
    },
    purge: async (key) => dropAll(isKey(key) ? await placesApart(key) : []),
    presigned: async (key, as, until) =>
      settings.access === 'presigned' ? client.presign(placeOf(key), as, until - SIGNED_URL_MS, SIGNED_URL_MS) : null,
    close: async () => client.close(),
  };
}
