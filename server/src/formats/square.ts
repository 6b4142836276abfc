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
  readonly weights: readonly number[];
}

/** What part of each stored sample a sample of the square covers. */
function shares(side: number, count: number, scale: number, margin: number): Share[] {
  return Array.from({ length: side }, (_, at) => {
    const begin = Math.max(0, (at - margin) / scale);
    const end = Math.min(count, (at + 1 - margin) / scale);
    if (end <= begin) return { from: 0, weights: [] };
    const from = Math.floor(begin);
    const length = Math.ceil(end) - from;
    const weights = Array.from({ length }, (__, place) => Math.min(end, from + place + 1) - Math.max(begin, from + place));
    // The rim of the square that the picture does not fill counts as black.
    return { from, weights: weights.map((weight) => weight * scale) };
  });
}

/** One frame as RGB of the square, each sample the mean of what it covers. */
export function squared(frame: DecodedFrame, to: Placement): Uint8Array {
  const { columns, rows, samples_per_pixel: samples, pixels } = frame;
  const across = shares(to.side, columns, to.scale[0], to.margin[0]);
  const down = shares(to.side, rows, to.scale[1], to.margin[1]);
  const narrow = new Float64Array(to.side * rows * samples);
  for (let row = 0; row < rows; row += 1) {
    for (const [column, { from, weights }] of across.entries()) {
      for (const [place, weight] of weights.entries()) {
        for (let sample = 0; sample < samples; sample += 1) {
          const at = (row * to.side + column) * samples + sample;
          narrow[at] = (narrow[at] ?? 0) + weight * (pixels[(row * columns + from + place) * samples + sample] ?? 0);
        }
      }
    }
  }
  const square = new Uint8Array(to.side * to.side * 3);
  for (const [row, { from, weights }] of down.entries()) {
    for (let column = 0; column < to.side; column += 1) {
      for (let sample = 0; sample < 3; sample += 1) {
        const of = samples === 3 ? sample : 0;
        const sum = weights.reduce(
          (all, weight, place) => all + weight * (narrow[((from + place) * to.side + column) * samples + of] ?? 0),
          0,
        );
        square[(row * to.side + column) * 3 + sample] = Math.round(sum);
      }
    }
  }
  return square;
}
