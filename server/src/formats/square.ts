/** Frames brought into a small square of square pixels, as data sets of videos have them. */
import type { SquarePlacement } from '@echometry/bindings/api.ts';
import type { Position } from '@echometry/bindings/drawing.ts';

/** The whole picture in the middle of the square, the tissue in its own proportions. */
export function placement(side: number, columns: number, rows: number, [height, width]: readonly [number, number]): SquarePlacement {
  const per_mm = side / Math.max(columns * width, rows * height);
  const scale: [number, number] = [per_mm * width, per_mm * height];
  return { side, scale, margin: [(side - columns * scale[0]) / 2, (side - rows * scale[1]) / 2] };
}

/** From stored pixels to those of the square; whole numbers are pixel centres on both sides. */
export const placed = ({ scale, margin }: SquarePlacement, { x, y }: Position): Position => ({
  x: (x + 0.5) * scale[0] + margin[0] - 0.5,
  y: (y + 0.5) * scale[1] + margin[1] - 0.5,
});
