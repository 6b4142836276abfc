import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { foreignClient, freshBucket, hasS3 } from '../../test/s3.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { bucketStore } from './bucket-store.ts';
import type { SoundCheck, SoundChecks } from './checks.ts';
import { objectPath, type ObjectStore, openFolderStore } from './store.ts';

const AS = { type: 'application/dicom', cacheControl: 'private', disposition: 'attachment' };
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** More than one buffer of any stream, and never the same. */
const someBytes = (): Buffer => randomBytes(200_000);

interface Made {
  store: ObjectStore;
  /** A store over the same objects, as after a new start. */
  anew: () => Promise<ObjectStore>;
  /** The bytes as they are kept, read by another program; null where there are none. */
  stored: (key: string) => Promise<Buffer | null>;
  damage: (key: string) => Promise<void>;
}

function memory(): SoundChecks {
  const rows = new Map<string, SoundCheck>();
  return {
    find: (key) => Promise.resolve(rows.get(key) ?? null),
    note: (key, check) => Promise.resolve(void rows.set(key, check)),
    forget: (key) => Promise.resolve(void rows.delete(key)),
  };
}

async function folder(): Promise<Made> {
  const root = await temporaryFolder('objects');
  return {
    store: await openFolderStore(root),
    anew: () => openFolderStore(root),
    stored: (key) => readFile(objectPath(root, key)).catch(() => null),
    damage: (key) => writeFile(objectPath(root, key), 'other bytes'),
  };
}

async function bucket(): Promise<Made> {
  const settings = await freshBucket();
  const checks = memory();
  const open = () => bucketStore(settings, { checks, shared: false });
  const client = foreignClient();
  const place = (key: string) => `${settings.endpoint}/${settings.bucket}/${objectPath('echometry', key)}`;
  return {
    store: open(),
    anew: () => Promise.resolve(open()),
    stored: async (key) => {
      const response = await client.fetch(place(key));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
    },
    damage: async (key) => void (await client.fetch(place(key), { method: 'PUT', body: 'other bytes' })),
  };
}

const STORES = [{ name: 'a folder', make: folder }, ...(hasS3() ? [{ name: 'a bucket', make: bucket }] : [])];

async function keysOf(store: ObjectStore, before?: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys(before)) keys.push(key);
  return keys.sort();
}

describe.each(STORES)('objects in $name', ({ make }) => {
  it('are kept byte for byte under their hash, once', async () => {
    const { store, stored } = await make();
    const bytes = someBytes();
    const written: string[] = [];
    const key = await store.put(bytes, { onWritten: (one) => written.push(one) });
    expect(key).toBe(sha256(bytes));
    expect(await store.put(bytes, { onWritten: (one) => written.push(one) })).toBe(key);
    expect(written).toEqual([key]);
    expect((await stored(key))?.equals(bytes)).toBe(true);
    expect(await store.size(key)).toBe(bytes.length);
  });

  it('are read whole and in parts', async () => {
    const { store } = await make();
    const bytes = someBytes();
    const key = await store.put(bytes);
    expect((await buffer(store.read(key))).equals(bytes)).toBe(true);
    expect((await buffer(store.read(key, { start: 70_001, end: 140_000 }))).equals(bytes.subarray(70_001, 140_001))).toBe(true);
    expect((await buffer(store.read(key, { start: 199_999, end: 300_000 }))).equals(bytes.subarray(199_999))).toBe(true);
  });

  it('that are not there have no size, are not sound and cannot be read', async () => {
    const { store } = await make();
    const key = sha256(Buffer.from('nothing'));
    expect([await store.size(key), await store.isSound(key), await store.wasSound(key)]).toEqual([null, false, false]);
    await expect(buffer(store.read(key))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that were damaged are found at the first look after a start, and heal when they are stored again', async () => {
    const { store, anew, damage } = await make();
    const bytes = someBytes();
    const key = await store.put(bytes);
    expect(await store.wasSound(key)).toBe(true);
    await damage(key);
    const later = await anew();
    expect(await later.wasSound(key)).toBe(false);
    expect(await later.put(bytes)).toBe(key);
    expect([await later.wasSound(key), await later.isSound(key)]).toEqual([true, true]);
  });

  it('are taken as a stream whose bytes hash to the key, and refused with nothing left where they do not', async () => {
    const { store, stored } = await make();
    const bytes = someBytes();
    const key = sha256(bytes);
    await store.take(key, bytes.length, () => Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
    expect((await stored(key))?.equals(bytes)).toBe(true);
    const other = sha256(Buffer.from('promised'));
    await expect(store.take(other, 5, () => Buffer.from('given'))).rejects.toThrow(/hash|refused/);
    expect([await stored(other), await store.size(other)]).toEqual([null, null]);
  });

  it('are listed, removed and counted by when they were stored', async () => {
    const { store } = await make();
    const keys = [await store.put(someBytes()), await store.put(someBytes())].sort();
    expect(await keysOf(store)).toEqual(keys);
    expect([await keysOf(store, Date.now() - 60_000), await keysOf(store, Date.now() + 60_000)]).toEqual([[], keys]);
    await store.remove(keys[0]!);
    expect(await keysOf(store)).toEqual([keys[1]]);
  });

  it('are set apart with the time, served no more, brought back whole, and purged', async () => {
    const { store, stored } = await make();
    const bytes = someBytes();
    const key = await store.put(bytes);
    await store.setApart(key, 1_700_000_000_000);
    expect([await store.size(key), await store.wasSound(key), await keysOf(store)]).toEqual([null, false, []]);
    expect(await store.quarantined()).toEqual([{ key, size_bytes: bytes.length, since: 1_700_000_000_000 }]);
    expect(await store.bringBack(key)).toBe(true);
    expect((await stored(key))?.equals(bytes)).toBe(true);
    expect([await store.quarantined(), await store.bringBack(key)]).toEqual([[], false]);
    await store.setApart(key, 1_700_000_000_000);
    await store.purge(key);
    expect([await store.quarantined(), await store.bringBack(key), await store.size(key)]).toEqual([[], false, null]);
  });

  it('are passed on by the server unless the store is asked for addresses', async () => {
    const { store } = await make();
    expect(await store.presigned(await store.put(someBytes()), AS, Date.now() + 60_000)).toBeNull();
  });
});
