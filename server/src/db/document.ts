import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import { Damage } from '../errors.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const compressElsewhere = promisify(gzip);
const expandElsewhere = promisify(gunzip);

/**
 * Up to this many bytes of JSON, or of its gzip, are worked on at once: handing an image of 30 kB to another thread takes
 * four times the processor time of doing it.
 */
const AT_ONCE_BYTES = { json: 256 * 1024, gzip: 32 * 1024 };

/** Largest document after inflating, in bytes; far above what a save may send. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface PackedDocument {
  bytes: Uint8Array;
  /** Hex hash of the JSON before compression. */
  sha256: string;
}

/** Half the work of the usual level for a twentieth more bytes: saves come every second. */
const GZIP = { level: 3 };

const compress = async (json: Buffer): Promise<Uint8Array> =>
  json.length > AT_ONCE_BYTES.json ? compressElsewhere(json, GZIP) : gzipSync(json, GZIP);

const expand = async (bytes: Uint8Array): Promise<Buffer> => {
  const options = { maxOutputLength: MAX_DOCUMENT_BYTES };
  return bytes.length > AT_ONCE_BYTES.gzip ? expandElsewhere(bytes, options) : gunzipSync(bytes, options);
};

const sha256Of = (json: Buffer): string => createHash('sha256').update(json).digest('hex');

/** A value's JSON and its hash. Other requests are handled between the steps where it is large. */
export async function hashed(value: unknown): Promise<{ json: Buffer; sha256: string }> {
  const text = JSON.stringify(value);
  if (text.length > AT_ONCE_BYTES.json) await setImmediate();
  const json = Buffer.from(text, 'utf8');
  return { json, sha256: sha256Of(json) };
}

/** Hex hash of a value's JSON. */
export const hashOfJson = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** gzip and hash of a value's JSON. */
export async function pack(value: unknown): Promise<PackedDocument> {
  const { json, sha256 } = await hashed(value);
  return { bytes: await compress(json), sha256 };
}

/**
 * The value again.
 *
 * @throws Damage when the bytes are not what was stored.
 */
export async function unpack<T>(bytes: Uint8Array, sha256?: string): Promise<T> {
  let json: Buffer;
  try {
    json = await expand(bytes);
  } catch (error) {
    throw new Damage(`it cannot be expanded (${messageOf(error)})`);
  }
  if (sha256 !== undefined && sha256Of(json) !== sha256) throw new Damage('it differs from its hash');
  if (json.length > AT_ONCE_BYTES.json) await setImmediate();
  try {
    return JSON.parse(json.toString('utf8')) as T;
  } catch {
    throw new Damage('it holds no JSON');
  }
}
