/** The outline of the largest piece of a mask whose pixels are set where their centre is inside. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';

export interface Mask {
  readonly columns: number;
  readonly rows: number;
  /** Row by row, 1 where it is set. */
  readonly pixels: Uint8Array;
}

const NEIGHBOURS = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
] as const;

const isSet = ({ columns, rows, pixels }: Mask, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < columns && y < rows && pixels[y * columns + x] === 1;

/** The pixels that are connected to one by their edges, which are cleared in the mask. */
function takePiece(mask: Mask, seed: number): number[] {
  const { columns, pixels } = mask;
  const piece = [seed];
  pixels[seed] = 0;
  for (let at = 0; at < piece.length; at += 1) {
    const pixel = piece[at] ?? 0;
    for (const [dx, dy] of NEIGHBOURS) {
      const [x, y] = [(pixel % columns) + dx, Math.floor(pixel / columns) + dy];
      if (!isSet(mask, x, y)) continue;
      pixels[y * columns + x] = 0;
      piece.push(y * columns + x);
    }
  }
  return piece;
}

/** The mask with its largest piece only: a model leaves specks. Null for an empty mask. */
export function largestPiece(mask: Mask): Mask | null {
  const left = { ...mask, pixels: mask.pixels.slice() };
  let largest: number[] = [];
  for (let seed = 0; seed < left.pixels.length; seed += 1) {
    if (left.pixels[seed] !== 1) continue;
    const piece = takePiece(left, seed);
    if (piece.length > largest.length) largest = piece;
  }
  if (largest.length === 0) return null;
  for (const pixel of largest) left.pixels[pixel] = 1;
  return left;
}

/** Follows the edges of the pixels of one piece clockwise and returns their corners. Holes are not followed. */
export function contourOf(piece: Mask): Position[] {
  const first = piece.pixels.indexOf(1);
  const start = { x: first % piece.columns, y: Math.floor(first / piece.columns) };
  const contour: Position[] = [];
  let { x, y } = start;
  let [dx, dy] = [1, 0];
  do {
    contour.push({ x: x - 0.5, y: y - 0.5 });
    x += dx;
    y += dy;
    // The piece is on the right of the way: around (x, y), the corner of four pixels, to the right and left ahead.
    const ahead = (rightX: number, rightY: number): boolean => isSet(piece, x + (dx + rightX - 1) / 2, y + (dy + rightY - 1) / 2);
    if (!ahead(-dy, dx)) [dx, dy] = [-dy, dx];
    else if (ahead(dy, -dx)) [dx, dy] = [dy, -dx];
  } while (x !== start.x || y !== start.y || dx !== 1);
  return contour;
}

/** The middle of each piece of a path: around pixels it runs without their staircase and encloses all but half a pixel. */
export const middlesOf = (path: readonly Position[]): Position[] =>
  path.slice(1).map((to, at) => {
    const from = path[at] ?? to;
    return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  });
