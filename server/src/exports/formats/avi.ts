/**
 * AVI 1.0 whose pictures are PNG (MPNG): lossless, each separate, read by ffmpeg, OpenCV and ImageJ. Uncompressed pictures, which
 * lie bottom up, end OpenCV 5.0.0 with a corrupted heap.
 */
const FOURCC_BYTES = 4;
const HAS_INDEX = 0x10;
const KEY_FRAME = 0x10;
const MICROSECONDS = 1_000_000;
/** The rate is kept as a fraction of this. */
const RATE_SCALE = 1_000_000;

const text = (fourcc: string): Buffer => Buffer.from(fourcc, 'latin1');

function chunk(name: string, data: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([text(name), size, data, Buffer.alloc(data.length % 2)]);
}

const list = (kind: string, ...chunks: readonly Uint8Array[]): Buffer => chunk('LIST', Buffer.concat([text(kind), ...chunks]));

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, place) => bytes.writeUInt32LE(value, place * 4));
  return bytes;
};

export interface Film {
  readonly columns: number;
  readonly rows: number;
  readonly frames_per_second: number;
  /** Each frame as a PNG, all of the same kind. */
  readonly pictures: readonly Uint8Array[];
}

function headers({ columns, rows, pictures, frames_per_second }: Film, picture: number): Buffer {
  const file = words(
    Math.round(MICROSECONDS / frames_per_second),
    Math.ceil(picture * frames_per_second),
    0,
    HAS_INDEX,
    pictures.length,
    0,
    1,
    picture,
    columns,
    rows,
    0,
    0,
    0,
    0,
  );
  const rate = words(RATE_SCALE, Math.round(frames_per_second * RATE_SCALE), 0, pictures.length, picture, 0xffffffff, 0);
  const place = Buffer.alloc(8);
  place.writeInt16LE(columns, 4);
  place.writeInt16LE(rows, 6);
  const stream = Buffer.concat([text('vidsMPNG'), words(0, 0, 0), rate, place]);
  const format = Buffer.concat([words(40, columns, rows), Buffer.from([1, 0, 24, 0]), text('MPNG'), words(picture, 0, 0, 0, 0)]);
  return list('hdrl', chunk('avih', file), list('strl', chunk('strh', stream), chunk('strf', format)));
}

/** The whole file. Its frames are packed already: a clip need not be in memory as samples. */
export function avi(film: Film): Uint8Array {
  const { pictures } = film;
  const largest = pictures.reduce((most, { length }) => Math.max(most, length), 0);
  // Places are counted from the word `movi`.
  let place = FOURCC_BYTES;
  const chunks: Buffer[] = [];
  const index: Buffer[] = [];
  for (const picture of pictures) {
    const whole = chunk('00dc', picture);
    chunks.push(whole);
    index.push(text('00dc'), words(KEY_FRAME, place, picture.length));
    place += whole.length;
  }
  const body = Buffer.concat([text('AVI '), headers(film, largest), list('movi', ...chunks), chunk('idx1', Buffer.concat(index))]);
  return chunk('RIFF', body);
}
