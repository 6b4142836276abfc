/** NIfTI-1 volumes of 8 bits, gzipped: columns first, then rows, then frames. */
import { type Packed, gzipped } from './gzip.ts';

const HEADER_BYTES = 348;
/** The header with its four bytes of no extensions. */
const DATA_OFFSET = 352;
const DATATYPE_UINT8 = 2;
const UNITS_MM = 2;
/** Code of coordinates of the scanner, which ITK writes too. */
const SCANNER = 1;

export interface Volume {
  readonly columns: number;
  readonly rows: number;
  /** One for a single picture, which then has two dimensions. */
  readonly frames: number;
  /** Height and width of a pixel, mm. */
  readonly pixel_size_mm: readonly [height: number, width: number];
  /** One for each frame, row by row. */
  readonly planes: Iterable<Uint8Array | Packed>;
  /** At most 79 characters. */
  readonly description: string;
}

function header({ columns, rows, frames, pixel_size_mm, description }: Volume): Uint8Array {
  const [height, width] = pixel_size_mm;
  const bytes = Buffer.alloc(DATA_OFFSET);
  bytes.writeInt32LE(HEADER_BYTES, 0);
  const dimensions = [frames === 1 ? 2 : 3, columns, rows, frames, 1, 1, 1, 1];
  dimensions.forEach((size, place) => bytes.writeInt16LE(size, 40 + 2 * place));
  bytes.writeInt16LE(DATATYPE_UINT8, 70);
  bytes.writeInt16LE(8, 72);
  [1, width, height, 1, 1, 1, 1, 1].forEach((step, place) => bytes.writeFloatLE(step, 76 + 4 * place));
  bytes.writeFloatLE(DATA_OFFSET, 108);
  bytes.writeFloatLE(1, 112);
  bytes.writeInt8(UNITS_MM, 123);
  bytes.write(description.slice(0, 79), 148, 'latin1');
  bytes.writeInt16LE(SCANNER, 252);
  bytes.writeInt16LE(SCANNER, 254);
  // LPS, as ITK writes a picture without a place in the patient: columns run to the left of the patient and rows to the
  // back, so that viewers, which have the patient's left at their right and the back at the bottom, show it as it is stored.
  bytes.writeFloatLE(1, 264);
  [-width, 0, 0, 0, 0, -height, 0, 0, 0, 0, 1, 0].forEach((value, place) => bytes.writeFloatLE(value, 280 + 4 * place));
  bytes.write('n+1\0', 344, 'latin1');
  return bytes;
}

function* checkedPlanes({ columns, rows, frames, planes }: Volume): Generator<Uint8Array | Packed> {
  let count = 0;
  for (const plane of planes) {
    if (plane.length !== columns * rows) throw new RangeError(`${plane.length} samples for ${columns} x ${rows}`);
    count += 1;
    yield plane;
  }
  if (count !== frames) throw new RangeError(`${count} planes for ${frames} frames`);
}

function* headerAndPlanes(volume: Volume): Generator<Uint8Array | Packed> {
  yield header(volume);
  yield* checkedPlanes(volume);
}

/**
 * The whole file, piece by piece. Frames are the third dimension, as in CAMUS; its step of 1 is that of frames, no length.
 * A plane that comes more than once, as the same memory, is packed once.
 */
export const niftiGz = (volume: Volume): Iterable<Uint8Array> => gzipped(headerAndPlanes(volume));
