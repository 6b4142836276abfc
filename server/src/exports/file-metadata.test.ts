import { Readable } from 'node:stream';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { describe, expect, it } from 'vitest';
import type { FileRecord } from '../db/files.ts';
import { Damage, StoreUnavailable } from '../errors.ts';
import type { ObjectReader } from '../objects/store.ts';
import { fileMetadata } from './file-metadata.ts';

const FILE = { object_sha256: 'a'.repeat(64), size_bytes: 300 * 1024, transfer_syntax_uid: '1.2.840.10008.1.2.1' } as FileRecord;
/** An engine that reads nothing: the store fails before. */
const ENGINE = { open: () => Promise.resolve({ ok: false, error: {} }) } as unknown as Engine;
const failing = (error: Error): ObjectReader => ({
  read: () =>
    new Readable({
      read() {
        this.destroy(error);
      },
    }),
});

describe('metadata of a file of an export', () => {
  it('is null where the object is damaged or missing', async () => {
    expect(await fileMetadata(ENGINE, failing(new Damage('the bytes do not hash to their key')), FILE)).toBeNull();
    expect(await fileMetadata(ENGINE, failing(Object.assign(new Error('no such object'), { code: 'ENOENT' })), FILE)).toBeNull();
  });

  it('is not null but an error where the store is not available or cannot be read', async () => {
    await expect(fileMetadata(ENGINE, failing(new StoreUnavailable('no response')), FILE)).rejects.toThrow(StoreUnavailable);
    await expect(fileMetadata(ENGINE, failing(Object.assign(new Error('denied'), { code: 'EACCES' })), FILE)).rejects.toThrow('denied');
  });
});
