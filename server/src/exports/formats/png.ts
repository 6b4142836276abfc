/** PNG by the W3C recommendation: 8 bits, grey, RGB or palette, lossless. */
import { promisify } from 'node:util';
import { type ZlibOptions, crc32, deflate, deflateSync } from 'node:zlib';

const deflated = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);

/** Speckle becomes hardly smaller by a longer search, which takes half as long again. Masks do become smaller. */
const SPECKLE_LEVEL = 3;
/** Below this size, handing samples to another thread takes as long as compressing them, and leaves work to the garbage collector. */
const SMALL_BYTES = 64 * 1024;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOUR_TYPE = { grey: 0, rgb: 2, palette: 3 } as const;

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

export interface Picture {
  readonly rows: number;
  readonly columns: number;
  /** Row by row: one sample a pixel, or three interleaved. */
  readonly pixels: Uint8Array;
  readonly kind: 'grey' | 'rgb' | 'palette';
  /** Red, green and blue of each index. */
  readonly palette?: readonly (readonly [number, number, number])[];
}

/** The whole file. A large one is compressed in another thread, while the next picture is made. */
export async function png({ rows, columns, pixels, kind, palette }: Picture): Promise<Uint8Array> {
  const stride = columns * (kind === 'rgb' ? 3 : 1);
  if (pixels.length !== stride * rows) throw new RangeError(`${pixels.length} samples for ${rows} rows of ${stride}`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, COLOUR_TYPE[kind], 0, 0, 0], 8);
  // Each row begins with the number of its filter: none.
  const filtered = Buffer.alloc((stride + 1) * rows);
  for (let row = 0; row < rows; row += 1) filtered.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  const how = kind === 'palette' ? {} : { level: SPECKLE_LEVEL };
  const colours = palette ? [chunk('PLTE', Uint8Array.from(palette.flat()))] : [];
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...colours,
    chunk('IDAT', filtered.length < SMALL_BYTES ? deflateSync(filtered, how) : await deflated(filtered, how)),
    chunk('IEND', new Uint8Array()),
  ]);
}
