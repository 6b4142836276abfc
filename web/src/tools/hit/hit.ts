/**
 * Hit test under a pointer. Tolerances are in CSS pixels: the user's precision is the same at every zoom. `scale` is the number
 * of CSS pixels a stored pixel has on each axis.
 */
import type { Point } from '../point.ts';

/** A pointer this near to a point, line or mark means it, in CSS pixels. */
export const HOVER_TOLERANCE_PX = 5;

export interface ScreenScale {
  x: number;
  y: number;
}

/** Distance of two stored points on the screen, in CSS pixels. */
export const screenDistance = (a: Point, b: Point, scale: ScreenScale): number => Math.hypot((a.x - b.x) * scale.x, (a.y - b.y) * scale.y);

/** Index of the nearest of some points within the tolerance; -1 without one. */
export function nearestPoint(points: readonly Point[], at: Point, scale: ScreenScale, tolerancePx = HOVER_TOLERANCE_PX): number {
  let nearest = -1;
  let least = tolerancePx;
  for (const [index, point] of points.entries()) {
    const distance = screenDistance(point, at, scale);
    // The later of two at one place is on top.
    if (distance <= least) {
      least = distance;
      nearest = index;
    }
  }
  return nearest;
}

export interface OnLine {
  /** Index of the segment's first point. */
  segment: number;
  /** Nearest place on the line, in stored pixels. */
  place: Point;
  distancePx: number;
}

/** Nearest place of a line of straight segments within the tolerance; null without one. */
export function nearestOnLine(
  points: readonly Point[],
  closed: boolean,
  at: Point,
  scale: ScreenScale,
  tolerancePx = HOVER_TOLERANCE_PX,
): OnLine | null {
  let found: OnLine | null = null;
  const segments = closed ? points.length : points.length - 1;
  for (let segment = 0; segment < segments; segment += 1) {
    const [from, to] = [points[segment], points[(segment + 1) % points.length]];
    if (!from || !to) continue;
    const place = nearestOnSegment(from, to, at, scale);
    const distancePx = screenDistance(place, at, scale);
    if (distancePx <= (found?.distancePx ?? tolerancePx)) found = { segment, place, distancePx };
  }
  return found;
}

function nearestOnSegment(from: Point, to: Point, at: Point, scale: ScreenScale): Point {
  const dx = (to.x - from.x) * scale.x;
  const dy = (to.y - from.y) * scale.y;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((at.x - from.x) * scale.x * dx + (at.y - from.y) * scale.y * dy) / length2;
  const t = Math.min(Math.max(along, 0), 1);
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

/** Index of the nearest mark across an axis within the tolerance; -1 without one. */
export function nearestMark(marks: readonly number[], at: number, scaleOfAxis: number, tolerancePx = HOVER_TOLERANCE_PX): number {
  let nearest = -1;
  let least = tolerancePx;
  for (const [index, mark] of marks.entries()) {
    const distance = Math.abs(mark - at) * scaleOfAxis;
    if (distance <= least) {
      least = distance;
      nearest = index;
    }
  }
  return nearest;
}
