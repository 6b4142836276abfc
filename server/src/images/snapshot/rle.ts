/** RLE Lossless (PS3.5 annex G): how colours of luma and chroma are stored without loss in a single-frame ultrasound image. */
import type { StoredFrame } from '@echometry/bindings/engine/api.ts';

export const RLE_LOSSLESS = '1.2.840.10008.1.2.5';

const BITS_PER_BYTE = 8;
const HEADER_BYTES = 64;
/** Most bytes of one run, literal or repeated. */
const MAX_RUN = 128;
/** Fewer equal bytes are not worth a run. */
const MIN_REPEAT = 3;

/** Equal bytes after a place, as many as one run holds. */
function repeatsAt(row: Uint8Array, from: number): number {
  let end = from + 1;
  while (end < row.length && end - from < MAX_RUN && row[end] === row[from]) end += 1;
  return end - from;
}

/** One row as runs: a run does not cross rows (PS3.5 G.3.1). */
function pack(row: Uint8Array, into: number[]): void {
  let at = 0;
  while (at < row.length) {
    const repeats = repeatsAt(row, at);
    if (repeats >= MIN_REPEAT) {
      into.push(257 - repeats, row[at] ?? 0);
      at += repeats;
      continue;
    }
    let end = at + 1;
    while (end < row.length && end - at < MAX_RUN && repeatsAt(row, end) < MIN_REPEAT) end += 1;
    into.push(end - at - 1, ...row.subarray(at, end));
    at = end;
  }
}

/** A byte of each sample of one component, row by row. */
function segmentOf({ bytes, rows, columns }: StoredFrame, first: number, step: number): Uint8Array {
  const packed: number[] = [];
  const row = new Uint8Array(columns);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) row[x] = bytes[first + (y * columns + x) * step] ?? 0;
    pack(row, packed);
  }
  // Segments have an even number of bytes.
  if (packed.length % 2 === 1) packed.push(0);
  return Uint8Array.from(packed);
}

/** The one fragment of a frame whose samples are by pixel: a segment for each byte of each component, the most significant first. */
export function rleFrame(frame: StoredFrame): Uint8Array<ArrayBuffer> {
  const size = frame.bits_allocated / BITS_PER_BYTE;
  const step = frame.samples_per_pixel * size;
  const segments: Uint8Array[] = [];
  for (let component = 0; component < frame.samples_per_pixel; component += 1)
    for (let byte = size - 1; byte >= 0; byte -= 1) segments.push(segmentOf(frame, component * size + byte, step));
  const packed = new Uint8Array(HEADER_BYTES + segments.reduce((sum, { length }) => sum + length, 0));
  const header = new DataView(packed.buffer);
  header.setUint32(0, segments.length, true);
  let offset = HEADER_BYTES;
  segments.forEach((segment, place) => {
    header.setUint32(4 * (place + 1), offset, true);
    packed.set(segment, offset);
    offset += segment.length;
  });
  return packed;
}

const PIXELS_OF_CHROMA = 2;

/** Two pixels share their chroma (Y Y Cb Cr, PS3.3 C.7.6.3.1.2): each gets its own, as they are drawn. */
export function withFullChroma(frame: StoredFrame): StoredFrame {
  if (frame.photometric_interpretation !== 'YBR_FULL_422') return frame;
  const { bytes } = frame;
  const full = new Uint8Array((bytes.length / 4) * 3 * PIXELS_OF_CHROMA);
  for (let pair = 0; pair < bytes.length / 4; pair += 1)
    for (let pixel = 0; pixel < PIXELS_OF_CHROMA; pixel += 1)
      full.set([bytes[pair * 4 + pixel] ?? 0, bytes[pair * 4 + 2] ?? 0, bytes[pair * 4 + 3] ?? 0], (pair * PIXELS_OF_CHROMA + pixel) * 3);
  return { ...frame, photometric_interpretation: 'YBR_FULL', bytes: full };
}
