/** Frames brought into a small square of square pixels, as data sets of videos have them. */
import type { Position } from '@echometry/bindings/drawing.ts';
import type { DecodedFrame } from './source.ts';

/** From stored pixels to those of the square; whole numbers are pixel centres on both sides. */
export interface Placement {
  readonly side: number;
  readonly scale: readonly [x: number, y: number];
  /** Pixels of the square to the left of and above the picture. */
  readonly margin: readonly [x: number, y: number];
}

/** The whole picture in the middle of the square, the tissue in its own proportions. */
export function placement(side: number, columns: number, rows: number, [height, width]: readonly [number, number]): Placement {
  const per_mm = side / Math.max(columns * width, rows * height);
  const scale: [number, number] = [per_mm * width, per_mm * height];
  return { side, scale, margin: [(side - columns * scale[0]) / 2, (side - rows * scale[1]) / 2] };
}

export const placed = ({ scale, margin }: Placement, { x, y }: Position): Position => ({
  x: (x + 0.5) * scale[0] + margin[0] - 0.5,
  y: (y + 0.5) * scale[1] + margin[1] - 0.5,
});

interface Share {
  readonly from: number;
  readonly weights: Float64Array;
}

const NOTHING: Share = { from: 0, weights: new Float64Array() };

/** What part of each stored sample a sample of the square covers. */
function shares(side: number, count: number, scale: number, margin: number): Share[] {
  return Array.from({ length: side }, (_, at) => {
    const begin = Math.max(0, (at - margin) / scale);
    const end = Math.min(count, (at + 1 - margin) / scale);
    if (end <= begin) return NOTHING;
    const from = Math.floor(begin);
    const length = Math.ceil(end) - from;
    const weights = Float64Array.from({ length }, (__, place) => Math.min(end, from + place + 1) - Math.max(begin, from + place));
    // The rim of the square that the picture does not fill counts as black.
    return { from, weights: weights.map((weight) => weight * scale) };
  });
}

/** What every row, and then every column, of the square covers of frames of one size. */
interface Cover {
  readonly rows: number;
  readonly columns: number;
  readonly down: readonly Share[];
  readonly across: readonly Share[];
}

const coverOf = ({ side, scale, margin }: Placement, { rows, columns }: DecodedFrame): Cover => ({
  rows,
  columns,
  down: shares(side, rows, scale[1], margin[1]),
  across: shares(side, columns, scale[0], margin[0]),
});

/** The mean of the stored rows that a row of the square covers: samples that lie next to each other, which is what makes it fast. */
function meanRow({ from, weights }: Share, pixels: Uint8Array, into: Float64Array): void {
  into.fill(0);
  const length = into.length;
  for (let part = 0; part < weights.length; part += 1) {
    const weight = weights[part]!;
    const start = (from + part) * length;
    for (let at = 0; at < length; at += 1) into[at]! += weight * pixels[start + at]!;
  }
}

/** Means along a row, written as RGB from `place` on; grey is written three times. */
function meanPixels(across: readonly Share[], row: Float64Array, samples: 1 | 3, square: Uint8Array, place: number): void {
  across.forEach(({ from, weights }, column) => {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      const first = from * samples + (samples === 1 ? 0 : channel);
      for (let part = 0; part < weights.length; part += 1) sum += weights[part]! * row[first + part * samples]!;
      square[place + column * 3 + channel] = Math.round(sum);
    }
  });
}

/** Brings the frames of a clip into the square: RGB, each sample the mean of what it covers. */
export function squaring(to: Placement): (frame: DecodedFrame) => Uint8Array {
  let cover: Cover | null = null;
  return (frame) => {
    if (cover?.rows !== frame.rows || cover.columns !== frame.columns) cover = coverOf(to, frame);
    const { samples_per_pixel: samples, pixels, columns } = frame;
    const { side } = to;
    const square = new Uint8Array(side * side * 3);
    const row = new Float64Array(columns * samples);
    for (const [line, share] of cover.down.entries()) {
      if (share === NOTHING) continue;
      meanRow(share, pixels, row);
      meanPixels(cover.across, row, samples, square, line * side * 3);
    }
    return square;
  };
}
