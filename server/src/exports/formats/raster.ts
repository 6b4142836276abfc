/** Areas as pixels: a pixel is inside where its centre is. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';

/** Columns where each row of centres from `first` to `last` enters and leaves the polygon, in order. */
function crossings(polygon: readonly Position[], first: number, last: number): number[][] {
  const rows = Array.from({ length: last - first + 1 }, (): number[] => []);
  polygon.forEach((a, place) => {
    const b = polygon[(place + 1) % polygon.length] ?? a;
    // Half open, so that a corner on a row counts once.
    const from = Math.max(first, Math.ceil(Math.min(a.y, b.y)));
    const end = Math.min(last + 1, Math.ceil(Math.max(a.y, b.y)));
    for (let row = from; row < end; row += 1) rows[row - first]?.push(a.x + ((row - a.y) / (b.y - a.y)) * (b.x - a.x));
  });
  return rows.map((at) => at.sort((a, b) => a - b));
}

/**
 * Sets `value` wherever a pixel's centre, a whole number, is inside of the polygon by the even-odd rule.
 * @param plane `rows` times `columns` samples, row by row
 */
export function fillPolygon(plane: Uint8Array, columns: number, rows: number, polygon: readonly Position[], value: number): void {
  const ys = polygon.map(({ y }) => y);
  const first = Math.max(0, Math.ceil(ys.reduce((least, y) => Math.min(least, y), Infinity)));
  const last = Math.min(rows - 1, Math.floor(ys.reduce((greatest, y) => Math.max(greatest, y), -Infinity)));
  if (last < first) return;
  for (const [down, at] of crossings(polygon, first, last).entries()) {
    const row = first + down;
    for (let pair = 0; pair + 1 < at.length; pair += 2) {
      const from = Math.max(0, Math.ceil(at[pair] ?? 0));
      // A centre on the right edge belongs to the next area.
      const to = Math.min(columns, Math.ceil(at[pair + 1] ?? 0));
      if (to > from) plane.fill(value, row * columns + from, row * columns + to);
    }
  }
}

/** Area of a polygon closed by a straight piece, in square pixels. */
export function polygonArea(polygon: readonly Position[]): number {
  const twice = polygon.reduce((sum, a, place) => {
    const b = polygon[(place + 1) % polygon.length] ?? a;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
}
