import { Readable } from 'node:stream';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { expect, it } from 'vitest';
import type { FileRecord } from '../db/files.ts';
import { StoreUnavailable } from '../errors.ts';
import type { ObjectReader } from '../objects/store.ts';
import { fileMetadata } from './file-metadata.ts';

const FILE = { object_sha256: 'a'.repeat(64), size_bytes: 300 * 1024, transfer_syntax_uid: '1.2.840.10008.1.2.1' } as FileRecord;
/** An engine that can read no file. */
const ENGINE = { open: () => Promise.resolve({ ok: false, error: {} }) } as unknown as Engine;
const failing = (error: Error): ObjectReader => ({
  read: () =>
    new Readable({
      read() {
        this.destroy(error);
      },
    }),
});

it.each([
  ['a store that is not available', new StoreUnavailable('no response')],
  ['a missing object', Object.assign(new Error('no such object'), { code: 'ENOENT' })],
  ['a folder without the right to read', Object.assign(new Error('denied'), { code: 'EACCES' })],
])('%s is an error and not a file without metadata', async (_what, error) => {
  await expect(fileMetadata(ENGINE, failing(error), FILE)).rejects.toBe(error);
});

it('a file that the engine cannot read has no metadata', async () => {
  expect(await fileMetadata(ENGINE, { read: () => Readable.from([Buffer.alloc(8)]) }, FILE)).toBeNull();
});
