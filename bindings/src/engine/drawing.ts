/**
 * Shapes, constraints and curves while drawing: synchronous, the same rules that are measured by. Call `loadGeometry` first.
 * Points are stored pixels; `scale` is cm per pixel of both axes, [1, 1] without calibration.
 */
import type { AliasingCorrection, Line, LinePoint, LineShape } from '@echometry/contract/generated/analysis-image.ts';
export { EPI_THICKNESS } from '@echometry/contract/generated/drawing-limits.ts';
import * as wasm from '../../wasm/geometry/engine.js';

export interface Position {
  x: number;
  y: number;
}
export type Scale = readonly [number, number];
export type Interpolation = 'linear' | 'pchip' | 'catmull_rom' | 'chord_spline';
export type CaliperConstraint = 'none' | 'straight' | 'perpendicular';

const flat = (points: readonly Position[]): Float64Array => {
  const numbers = new Float64Array(points.length * 2);
  points.forEach(({ x, y }, place) => numbers.set([x, y], place * 2));
  return numbers;
};
const positions = (numbers: Float64Array): Position[] =>
  Array.from({ length: numbers.length / 2 }, (_, place) => ({ x: numbers[place * 2] as number, y: numbers[place * 2 + 1] as number }));
type Drawn = Pick<Line, 'shape' | 'points'>;

const ringPoints = (line: Drawn): number => line.points.filter(({ type }) => type.includes('ring')).length;
const one = (numbers: Float64Array): Position | null => positions(numbers)[0] ?? null;

/** The third point of an oval, on its other half axis; null when the ends are one point. */
export const ovalThirdPoint = (ends: readonly [Position, Position], cursor: Position): Position | null =>
  one(wasm.oval_third_point(flat(ends), cursor.x, cursor.y));

/** The third point for a ratio of short to long axis, on the side of the cursor where there is one. */
export const ovalByRatio = (ends: readonly [Position, Position], ratio: number, cursor?: Position): Position | null =>
  one(wasm.oval_by_ratio(flat(ends), ratio, cursor?.x ?? Number.NaN, cursor?.y ?? Number.NaN));

/** The apex of a valve, as far from both hinges. */
export const valveApex = (hinges: readonly [Position, Position], cursor: Position, scale: Scale): Position | null =>
  one(wasm.valve_apex(flat(hinges), cursor.x, cursor.y, ...scale));

export type Motion = 'move' | 'scale' | 'turn';

/** A whole line after a drag; null without a middle to scale or turn it about. */
export function moveLine(points: readonly Position[], motion: Motion, from: Position, to: Position, scale: Scale): Position[] | null {
  const moved = positions(wasm.move_line(motion, flat(points), flat([from, to]), ...scale));
  return moved.length > 0 ? moved : null;
}

/** The positions of a free stroke that matter: none left out lies farther than `tolerance` px from the rest. */
export const thinStroke = (stroke: readonly Position[], tolerance: number): Position[] =>
  positions(wasm.thin_stroke(flat(stroke), tolerance));

/** A second valve, 100 px next to the first. */
export const valveCopy = (valve: readonly Position[], imageWidth: number): Position[] =>
  positions(wasm.valve_copy(flat(valve), imageWidth));

/** Place of a new point in a contour from ring to ring. */
export const placeInContour = (contour: readonly Position[], point: Position): number =>
  wasm.place_in_contour(flat(contour), point.x, point.y);

/** The epicardium around an endocardium, from ring to ring, closed or oval; null when it cannot be made. */
export function predictEpi(endo: Drawn, thickness: number, imageHeight: number): Position[] | null {
  const epi = positions(wasm.predict_epi(endo.shape, ringPoints(endo), flat(endo.points), thickness, imageHeight));
  return epi.length > 0 ? epi : null;
}

/** The epicardium of another thickness; null when relocating was not possible: the old points stay. */
export function rescaleEpi(endo: readonly Position[], epi: readonly Position[], from: number, to: number): Position[] | null {
  const moved = positions(wasm.rescale_epi(flat(endo), flat(epi), from, to));
  return moved.length > 0 ? moved : null;
}

/** Where the next point of a caliper template of so many points goes. */
export const caliperPoint = (
  constraint: CaliperConstraint,
  templatePoints: number,
  placed: readonly Position[],
  cursor: Position,
  scale: Scale,
): Position => one(wasm.caliper_point(constraint, templatePoints, flat(placed), cursor.x, cursor.y, ...scale)) ?? cursor;

/** A first point goes to the shared point of its type; a last one to any shared point within 10 px. */
export const snapPoint = (
  which: 'first' | 'last',
  type: string,
  cursor: Position,
  shared: readonly (Position & { type: string })[],
): Position =>
  one(
    wasm.snap_point(
      which === 'first',
      type,
      cursor.x,
      cursor.y,
      JSON.stringify(shared.map(({ type: kind, x, y }) => ({ type: kind, x, y }))),
    ),
  ) ?? cursor;

/** Requirements for a complete line. */
export interface LineNeeds {
  shape: LineShape;
  control_points: number;
  user_defined_points: boolean;
}

/** The number of points that finishes the line automatically; null when only the person can. */
export const finishesAt = ({ shape, control_points, user_defined_points }: LineNeeds): number | null =>
  wasm.finishes_at(shape, control_points, user_defined_points) || null;

export const mayFinish = ({ shape, control_points, user_defined_points }: LineNeeds, drawn: number): boolean =>
  wasm.may_finish(shape, control_points, user_defined_points, drawn);

/** A followed line is doubtful by the quality of its points: it has no values there unless a user confirms it (docs/tracking.md). */
export const isDoubtfulLine = (qualities: readonly number[]): boolean => wasm.is_doubtful_line(Float64Array.from(qualities));

/** The curve of a line on a plane, as it is drawn on the screen; empty while too few points are there. */
export const planeCurve = (line: Drawn, interpolation: Interpolation): Float64Array =>
  wasm.plane_curve(line.shape, interpolation, ringPoints(line), flat(line.points));

/** The same as finely as it is measured: 36 positions a segment, 400 around an oval. */
export const measuredPlaneCurve = (line: Drawn, interpolation: Interpolation): Float64Array =>
  wasm.measured_plane_curve(line.shape, interpolation, ringPoints(line), flat(line.points));

/** The curve of a line on a strip, every `step` columns; empty while its points do not run to the right. */
export const stripCurve = (points: readonly Position[], interpolation: Interpolation, step = 1): Float64Array =>
  wasm.strip_curve(interpolation, flat(points), step);

export interface NearestOnCurve extends Position {
  /** A point inserted here comes after the control point of this index, in the order in which the line is drawn. */
  segment: number;
  share: number;
  distance: number;
}

/** The position of a plane's line nearest to the cursor; null without a curve. */
export function nearestOnCurve(line: Drawn, interpolation: Interpolation, cursor: Position): NearestOnCurve | null {
  const [segment, share, x, y, distance] = wasm.nearest_on_curve(
    line.shape,
    interpolation,
    ringPoints(line),
    flat(line.points),
    cursor.x,
    cursor.y,
  );
  return segment === undefined || share === undefined || x === undefined || y === undefined || distance === undefined
    ? null
    : { segment, share, x, y, distance };
}

/** Coordinates for pinned points and for points of events; what is absent holds nothing. */
export interface Held {
  onset_start?: number;
  onset_end?: number;
  zero_y?: number;
  previous_last_y?: number;
  end_diastole_start?: number;
  end_diastole_end?: number;
  end_systole?: number;
}

/** The points of a strip's line after one was dragged: pins, neighbours and events hold, slaves follow. */
export const dragPoint = (points: readonly LinePoint[], place: number, to: Position, held: Held): LinePoint[] =>
  JSON.parse(wasm.drag_point(JSON.stringify(points), place, to.x, to.y, JSON.stringify(held))) as LinePoint[];

/** The points with every pinned one in its place. */
export const applyPins = (points: readonly LinePoint[], held: Held): LinePoint[] =>
  JSON.parse(wasm.apply_pins(JSON.stringify(points), JSON.stringify(held))) as LinePoint[];

/** Rows that a correction of aliasing moves to the other end of a scale of so many rows; 0 where it is off. */
export function aliasedRows(rows: number, { up, down }: AliasingCorrection): AliasingCorrection {
  const [above = 0, below = 0] = wasm.aliased_rows(rows, up, down);
  return { up: above, down: below };
}
