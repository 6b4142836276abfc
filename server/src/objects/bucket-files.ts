import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BucketSettings } from './bucket-settings.ts';
import { reading } from './bucket-store.ts';
import { STORE_PART_BYTES } from './limits.ts';
import { s3Client } from './s3-client.ts';
import { StoreUnavailable } from '../errors.ts';

/** Files of a workspace in its bucket that are named, not addressed by their content. */
export interface BucketFiles {
  /** Stores a file, in parts where it is large, and reads it back. */
  keep(name: string, file: string, sha256: string): Promise<void>;
  /** Null when it is not there. */
  read(name: string): Promise<{ size: number; read: () => Readable } | null>;
  drop(name: string): Promise<void>;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The parts of a file, one in memory at a time. */
async function* partsOf(file: string, size: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    for (let at = 0; at < size;) {
      const part = new Uint8Array(Math.min(STORE_PART_BYTES, size - at));
      const { bytesRead } = await handle.read(part, 0, part.length, at);
      if (bytesRead === 0) throw new Error(`${file} became shorter while it was read`);
      yield part.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

export function bucketFiles(settings: BucketSettings): BucketFiles {
  const client = s3Client(settings);
  const placeOf = (name: string): string => settings.prefix + name;
  return {
    async keep(name, file, sha256) {
      const place = placeOf(name);
      const { size } = await stat(file);
      if (size <= STORE_PART_BYTES) await client.put(place, { sha256, size_bytes: size, open: () => createReadStream(file) });
      else await client.putInParts(place, partsOf(file, size), sha256Of);
      const hash = createHash('sha256');
      for await (const chunk of reading(client, place, name)) hash.update(chunk as Buffer);
      if (hash.digest('hex') === sha256) return;
      await client.remove(place);
      throw new StoreUnavailable(`The object store ${settings.endpoint} did not store what it received: ${name}`);
    },
    async read(name) {
      const head = await client.head(placeOf(name));
      return head === null ? null : { size: head.size_bytes, read: () => reading(client, placeOf(name), name) };
    },
    drop: (name) => client.remove(placeOf(name)),
  };
}
