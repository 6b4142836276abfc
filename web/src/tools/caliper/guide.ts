/** The arc that shows an angle. */
import type { ScreenScale } from '../hit/hit.ts';
import type { Point } from '../point.ts';

/** Radius of the arc in CSS pixels (docs/specification.md#image-analysis). */
export const GUIDE_RADIUS_PX = 80;
/** Where the shorter arm is longer than this, the radius follows it, in CSS pixels. */
export const LONG_ARM_PX = 140;
/** The arc then ends this much before the shorter arm, in CSS pixels. */
const BEFORE_END_PX = 80;
/** Straight pieces of an arc. */
const PIECES = 24;

export const guideRadius = (shorterArmPx: number): number => (shorterArmPx > LONG_ARM_PX ? shorterArmPx - BEFORE_END_PX : GUIDE_RADIUS_PX);

/** The arms of an angle of a template, and where they meet; null for points that make none. */
export function armsOf(points: readonly Point[]): { vertex: Point; arms: [Point, Point] } | null {
  const [first, second, third, fourth] = points;
  if (!first || !second || !third || points.length > 4) return null;
  if (!fourth) return { vertex: second, arms: [first, third] };
  // Two lines: the first is brought to where the second begins.
  const brought = { x: third.x + second.x - first.x, y: third.y + second.y - first.y };
  return { vertex: third, arms: [brought, fourth] };
}

/** The arc from one arm to the other, on the side of the smaller angle, in stored pixels; round on the screen. */
export function angleGuide(points: readonly Point[], scale: ScreenScale): Point[] {
  const found = armsOf(points);
  if (!found) return [];
  const { vertex } = found;
  const [one, other] = found.arms.map(({ x, y }) => ({ x: (x - vertex.x) * scale.x, y: (y - vertex.y) * scale.y }));
  if (!one || !other) return [];
  const radius = guideRadius(Math.min(Math.hypot(one.x, one.y), Math.hypot(other.x, other.y)));
  const from = Math.atan2(one.y, one.x);
  const turn = Math.atan2(one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y);
  return Array.from({ length: PIECES + 1 }, (_, piece) => {
    const at = from + (turn * piece) / PIECES;
    return { x: vertex.x + (Math.cos(at) * radius) / scale.x, y: vertex.y + (Math.sin(at) * radius) / scale.y };
  });
}
