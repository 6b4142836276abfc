import { crc32, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crcAfter } from './crc.ts';
import { gzipped, packed } from './gzip.ts';

/** Bytes that look like speckle, always the same. */
const speckle = (length: number, seed: number): Uint8Array => {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24);
};

describe('the check sum', () => {
  it('of pieces that follow each other equals the sum of the whole', () => {
    const whole = speckle(10_000, 1);
    for (const cut of [0, 1, 7, 4096, 9_999, 10_000]) {
      const [first, last] = [whole.subarray(0, cut), whole.subarray(cut)];
      expect(crcAfter(crc32(first), crc32(last), last.length)).toBe(crc32(whole));
    }
  });
});

describe('gzip of planes', () => {
  it('is read by zlib as all planes in order, whether they differ or come again', () => {
    const [a, b, empty] = [speckle(5_000, 2), new Uint8Array(5_000).fill(255), new Uint8Array()];
    for (const planes of [[], [a], [empty], [b, a, b, b, a], [a, empty, b]]) {
      expect(gunzipSync(Buffer.concat([...gzipped(planes)]))).toEqual(Buffer.concat(planes));
    }
  });

  it('takes planes that are packed already among others', () => {
    const [a, b] = [speckle(5_000, 4), speckle(3_000, 5)];
    expect(gunzipSync(Buffer.concat([...gzipped([packed(a), b, packed(a)])]))).toEqual(Buffer.concat([a, b, a]));
  });

  it('packs a plane that comes again once', () => {
    const plane = speckle(5_000, 3);
    const pieces = [...gzipped([plane, plane, plane])];
    // Between header, end and trailer.
    expect(new Set(pieces.slice(1, -2)).size).toBe(1);
  });
});
