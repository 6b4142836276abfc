import { createHmac } from 'node:crypto';

/** Bytes of a hash that a UID holds (PS3.5 B.2). */
const UID_BYTES = 16;

/** A UID of the form 2.25 and 128 bits of HMAC-SHA256 over the parts, under the secret of the workspace. */
export function keyedUid(key: Uint8Array, ...parts: readonly (string | number)[]): string {
  const hash = createHmac('sha256', key).update(parts.join('\0')).digest();
  return `2.25.${BigInt(`0x${hash.subarray(0, UID_BYTES).toString('hex')}`)}`;
}

export interface SnapshotName {
  /** `instance_id` of the image it is made from. */
  source: string;
  /** From 1. */
  frame: number;
  /** Who makes it, where that has to stay apart from the work of others; otherwise null. */
  author: number | null;
}

/** SOP Instance UID of a snapshot: the same for the same frame, and a separate one for private work. */
export const snapshotUid = (key: Uint8Array, { source, frame, author }: SnapshotName): string =>
  keyedUid(key, 'snapshot', source, frame, author ?? '');
