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

/** Means of runs of samples: from `source`, lines of `count` samples that lie `step` apart, to lines of as many as there are shares. */
interface Lines {
  readonly source: Float64Array | Uint8Array;
  readonly lines: number;
  readonly lineStep: number;
  readonly step: number;
  readonly into: Float64Array;
  readonly intoLineStep: number;
  readonly intoStep: number;
}

function average({ source, lines, lineStep, step, into, intoLineStep, intoStep }: Lines, parts: readonly Share[]): void {
  for (let at = 0; at < parts.length; at += 1) {
    const { from, weights } = parts[at] ?? NOTHING;
    for (let line = 0; line < lines; line += 1) {
      let sum = 0;
      let place = line * lineStep + from * step;
      for (let part = 0; part < weights.length; part += 1) {
        sum += (weights[part] ?? 0) * (source[place] ?? 0);
        place += step;
      }
      into[line * intoLineStep + at * intoStep] = sum;
    }
  }
}

/** One frame as RGB of the square, each sample the mean of what it covers. */
export function squared(frame: DecodedFrame, to: Placement): Uint8Array {
  const { columns, rows, samples_per_pixel: samples, pixels } = frame;
  const { side } = to;
  const across = shares(side, columns, to.scale[0], to.margin[0]);
  const down = shares(side, rows, to.scale[1], to.margin[1]);
  const square = new Uint8Array(side * side * 3);
  const narrow = new Float64Array(side * rows);
  const small = new Float64Array(side * side);
  for (let sample = 0; sample < samples; sample += 1) {
    const source = pixels.subarray(sample);
    average({ source, lines: rows, lineStep: columns * samples, step: samples, into: narrow, intoLineStep: side, intoStep: 1 }, across);
    average({ source: narrow, lines: side, lineStep: 1, step: side, into: small, intoLineStep: 1, intoStep: side }, down);
    for (let at = 0; at < small.length; at += 1) {
      const mean = Math.round(small[at] ?? 0);
      if (samples === 1) square.fill(mean, at * 3, at * 3 + 3);
      else square[at * 3 + sample] = mean;
    }
  }
  return square;
}
