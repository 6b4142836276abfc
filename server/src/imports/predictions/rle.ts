/**
 * Masks of COCO, run-length encoded column by column, beginning with background: as a list of counts, or compressed to text
 * (rleFrString of pycocotools' maskApi.c).
 */
import { type Static, Type } from 'typebox';

const Side = Type.Integer({ minimum: 1 });
export const Rle = Type.Object({
  size: Type.Tuple([Side, Side]),
  counts: Type.Union([Type.String(), Type.Array(Type.Integer({ minimum: 0 }))]),
});
export type Rle = Static<typeof Rle>;

/** Above every ultrasound picture; a mask of this size takes as many bytes. */
export const MAX_MASK_PIXELS = 64 * 1024 * 1024;

/** A character holds five bits of a number and whether more follow. */
const FIRST_CHARACTER = 48;
const BITS = 5;
const MORE = 0x20;
const SIGN = 0x10;
/** Six groups hold every count of a mask within the limit. */
const MAX_GROUPS = 6;

/**
 * Counts of the compressed form; null where it is cut short. Starting with the third, a count is relative to the one before the
 * last.
 */
function countsOf(text: string): number[] | null {
  const counts: number[] = [];
  let at = 0;
  while (at < text.length) {
    let value = 0;
    let group = 0;
    let bits: number;
    do {
      if (at >= text.length || group >= MAX_GROUPS) return null;
      bits = text.charCodeAt(at) - FIRST_CHARACTER;
      if (!(bits >= 0 && bits < 2 * MORE)) return null;
      value += (bits & (MORE - 1)) * 2 ** (BITS * group);
      at += 1;
      group += 1;
    } while ((bits & MORE) !== 0);
    if ((bits & SIGN) !== 0) value -= 2 ** (BITS * group);
    counts.push(value + (counts.length > 2 ? (counts.at(-2) ?? 0) : 0));
  }
  return counts;
}

/** The mask row by row, 1 where it is set; a sentence why it is not a mask of this picture instead. */
export function maskOf({ size: [rows, columns], counts }: Rle, width: number, height: number): Uint8Array | string {
  if (rows !== height || columns !== width) return `its mask has ${columns} x ${rows} pixels, and the picture ${width} x ${height}`;
  if (rows * columns > MAX_MASK_PIXELS) return `its mask has more than ${MAX_MASK_PIXELS} pixels`;
  const runs = typeof counts === 'string' ? countsOf(counts) : counts;
  const total = runs?.reduce((sum, count) => (count < 0 ? Number.NaN : sum + count), 0);
  if (runs === null || total !== rows * columns) return 'the counts of its mask (RLE) do not add up to its pixels';
  const mask = new Uint8Array(rows * columns);
  let pixel = 0;
  runs.forEach((count, place) => {
    if (place % 2 === 1) for (let at = pixel; at < pixel + count; at += 1) mask[(at % rows) * columns + Math.floor(at / rows)] = 1;
    pixel += count;
  });
  return mask;
}
