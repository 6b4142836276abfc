/**
 * Where the points of a template go: the engine has the constraint, which applies in a drag as it does while points are placed.
 */
import type { Point } from '../point.ts';
import type { CaliperContext, CaliperState, Template } from './state.ts';

/** Points that a constraint looks at: the earlier points of the template, or of one pair where each is constrained separately. */
function group(template: Template, placed: readonly Point[]): { count: number; placed: readonly Point[] } {
  if (template.constrained_pairs !== true) return { count: template.n_points, placed };
  return { count: 2, placed: placed.slice(placed.length - (placed.length % 2)) };
}

/** The next point of a template for a cursor. */
export function nextPoint(
  { locked }: Pick<CaliperState, 'locked'>,
  template: Template,
  placed: readonly Point[],
  cursor: Point,
  { rules, pixelScale }: CaliperContext,
): Point {
  if (!locked || !rules) return cursor;
  const within = group(template, placed);
  return rules.caliperPoint(template.constraints, within.count, within.placed, cursor, pixelScale(cursor));
}

/** The points after one of them was moved: those after it follow their constraint. */
export function movedPoints(
  state: Pick<CaliperState, 'locked'>,
  template: Template,
  points: readonly Point[],
  moved: number,
  to: Point,
  context: CaliperContext,
): Point[] {
  const found: Point[] = [];
  for (const [index, point] of points.entries())
    found.push(index < moved ? point : nextPoint(state, template, found, index === moved ? to : point, context));
  return found;
}

/** Pairs of points that a template measures between, by their places: for what is drawn. */
export function segmentsOf({
  n_points: points,
  dists_name,
  angles_name,
}: Pick<Template, 'n_points' | 'dists_name' | 'angles_name'>): [number, number][] {
  const next = (at: number): [number, number] => [at, at + 1];
  const inPairs = dists_name.length > 0 ? points === 2 * dists_name.length : angles_name.length > 0 && points === 4;
  const count = inPairs ? points / 2 : points - 1;
  return Array.from({ length: count }, (_, place) => next(inPairs ? 2 * place : place));
}
