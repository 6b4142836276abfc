/** Drawings over a picture: the lines of its place, the points of the one in work, their names, and where the next point goes. */
import type { Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { CLIP_EVENTS, SHORT_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import type { LineRow } from '../lines/definition.ts';
import { curveShape, handleShape, pointsOf, wordsShape } from '../lines/overlay.ts';
import { frameOf, linesAt, samePlace, type LinePlace } from '../lines/place.ts';
import { colourOfType } from '../lines/type-colours.ts';
import { LINE_WIDTH_PX, type Colour, type OverlayShape } from '../overlay.ts';
import { colourOf, PLAIN, SELECTED } from '../palette.ts';
import { NO_SHAPES } from '../port.ts';
import type { Point } from '../point.ts';
import { rescaledWall, wallNear } from './change.ts';
import { siteOf } from './edit.ts';
import { isEditing } from './guards.ts';
import { messages } from './messages.ts';
import { curveOf, nextControl, withNextPoint, withPresetRatio } from './points.ts';
import type { ContourContext, ContourState } from './state.ts';
import { trackedShapes } from './tracking-overlay.ts';
import { isPredicted, isStrip, readyOf, workOf, type Ready, type Work } from './work.ts';

/** From the upper end of a mark to its words, in CSS pixels. */
const EVENT_WORDS_PX: Point = { x: 5, y: 12 };
const PREVIEW_ID = 'preview';
const RIGHT: Point = { x: 1, y: 0 };
/** On which side of its line a name stands, in turn: names of lines that lie around each other stay apart. */
const NAMES_TOWARDS: readonly Point[] = [{ x: 1, y: -0.4 }, { x: 1, y: 0.8 }, RIGHT];

const colourOfLine = ({ pattern }: Ready, name: string): Colour =>
  colourOf(
    Math.max(
      pattern.lines.findIndex((row) => row.name === name),
      0,
    ),
  );

/** Places whose lines belong on a frame. */
function placesOn({ image, places }: Ready, frame: number): readonly LinePlace[] {
  return places.filter((place) => [null, frame].includes(frameOf(image, place)));
}

export function overlayOf(state: ContourState, context: ContourContext, frame: number): readonly OverlayShape[] {
  const ready = readyOf(context);
  if (!ready) return NO_SHAPES;
  const work = workOf(state, ready);
  const able = work.status === 'segmenting' || isEditing(work.status);
  const shapes: OverlayShape[] = [];
  if (ready.strip) shapes.push(...eventMarks(ready, work, ready.strip));
  if (state.ghost) shapes.push(...ghost(ready, work, frame));
  for (const place of placesOn(ready, frame)) {
    const here = samePlace(place, work.place);
    for (const stored of linesAt(ready.image, place)) {
      const line = here ? heldOf(state, ready, work, stored) : stored;
      const row = ready.pattern.lines.find(({ name }) => name === line.name);
      if (!row || !isOn(ready, place, line, frame)) continue;
      shapes.push(...drawn(ready, line, row, here));
      if (here && able && line.name === work.row.name) shapes.push(...handles(state, line, colourOfLine(ready, line.name)));
    }
  }
  shapes.push(
    ...trackedShapes(
      ready,
      frame,
      (name) => colourOfLine(ready, name),
      (curve, at) => farthest(curve, NAMES_TOWARDS[at % NAMES_TOWARDS.length] ?? RIGHT),
    ),
  );
  if (state.stroke && state.stroke.length > 1) shapes.push(curveShape(state.stroke, colourOfLine(ready, work.row.name), 'solid'));
  const onFrame = placesOn(ready, frame).some((place) => samePlace(place, work.place));
  return work.status === 'segmenting' && onFrame ? [...shapes, ...next(state, ready, work)] : shapes;
}

/** The marks of the M-Mode cycle in work, which hold its points. */
function eventMarks({ image }: Ready, { place }: Work, { top, bottom }: { top: number; bottom: number }): OverlayShape[] {
  const events = image.cardiac_events[place.cycle];
  return [events?.end_diastole_start, events?.end_systole, events?.end_diastole_end].flatMap((at, number): OverlayShape[] => {
    if (typeof at !== 'number') return [];
    const words = number === 1 ? SHORT_EVENTS.end_systole : SHORT_EVENTS.end_diastole;
    return [
      { kind: 'mark', axis: 'x', at, from: top, to: bottom, colour: PLAIN, style: 'dotted', flag: false },
      { kind: 'label', at: { x: at, y: top }, text: words, colour: PLAIN, offset: EVENT_WORDS_PX, anchor: 'start' },
    ];
  });
}

/** A line without an event belongs to the frame it was drawn on. */
const isOn = ({ image }: Ready, place: LinePlace, line: Line, frame: number): boolean =>
  isStrip(image) || place.event !== null || line.frame_number === null || line.frame_number === frame;

/** The line as the drag or the slider changes it now. */
function heldOf(state: ContourState, ready: Ready, work: Work, line: Line): Line {
  const { drag, thickness } = state;
  if (drag && drag.held.name === line.name) return drag.now ?? drag.held;
  if (thickness === null) return line;
  const wall = wallNear(ready, work.place, work.row);
  return wall && wall.epi === line ? (rescaledWall(ready, wall.endo, wall.epi, thickness) ?? line) : line;
}

const farthest = (curve: readonly Point[], { x, y }: Point): Point =>
  curve.reduce((most, point) => (point.x * x + point.y * y > most.x * x + most.y * y ? point : most));

function drawn(ready: Ready, line: Line, row: LineRow, named: boolean): OverlayShape[] {
  const curve = curveOf({ ready, row }, line);
  const colour = colourOfLine(ready, line.name);
  const predicted = isPredicted(line);
  const shapes: OverlayShape[] = [];
  if (curve.length > 1) shapes.push(curveShape(curve, colour, predicted ? 'dashed' : 'solid'));
  const right = curve.length > 1 ? farthest(curve, NAMES_TOWARDS[ready.pattern.lines.indexOf(row) % NAMES_TOWARDS.length] ?? RIGHT) : null;
  if (named && right) shapes.push(wordsShape(right, `${line.name}${predicted ? ` · ${messages.predicted}` : ''}`, colour));
  for (const point of line.points)
    if (named && point.show_label_in_image && point.abbreviation !== null)
      shapes.push(wordsShape(point, point.abbreviation, colourOfType(point.type) ?? colour));
  return shapes;
}

function handles({ selected, hover, drag }: ContourState, { points }: Line, colour: Colour): OverlayShape[] {
  const stateOf = ({ id }: LinePoint): 'idle' | 'hover' | 'selected' =>
    id === selected || id === drag?.point ? 'selected' : id === hover ? 'hover' : 'idle';
  return points.map((point) => handleShape(point, colourOfType(point.type) ?? colour, stateOf(point)));
}

/** Lines of the other event of the cycle, dotted. */
function ghost(ready: Ready, { place }: Work, frame: number): OverlayShape[] {
  if (place.event === null || frameOf(ready.image, place) !== frame) return [];
  const other = CLIP_EVENTS.find((event) => event !== place.event);
  if (!other) return [];
  return linesAt(ready.image, { cycle: place.cycle, event: other }).flatMap((line) => {
    const row = ready.pattern.lines.find(({ name }) => name === line.name);
    const curve = row ? curveOf({ ready, row }, line) : [];
    return curve.length > 1 ? [curveShape(curve, colourOfLine(ready, line.name), 'dotted')] : [];
  });
}

/** Where the next point goes, what it is called, and the shape that it would complete. */
function next(state: ContourState, ready: Ready, work: Work): OverlayShape[] {
  const at = state.aim ?? (state.hover === null ? state.cursor : null);
  if (!at || state.drag || state.stroke) return [];
  const shapes: OverlayShape[] = [];
  const colour = colourOfLine(ready, work.row.name);
  const control = nextControl(work.row, work.line?.points ?? []);
  if (state.aim) shapes.push({ kind: 'point', at, colour: SELECTED, form: 'cross' });
  if (control) shapes.push(wordsShape(at, control.type, colourOfType(control.type) ?? colour));
  const preview = work.line && work.line.points.length > 0 ? previewed(ready, work, work.line, at) : [];
  if (preview.length > 1) shapes.push({ ...curveShape(preview, colour, 'dashed'), width: LINE_WIDTH_PX / 2 } as OverlayShape);
  return shapes;
}

/** The line with a point at the pointer, as long as it has no curve. */
function previewed(ready: Ready, work: Work, line: Line, at: Point): readonly Point[] {
  const site = siteOf(ready, work);
  if (curveOf(site, line).length > 2) return [];
  const whole = withPresetRatio(site, line, at, PREVIEW_ID) ?? withNextPoint(site, line, at, PREVIEW_ID);
  if (!whole) return [];
  const { rules, image } = ready;
  return pointsOf(
    isStrip(image) ? rules.stripCurve(whole.points, work.row.interpolation) : rules.planeCurve(whole, work.row.interpolation),
  );
}
