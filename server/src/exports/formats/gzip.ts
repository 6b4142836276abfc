/** gzip (RFC 1952) of planes that are packed one by one, so that neither all of them nor a plane twice is held. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { crcAfter } from './crc.ts';

/** No name, no time, from no system in particular. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** A last block of deflate without anything (RFC 1951, 3.2.6). */
const END = Uint8Array.of(3, 0);
/** Masks and speckle gain little from more, which takes several times as long. */
const LEVEL = 1;

/** A plane in its packed form. */
export interface Packed {
  readonly bytes: Uint8Array;
  readonly crc: number;
  /** Bytes of the plane. */
  readonly length: number;
}

/** Whole blocks that end on a byte and refer to nothing before them: they may follow any others. */
export const packed = (plane: Uint8Array): Packed => ({
  bytes: deflateRawSync(plane, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }),
  crc: crc32(plane),
  length: plane.length,
});

/** One gzip member of all planes, some of them packed already. A plane that comes again, the same memory, is packed once. */
export function* gzipped(planes: Iterable<Uint8Array | Packed>): Generator<Uint8Array> {
  const known = new WeakMap<Uint8Array, Packed>();
  let [crc, size] = [0, 0];
  yield HEADER;
  for (const plane of planes) {
    const made = plane instanceof Uint8Array ? (known.get(plane) ?? packed(plane)) : plane;
    if (plane instanceof Uint8Array) known.set(plane, made);
    crc = crcAfter(crc, made.crc, plane.length);
    size += plane.length;
    yield made.bytes;
  }
  yield END;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  yield trailer;
}
