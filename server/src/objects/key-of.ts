import { createHash, webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { HASHED_AT_ONCE, HASHED_WHOLE_BYTES } from './limits.ts';

/** Hex SHA-256 of bytes, without blocking other requests. */
export async function keyOf(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= HASHED_WHOLE_BYTES) {
    const hash = await webcrypto.subtle.digest('SHA-256', bytes);
    return Buffer.from(hash).toString('hex');
  }
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.byteLength; at += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
    await setImmediate();
  }
  return hash.digest('hex');
}
