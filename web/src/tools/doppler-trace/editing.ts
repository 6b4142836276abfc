/** Changes of a trace that is whole: its points are moved, added and removed. */
import type { AnalysisImage, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { nearestOnLine, screenDistance } from '../hit/hit.ts';
import { freePoint } from '../lines/record.ts';
import type { PatternRow } from '../lines/definition.ts';
import type { Point } from '../point.ts';
import { curveOf } from './curve.ts';
import { CONTROL_POINT_PX, MID_POINT_PX, NEIGHBOUR_SPACING_PX } from './limits.ts';
import { freeNumber } from './placing.ts';
import { lineWith, withTrace, type Knows } from './record.ts';
import type { PointPlace } from './state.ts';
import { progresses, type Ready } from './status.ts';
import { heldOf, isControl, lineAt, patternAt, rowOf, rowsOf } from './trace.ts';

export const samePlace = (a: PointPlace | null, b: PointPlace | null): boolean => a?.cycle === b?.cycle && a?.point === b?.point;

/** The point of a place; null where the record has none by now. */
export const pointAt = (image: AnalysisImage, { cycle, point }: PointPlace): LinePoint | null =>
  lineAt(image, cycle)?.points[point] ?? null;

/** A point of the person's own or one between control points. */
export const canBeDeleted = (point: LinePoint | null): boolean => point !== null && !isControl(point);

/**
 * The point under a pointer: within 9 px of a control point and 6 px of one between, at every zoom. The current cycle is on top.
 */
export function pointUnder(at: Point, cycles: readonly number[], { image, scale }: Ready): PointPlace | null {
  let found: PointPlace | null = null;
  let least = Infinity;
  for (const cycle of cycles)
    for (const [point, one] of (lineAt(image, cycle)?.points ?? []).entries()) {
      const distance = screenDistance(one, at, scale());
      if (distance > (isControl(one) ? CONTROL_POINT_PX : MID_POINT_PX) || distance >= least) continue;
      least = distance;
      found = { cycle, point };
    }
  return found;
}

/** Cycles whose trace is whole, that which is worked on first. */
export function editable(current: number, context: Ready): number[] {
  const whole = progresses(context).flatMap((progress, cycle) => (progress === 'pending' || progress === 'traced' ? [cycle] : []));
  return whole.toSorted((a, b) => Number(b === current) - Number(a === current));
}

/** The image with other points in a cycle. A changed trace belongs to the user: it is finished, and no copy overwrites it. */
const changed = (image: AnalysisImage, cycle: number, points: LinePoint[], knows: Knows): AnalysisImage =>
  withTrace(image, cycle, lineWith(image, cycle, points, true, knows), knows);

/** The image with a point moved as far as pins, neighbours and the strip allow. */
export function moved(image: AnalysisImage, { cycle, point }: PointPlace, to: Point, context: Ready, knows: Knows): AnalysisImage {
  const points = lineAt(image, cycle)?.points;
  if (!points) return image;
  const { top, bottom } = rowsOf(context.strip, image, context.rules);
  const at = { x: to.x, y: Math.min(Math.max(to.y, top), bottom) };
  const next = context.rules.dragPoint(points, point, at, heldOf(image, cycle, context.strip.baseline));
  const same = next.every(({ x, y }, place) => x === points[place]?.x && y === points[place].y);
  return same ? image : changed(image, cycle, next, knows);
}

/** The image with one more point on the curve of a cycle under the pointer; null without a curve, or without room. */
export function inserted(at: Point, cycle: number, context: Ready, knows: Knows): { image: AnalysisImage; place: PointPlace } | null {
  const { image, type, rules } = context;
  const line = lineAt(image, cycle);
  const row = rowOf(patternAt(type, image, cycle) as PatternRow);
  const on = line && nearestOnLine(curveOf(line, row.interpolation, rules), false, at, context.scale());
  if (!line || !on) return null;
  const point = line.points.findIndex(({ x }) => x > on.place.x);
  const [before, after] = [line.points[point - 1], line.points[point]];
  if (!before || !after || on.place.x - before.x < NEIGHBOUR_SPACING_PX || after.x - on.place.x < NEIGHBOUR_SPACING_PX) return null;
  const kind = row.user_defined_points ? (`user-defined_${freeNumber(line.points)}` as const) : 'mid_control_point';
  const points = line.points.toSpliced(point, 0, freePoint(context.newId(), on.place, kind));
  return { image: changed(image, cycle, points, knows), place: { cycle, point } };
}

/** The image without a point. @param whole the trace is finished: a changed trace belongs to the user */
export function deleted(image: AnalysisImage, { cycle, point }: PointPlace, whole: boolean, knows: Knows): AnalysisImage {
  const points = lineAt(image, cycle)?.points ?? [];
  return withTrace(image, cycle, lineWith(image, cycle, points.toSpliced(point, 1), whole, knows), knows);
}
