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

/** Centre of an area, and its variances. */
interface Moments {
  centre: Position;
  xx: number;
  yy: number;
  xy: number;
}

/** Of pixels, each a square. */
function momentsOf({ columns, pixels }: Mask): Moments {
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

/** Of the inside of a polygon, by Green's theorem; null where it has no area. */
function momentsOfPolygon(polygon: readonly Position[]): Moments | null {
  const sum = { twice: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  // Relative to a corner, so that no digits are lost.
  const origin = polygon[0] ?? { x: 0, y: 0 };
  const corners = polygon.map((point) => minus(point, origin));
  corners.forEach((a, at) => {
    const b = corners[(at + 1) % corners.length] ?? a;
    const cross = a.x * b.y - b.x * a.y;
    sum.twice += cross;
    sum.x += cross * (a.x + b.x);
    sum.y += cross * (a.y + b.y);
    sum.xx += cross * (a.x * a.x + a.x * b.x + b.x * b.x);
    sum.yy += cross * (a.y * a.y + a.y * b.y + b.y * b.y);
    sum.xy += cross * (a.x * b.y + 2 * a.x * a.y + 2 * b.x * b.y + b.x * a.y);
  });
  if (sum.twice === 0) return null;
  const [x, y] = [sum.x / (3 * sum.twice), sum.y / (3 * sum.twice)];
  return {
    centre: { x: x + origin.x, y: y + origin.y },
    xx: sum.xx / (6 * sum.twice) - x * x,
    yy: sum.yy / (6 * sum.twice) - y * y,
    xy: sum.xy / (12 * sum.twice) - x * y,
  };
}

/** The ellipse with the moments of an area: both ends of the axis nearest to the drawn one, and the other half axis. */
function ovalOf({ centre, xx, yy, xy }: Moments, [first, second]: readonly [Position, Position]): Position[] {
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
 * The part of a contour from ring to ring over the apex. The reference defines the side of the base and the first ring; the corners
 * of the base are the points of the contour that reach farthest towards the base and to the side.
 */
function wallOf(contour: readonly Position[], centre: Position, [first, last]: readonly [Position, Position]): Position[] {
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
  return meanReach(clockwise) < meanReach(back) ? clockwise : back;
}

const around = (contour: readonly Position[]): Position[] => resampled([...contour, ...contour.slice(0, 1)], POINTS + 1).slice(0, -1);

/** An area: its outline, and a path that follows the outline without its steps. */
interface Area {
  moments: Moments;
  contour: readonly Position[];
  smooth: (path: readonly Position[]) => readonly Position[];
  /** How it is called in the reason why it is refused, and what can be sent otherwise. */
  what: string;
  otherwise: string;
}

const hasEnds = (shape: string, ends: CurveEnds): boolean => ends !== 'closed' || shape === 'oval';

/** The points of a line that surrounds an area, or why there are none. */
function lineAround(
  { moments, contour, smooth, what, otherwise }: Area,
  shape: string,
  ends: CurveEnds,
  reference: readonly Position[] | null,
): Position[] | string {
  if (!hasEnds(shape, ends)) return around(smooth([...contour, ...contour.slice(0, 1)]));
  const first = reference?.[0];
  const second = shape === 'oval' ? reference?.[1] : reference?.at(-1);
  if (first === undefined || second === undefined)
    return `it is ${what}, and the exported data set has no such line in this picture that shows where its ends are${otherwise}`;
  if (shape === 'oval') return ovalOf(moments, [first, second]);
  const wall = wallOf(contour, moments.centre, [first, second]);
  return resampled([...wall.slice(0, 1), ...smooth(wall), ...wall.slice(-1)], POINTS);
}

/**
 * The points of a line that surrounds the mask.
 * @param reference control points of the same line in the exported data set: they define its ends
 */
export function lineOfMask(mask: Mask, shape: string, ends: CurveEnds, reference: readonly Position[] | null): Position[] | string {
  if (ends === 'open') return 'it is a mask (RLE), and the line has no area';
  const piece = largestPiece(mask);
  if (piece === null) return 'its mask (RLE) is empty';
  const area = {
    moments: momentsOf(piece),
    contour: contourOf(piece),
    smooth: middlesOf,
    what: 'a mask (RLE)',
    otherwise: ': send a polygon',
  };
  return lineAround(area, shape, ends, reference);
}

/** The points of a line that surrounds a polygon, whichever corner it begins with. */
export function lineOfPolygon(
  polygon: readonly Position[],
  shape: string,
  ends: CurveEnds,
  reference: readonly Position[] | null,
): Position[] | string {
  if (ends === 'open') return 'it is an area, and the line has none';
  const moments = momentsOfPolygon(polygon);
  if (moments === null) return 'its polygon has no area';
  return lineAround({ moments, contour: polygon, smooth: (path) => path, what: 'an area', otherwise: '' }, shape, ends, reference);
}
