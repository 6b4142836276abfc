/** The points of a line around a mask, so that its curve encloses the mask. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { CurveEnds } from '../../exports/formats/curves.ts';
import { type Mask, contourOf, largestPiece, middlesOf } from './mask-contour.ts';

/** Points of a contour: the smooth curve through them keeps the area of a ventricle within 1 %. */
const POINTS = 24;

const minus = (a: Position, b: Position): Position => ({ x: a.x - b.x, y: a.y - b.y });
const dot = (a: Position, b: Position): number => a.x * b.x + a.y * b.y;
const along = (from: Position, direction: Position, length: number): Position => ({
  x: from.x + direction.x * length,
  y: from.y + direction.y * length,
});
const unit = (vector: Position): Position => {
  const length = Math.hypot(vector.x, vector.y);
  return { x: vector.x / length, y: vector.y / length };
};

/** So many positions at equal steps along a path, its first and its last among them. */
function resampled(path: readonly Position[], count: number): Position[] {
  const reached = [0];
  path.slice(1).forEach((point, at) => {
    const from = path[at] ?? point;
    reached.push((reached[at] ?? 0) + Math.hypot(point.x - from.x, point.y - from.y));
  });
  const step = (reached.at(-1) ?? 0) / (count - 1);
  let at = 0;
  return Array.from({ length: count }, (_, place) => {
    while (at < path.length - 2 && (reached[at + 1] ?? 0) < place * step) at += 1;
    const [from, to] = [path[at] ?? { x: 0, y: 0 }, path[at + 1] ?? path[at] ?? { x: 0, y: 0 }];
    const length = (reached[at + 1] ?? 0) - (reached[at] ?? 0);
    const share = length === 0 ? 0 : (place * step - (reached[at] ?? 0)) / length;
    return along(from, minus(to, from), Math.min(1, share));
  });
}

/** Centre and second moments of the pixels, each a square. */
function momentsOf({ columns, pixels }: Mask) {
  const sum = { count: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  pixels.forEach((value, at) => {
    if (value !== 1) return;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    sum.count += 1;
    sum.x += x;
    sum.y += y;
    sum.xx += x * x;
    sum.yy += y * y;
    sum.xy += x * y;
  });
  const centre = { x: sum.x / sum.count, y: sum.y / sum.count };
  const square = 1 / 12;
  return {
    centre,
    xx: sum.xx / sum.count - centre.x * centre.x + square,
    yy: sum.yy / sum.count - centre.y * centre.y + square,
    xy: sum.xy / sum.count - centre.x * centre.y,
  };
}

/** The ellipse with the moments of the mask: both ends of the axis nearest to the drawn one, and the other half axis. */
function ovalOf(piece: Mask, [first, second]: readonly [Position, Position]): Position[] {
  const { centre, xx, yy, xy } = momentsOf(piece);
  const turn = Math.atan2(2 * xy, xx - yy) / 2;
  const axes = [turn, turn + Math.PI / 2].map((angle) => {
    const direction = { x: Math.cos(angle), y: Math.sin(angle) };
    const variance = xx * direction.x ** 2 + yy * direction.y ** 2 + 2 * xy * direction.x * direction.y;
    // The variance of an ellipse along an axis is a quarter of the square of its half.
    return { direction, half: 2 * Math.sqrt(variance) };
  });
  const wanted = unit(minus(second, first));
  const [drawn, across] = axes.sort((a, b) => Math.abs(dot(b.direction, wanted)) - Math.abs(dot(a.direction, wanted)));
  if (!drawn || !across) return [];
  const way = dot(drawn.direction, wanted) < 0 ? -1 : 1;
  return [
    along(centre, drawn.direction, -way * drawn.half),
    along(centre, drawn.direction, way * drawn.half),
    along(centre, across.direction, across.half),
  ];
}

/**
 * From ring to ring over the apex. The reference defines the side of the base and the first ring; the corners of the base are the
 * points of the mask that reach farthest towards the base and to the side.
 */
function fromRingToRing(piece: Mask, [first, last]: readonly [Position, Position]): Position[] {
  const contour = contourOf(piece);
  const { centre } = momentsOf(piece);
  const side = unit(minus(last, first));
  const middle = along(first, minus(last, first), 0.5);
  const upright = { x: -side.y, y: side.x };
  const base = dot(minus(middle, centre), upright) < 0 ? { x: -upright.x, y: -upright.y } : upright;
  const corner = (way: 1 | -1): number => {
    const reach = (point: Position): number => dot(minus(point, centre), along(base, side, way));
    return contour.reduce((best, point, at) => (reach(point) > reach(contour[best] ?? point) ? at : best), 0);
  };
  const [from, to] = [corner(-1), corner(1)];
  const between = (start: number, end: number): Position[] =>
    start <= end ? contour.slice(start, end + 1) : [...contour.slice(start), ...contour.slice(0, end + 1)];
  const meanReach = (path: readonly Position[]): number => path.reduce((sum, point) => sum + dot(point, base), 0) / path.length;
  const [clockwise, back] = [between(from, to), between(to, from).reverse()];
  const wall = meanReach(clockwise) < meanReach(back) ? clockwise : back;
  return resampled([...wall.slice(0, 1), ...middlesOf(wall), ...wall.slice(-1)], POINTS);
}

function around(piece: Mask): Position[] {
  const contour = contourOf(piece);
  const middles = middlesOf([...contour, ...contour.slice(0, 1)]);
  return resampled([...middles, ...middles.slice(0, 1)], POINTS + 1).slice(0, -1);
}

/**
 * The points of a line that surrounds the mask.
 * @param reference control points of the same line in the exported data set: they define its ends
 */
export function lineOfMask(mask: Mask, shape: string, ends: CurveEnds, reference: readonly Position[] | null): Position[] | string {
  if (ends === 'open') return 'it is a mask (RLE), and the line has no area';
  const piece = largestPiece(mask);
  if (piece === null) return 'its mask (RLE) is empty';
  if (ends === 'closed' && shape !== 'oval') return around(piece);
  const first = reference?.[0];
  const second = shape === 'oval' ? reference?.[1] : reference?.at(-1);
  if (first === undefined || second === undefined)
    return 'it is a mask (RLE), and the exported data set has no such line in this picture that shows where its ends are: send a polygon';
  return shape === 'oval' ? ovalOf(piece, [first, second]) : fromRingToRing(piece, [first, second]);
}
