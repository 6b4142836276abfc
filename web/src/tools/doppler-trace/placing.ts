/** Points of a trace from left to right: the next one that the pattern names, or a free one. */
import type { AnalysisImage, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { presetCalibration } from '@echometry/contract/rules/calibration.ts';
import { needsOf, type ControlPointRow, type LineRow, type PatternRow } from '../lines/definition.ts';
import { controlPoint, freePoint } from '../lines/record.ts';
import type { Point } from '../point.ts';
import { CONTROL_POINT_PX, NEIGHBOUR_SPACING_PX } from './limits.ts';
import { lineWith, withinCycle, withTrace, type Knows } from './record.ts';
import type { Ready } from './status.ts';
import { cyclesOf, heldOf, isControl, lineAt, nextControl, onsetsOf, patternAt, rowOf, rowsOf } from './trace.ts';

/** The point that is placed next, where it would lie, and the trace with it. */
export interface Placement {
  points: LinePoint[];
  point: LinePoint;
  /** It completes the trace. */
  last: boolean;
}

/** Where the points still to come have room at least: next to each other at the end of the cycle. */
function toCome(row: LineRow, rest: readonly ControlPointRow[], end: number, y: number): LinePoint[] {
  return rest.map((control, place) =>
    controlPoint(`to come ${row.name} ${place}`, { x: end - (rest.length - 1 - place) * NEIGHBOUR_SPACING_PX, y }, control),
  );
}

/** Number of the next point of the person's own. */
export const freeNumber = (points: readonly LinePoint[]): number =>
  1 + Math.max(0, ...points.map(({ type }) => Number(/^user-defined_(\d+)$/.exec(type)?.[1] ?? 0)));

/** A press for the next point: its column, and whether the user wants a free point. */
interface Press {
  x: number;
  own: boolean;
}

/**
 * Whether a press places a point of the person's own: only patterns that have such points, after the first named one,
 * and while the next is the end of the cycle only a press away from that.
 * @param end column of the onset that ends the cycle
 */
function isFree(row: LineRow, points: readonly LinePoint[], { x, own }: Press, end: number, { scale }: Ready): boolean {
  const control = nextControl(row, points);
  if (!row.user_defined_points) return false;
  if (control === null) return row.control_points.length === 0;
  if (points.length === 0 || own) return points.length > 0;
  return control.on_onset && (end - x) * scale().x > CONTROL_POINT_PX;
}

/**
 * The next point of a cycle for a place of the strip; null where it has no room left.
 * @param own the user wants a free point before the next named one
 */
export function placement(cycle: number, at: Point, own: boolean, context: Ready): Placement | null {
  const { image, type, rules, strip } = context;
  const row = rowOf(patternAt(type, image, cycle) as PatternRow);
  const points = lineAt(image, cycle)?.points ?? [];
  const control = nextControl(row, points);
  const x = withinCycle(image, cycle, at.x);
  const end = onsetsOf(image, cycle)?.end ?? strip.right;
  const free = isFree(row, points, { x, own }, end, context);
  if (!control && !free) return null;
  const { top, bottom } = rowsOf(strip, image, rules);
  const y = Math.min(Math.max(at.y, top), bottom);
  const rest = row.control_points.slice(points.filter(isControl).length + (free ? 0 : 1));
  const least = (points.at(-1)?.x ?? -Infinity) + NEIGHBOUR_SPACING_PX;
  const coming = toCome(row, rest, end, y);
  const pinnedEnd = !free && rest.length === 0;
  if (!pinnedEnd && least > (coming[0]?.x ?? end + NEIGHBOUR_SPACING_PX) - NEIGHBOUR_SPACING_PX) return null;
  const start = { x: Math.max(x, least), y };
  const id = context.newId();
  const next = free || !control ? freePoint(id, start, `user-defined_${freeNumber(points)}`) : controlPoint(id, start, control);
  const placed = rules.dragPoint([...points, next, ...coming], points.length, { x, y }, heldOf(image, cycle, strip.baseline));
  const all = placed.slice(0, points.length + 1);
  const point = all.at(-1);
  if (!point) return null;
  return { points: all, point, last: row.control_points.length > 0 && nextControl(row, all) === null };
}

/** Every control point is there, and the configuration finishes the line with it. */
const finishes = (row: LineRow, { last }: Placement, { rules }: Ready): boolean =>
  last && (rules.finishesAt(needsOf(row, row.shape)) !== null || row.user_defined_points);

/** The image with the next point of a cycle; the first one of an image presets the direction of flow. */
export function placed(image: AnalysisImage, cycle: number, next: Placement, context: Ready, knows: Knows): AnalysisImage {
  const pattern = patternAt(context.type, image, cycle) as PatternRow;
  const isFirst = cyclesOf(image).every((one) => (lineAt(image, one)?.points.length ?? 0) === 0);
  const calibration = isFirst && image.calibration === null ? presetCalibration(pattern) : image.calibration;
  const line = lineWith(image, cycle, next.points, finishes(rowOf(pattern), next, context), knows);
  return withTrace({ ...image, calibration }, cycle, line, knows);
}
