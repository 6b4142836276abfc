/** Frames brought into a small square of square pixels, as data sets of videos have them. */
import type { SquarePlacement } from '@echometry/bindings/engine/api.ts';
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { PixelBounds } from './source.ts';

/** The sector, or the whole picture, in the middle of the square, the tissue in its own proportions. */
export function placement(
  side: number,
  { left, top, right, bottom }: PixelBounds,
  [height, width]: readonly [number, number],
): SquarePlacement {
  const per_mm = side / Math.max((right - left + 1) * width, (bottom - top + 1) * height);
  const scale: [number, number] = [per_mm * width, per_mm * height];
  return { side, scale, margin: [(side - (left + right + 1) * scale[0]) / 2, (side - (top + bottom + 1) * scale[1]) / 2] };
}

const CHANNELS = 3;

/** Blackens the pixels of an RGB square whose centres are outside of the sector. */
export function cropped(
  pixels: Uint8Array,
  { side, scale, margin }: SquarePlacement,
  { left, top, right, bottom }: PixelBounds,
): Uint8Array {
  const isInside = (at: number, axis: 0 | 1, from: number, to: number): boolean => {
    const stored = (at + 0.5 - margin[axis]) / scale[axis];
    return stored >= from && stored <= to + 1;
  };
  const places = Array.from({ length: side }, (_, place) => place);
  const columns = places.filter((column) => isInside(column, 0, left, right));
  const [first, end] = [columns[0] ?? side, (columns.at(-1) ?? -1) + 1];
  for (const row of places) {
    const from = row * side;
    const [before, after] = isInside(row, 1, top, bottom) ? [first, end] : [side, side];
    pixels.fill(0, from * CHANNELS, (from + before) * CHANNELS);
    pixels.fill(0, (from + after) * CHANNELS, (from + side) * CHANNELS);
  }
  return pixels;
}

/** Whether the pixels of an RGB square have no colour. */
export function isGrey(pixels: Uint8Array): boolean {
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false;
  }
  return true;
}

/** One sample for each pixel of an RGB square without colour. */
export function greyOf(pixels: Uint8Array): Uint8Array {
  const grey = new Uint8Array(pixels.length / CHANNELS);
  for (let place = 0; place < grey.length; place += 1) grey[place] = pixels[place * CHANNELS] ?? 0;
  return grey;
}

/** From stored pixels to pixels of the square; whole numbers are pixel centres on both sides. */
export const placed = ({ scale, margin }: Pick<SquarePlacement, 'scale' | 'margin'>, { x, y }: Position): Position => ({
  x: (x + 0.5) * scale[0] + margin[0] - 0.5,
  y: (y + 0.5) * scale[1] + margin[1] - 0.5,
});
