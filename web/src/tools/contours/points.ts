/** Effect of a press, a drag and a key on the points of one line. Rules of geometry are the engine's. */
import type { CardiacEvents, Line, LinePoint, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import { nearestOnLine, nearestPoint, type ScreenScale } from '../hit/hit.ts';
import type { ControlPointRow, LineRow } from '../lines/definition.ts';
import { linesAt, type LinePlace } from '../lines/place.ts';
import { pointsOf } from '../lines/overlay.ts';
import { controlPoint, freePoint } from '../lines/record.ts';
import type { Held, LineNeeds, Motion, PixelScale } from '../lines/rules.ts';
import type { Point } from '../point.ts';
import { CONTROL_POINT_PX, EVENT_SNAP_PX, MID_POINT_PX, STROKE_TOLERANCE_PX } from './limits.ts';
import { isStrip, type Ready } from './work.ts';

const UNCALIBRATED: PixelScale = [1, 1];
const FREE = /^user-defined_(\d+)$/;
const MIDDLE = 'mid_control_point';

/** A point without a name in the configuration: the person put it where they liked. */
export const isFree = ({ type }: Pick<LinePoint, 'type'>): boolean => type === MIDDLE || FREE.test(type);

const numberOf = ({ type }: LinePoint): number => Number(FREE.exec(type)?.[1] ?? 0);
const nextFree = (points: readonly LinePoint[]): `user-defined_${number}` => `user-defined_${Math.max(0, ...points.map(numberOf)) + 1}`;

/** The control point that is set next; null when all are there. */
export const nextControl = (row: LineRow, points: readonly LinePoint[]): ControlPointRow | null =>
  row.control_points[points.filter((point) => !isFree(point)).length] ?? null;

/** Where a line stands, with the configuration it follows. */
export interface Site {
  ready: Ready;
  place: LinePlace;
  row: LineRow;
  shape: LineShape;
  needs: LineNeeds;
}

const mark = (at: CardiacEvents[keyof CardiacEvents]): number | undefined => (typeof at === 'number' ? at : undefined);

/** Marks of an M-Mode cycle that hold its points. */
function heldBy({ image }: Ready, { cycle }: LinePlace): Held {
  const events = image.cardiac_events[cycle];
  const [start, end, systole] = [mark(events?.end_diastole_start), mark(events?.end_diastole_end), mark(events?.end_systole)];
  return {
    ...(start === undefined ? {} : { end_diastole_start: start }),
    ...(end === undefined ? {} : { end_diastole_end: end }),
    ...(systole === undefined ? {} : { end_systole: systole }),
  };
}

/** Snaps to the nearest mark of the cycle, unless the line has a point there already. */
export function onMark({ ready, place }: Pick<Site, 'ready' | 'place'>, points: readonly Point[], at: Point): Point {
  if (!isStrip(ready.image)) return at;
  const near = Object.values(heldBy(ready, place))
    .filter((x) => Math.abs(x - at.x) <= EVENT_SNAP_PX && !points.some((point) => point.x === x))
    .toSorted((a, b) => Math.abs(a - at.x) - Math.abs(b - at.x));
  return near[0] === undefined ? at : { ...at, x: near[0] };
}

const inPicture = ({ size }: Ready, { x, y }: Point): Point => ({
  x: Math.min(Math.max(x, 0), size.width - 1),
  y: Math.min(Math.max(y, 0), size.height - 1),
});

/** Ring points of other lines of the place: ventricle and atrium share them. */
const sharedRings = ({ ready, place, row }: Site): LinePoint[] =>
  linesAt(ready.image, place).flatMap(({ name, points }) => (name === row.name ? [] : points.filter(({ type }) => type.includes('ring'))));

/** Start of the line of an M-Mode cycle: the end of the same line in the cycle that ends where this one begins. */
function endOfCycleBefore({ ready, place, row }: Site, type: string): (Point & { type: string })[] {
  const [before, now] = [ready.image.cardiac_events[place.cycle - 1], ready.image.cardiac_events[place.cycle]];
  const joins = mark(before?.end_diastole_end) !== undefined && mark(before?.end_diastole_end) === mark(now?.end_diastole_start);
  const line = linesAt(ready.image, { ...place, cycle: place.cycle - 1 }).find(({ name, finished }) => finished && name === row.name);
  const last = line?.points.at(-1);
  return joins && last ? [{ x: last.x, y: last.y, type }] : [];
}

function snapped(site: Site, points: readonly LinePoint[], type: string, at: Point): Point {
  const { rules, image } = site.ready;
  const shared = isStrip(image) ? endOfCycleBefore(site, type) : sharedRings(site);
  if (points.length === 0) return rules.snapPoint('first', type, at, shared);
  const isLast = points.length === site.row.control_points.length - 1;
  return isLast && !isStrip(image) ? rules.snapPoint('last', type, at, shared) : at;
}

/** Where a point of this number goes that the pointer wants somewhere: the third of ovals and valves is held by the other two. */
function constrained({ ready, shape }: Site, points: readonly Point[], number: number, at: Point): Point {
  const [first, second] = points;
  if (number !== 2 || !first || !second) return at;
  if (shape === 'oval') return ready.rules.ovalThirdPoint([first, second], at) ?? at;
  return shape === 'valve' ? (ready.rules.valveApex([first, second], at, ready.scale ?? UNCALIBRATED) ?? at) : at;
}

const runsRight = (points: readonly Point[]): boolean =>
  points.every(({ x }, place) => place === 0 || x > (points[place - 1]?.x ?? Number.NEGATIVE_INFINITY));

/** Points with one more that goes where it fits into the order of the line; null where it has no room. */
function inserted(site: Site, points: readonly LinePoint[], point: LinePoint): LinePoint[] | null {
  const { ready } = site;
  const number = placeFor(site, points, point);
  const more = points.toSpliced(number, 0, point);
  if (!isStrip(ready.image)) return more;
  const held = ready.rules.dragPoint(more, number, point, heldBy(ready, site.place));
  return runsRight(held) ? held : null;
}

function placeFor({ ready, row, shape }: Site, points: readonly LinePoint[], point: LinePoint): number {
  if (!isFree(point)) return points.length;
  if (isStrip(ready.image)) return points.filter(({ x }) => x < point.x).length;
  const rings = row.control_points.filter(({ type }) => type.includes('ring')).length;
  return rings >= 2 && shape !== 'oval' ? ready.rules.placeInContour(points, point) : points.length;
}

/** The line with its next point set at a place; null when it takes no more, or has no room there. */
export function withNextPoint(site: Site, line: Line, wanted: Point, id: string): Line | null {
  const { ready, row, needs } = site;
  const { points } = line;
  const control = nextControl(row, points);
  const full = ready.rules.finishesAt(needs);
  if (full !== null ? points.length >= full : !control && !needs.user_defined_points && row.control_points.length > 0) return null;
  const type = control?.type ?? nextFree(points);
  const at = onMark(site, points, constrained(site, points, points.length, snapped(site, points, type, inPicture(ready, wanted))));
  const point = control ? controlPoint(id, at, control) : freePoint(id, at, nextFree(points));
  const next = inserted(site, points, point);
  return next && { ...line, points: next };
}

/** The line with a point moved towards a place; what is held by it follows. */
export function withPointAt(site: Site, line: Line, id: string, wanted: Point): Line {
  const { ready, shape, place } = site;
  const { points } = line;
  const number = points.findIndex((point) => point.id === id);
  const point = points[number];
  if (!point || point.locked) return line;
  const to = inPicture(ready, wanted);
  if (isStrip(ready.image)) return { ...line, points: ready.rules.dragPoint(points, number, to, heldBy(ready, place)) };
  const at = constrained(site, points, number, to);
  const moved = points.map((one) => (one.id === id ? { ...one, x: at.x, y: at.y } : one));
  const third = moved[2];
  // The third point of an oval or a valve goes with the axis whose end was moved.
  if ((shape === 'oval' || shape === 'valve') && number < 2 && third) {
    const follows = constrained(site, moved, 2, third);
    return { ...line, points: moved.with(2, { ...third, x: follows.x, y: follows.y }) };
  }
  return { ...line, points: moved };
}

const inside = ({ size }: Ready, { x, y }: Point): boolean => x >= 0 && y >= 0 && x <= size.width - 1 && y <= size.height - 1;

/** The whole line moved, scaled or turned; null where that is not possible, or leads out of the picture. */
export function withLineMoved({ ready, shape }: Site, line: Line, motion: Motion, from: Point, to: Point): Line | null {
  // An oval is drawn in pixels, everything else in cm.
  const scale = shape === 'oval' ? UNCALIBRATED : (ready.scale ?? UNCALIBRATED);
  const moved = ready.rules.moveLine(line.points, motion, from, to, scale);
  if (!moved?.every((point) => inside(ready, point))) return null;
  return { ...line, points: line.points.map((point, place) => ({ ...point, ...moved[place] })) };
}

/** The line with what a free hand drew after its last point; null where it takes no points of the person's own. */
export function withStroke(site: Site, line: Line, stroke: readonly Point[], newId: () => string): Line | null {
  const { ready, row, needs } = site;
  const left = row.control_points.length - line.points.filter((point) => !isFree(point)).length;
  if (!needs.user_defined_points || ready.rules.finishesAt(needs) !== null || left > 1) return null;
  const [, ...drawn] = ready.rules.thinStroke(stroke, STROKE_TOLERANCE_PX / ready.screen().x);
  // A stroke from ring to ring ends on the second one.
  const last = left === 1 ? drawn.pop() : undefined;
  const wanted = last ? [last, ...drawn] : drawn;
  return wanted.reduce((all, at) => withNextPoint(site, all, at, newId()) ?? all, line);
}

/** The third point of an oval whose first two are there, at the ratio that the type starts with; null where none is preset. */
export function withPresetRatio(site: Site, line: Line, cursor: Point | null, id: string): Line | null {
  const { ready, row, shape } = site;
  const [first, second, third] = line.points;
  if (shape !== 'oval' || row.ratio_preset === undefined || !first || !second || third) return null;
  const at = ready.rules.ovalByRatio([first, second], row.ratio_preset, cursor ?? undefined);
  if (!at) return null;
  const control = nextControl(row, line.points);
  const point = control ? controlPoint(id, at, control) : freePoint(id, at, nextFree(line.points));
  return { ...line, points: [...line.points, { ...point, origin: 'proposed', method: 'oval-ratio', method_version: '1', proposed: at }] };
}

/** The curve of a line in stored pixels; empty while too few points are there. */
const curves = new WeakMap<Line, readonly Point[]>();
export function curveOf({ ready, row }: Pick<Site, 'ready' | 'row'>, line: Line): readonly Point[] {
  const known = curves.get(line);
  if (known) return known;
  const { rules, image } = ready;
  const curve = pointsOf(isStrip(image) ? rules.stripCurve(line.points, row.interpolation) : rules.planeCurve(line, row.interpolation));
  curves.set(line, curve);
  return curve;
}

/** The line with a point put into its curve under the pointer; null where the curve is not, or takes none. */
export function withPointOnCurve(site: Site, line: Line, at: Point, id: string): Line | null {
  const { ready, row, shape, needs } = site;
  const { rules, image } = ready;
  // Points of an epicardium pair with the points of its endocardium.
  if (!needs.user_defined_points || row.predicted_from !== undefined || shape === 'oval' || rules.finishesAt(needs) !== null) return null;
  const on = nearestOnLine(curveOf(site, line), false, at, ready.screen(), MID_POINT_PX);
  if (!on) return null;
  const point = freePoint(id, on.place, nextFree(line.points));
  if (isStrip(image)) {
    const points = inserted(site, line.points, point);
    return points && { ...line, points };
  }
  const exact = rules.nearestOnCurve(line, row.interpolation, at);
  return exact && { ...line, points: line.points.toSpliced(exact.segment + 1, 0, { ...point, x: exact.x, y: exact.y }) };
}

/** The point under a pointer; control points are easier to hit than those between them. */
export function pointUnder(line: Line, at: Point, screen: ScreenScale): LinePoint | null {
  const near = (points: readonly LinePoint[], tolerance: number) => points[nearestPoint(points, at, screen, tolerance)] ?? null;
  const control = near(
    line.points.filter((point) => !isFree(point)),
    CONTROL_POINT_PX,
  );
  return (
    near(
      line.points.filter((point) => isFree(point)),
      MID_POINT_PX,
    ) ?? control
  );
}

/** Only points of the person's own are deleted, and none of an epicardium or a ring. */
export const mayDelete = ({ row, shape }: Pick<Site, 'row' | 'shape'>, point: LinePoint): boolean =>
  isFree(point) && row.predicted_from === undefined && shape !== 'ring';
