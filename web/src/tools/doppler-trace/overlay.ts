/** Drawings over a strip: its cycles, the zero line, the traces with their points, the point that comes next. */
import type { LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { PatternRow } from '../lines/definition.ts';
import { handleShape, curveShape, wordsShape } from '../lines/overlay.ts';
import { colourOfType } from '../lines/type-colours.ts';
import { colourOf, PLAIN } from '../palette.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import type { Point } from '../point.ts';
import { NO_SHAPES } from '../port.ts';
import { baselineGrip } from './baseline.ts';
import { curveOf } from './curve.ts';
import { samePlace } from './editing.ts';
import { envelopeShapes } from './envelope-overlay.ts';
import { guideShown } from './guide.ts';
import { nextNames } from './place-at.ts';
import { placement } from './placing.ts';
import type { PointPlace, TraceContext, TraceState } from './state.ts';
import { currentCycle, isEditing, progresses, readyOf, statusOf, type Ready } from './status.ts';
import { columnShape } from '../strip-drawing.ts';
import { stripShapes } from './strip-shapes.ts';
import { messages } from './messages.ts';
import { isControl, lineAt, patternAt, rowOf } from './trace.ts';

/** From a pinned point to its clamps, and half the length of one, in CSS pixels. */
const PIN_PX = 9;
const CLAMP_PX = 4;

export function overlayOf(state: TraceState, context: TraceContext): readonly OverlayShape[] {
  const held = state.drag?.image ?? state.correcting;
  const ready = readyOf(held ? { ...context, image: held } : context);
  if (!ready) return NO_SHAPES;
  const { baseline_y: dragged } = (state.drag?.what === 'baseline' && ready.image.calibration) || { baseline_y: null };
  const shown: Ready = dragged === null ? ready : { ...ready, strip: { ...ready.strip, baseline: dragged } };
  const status = statusOf(state, context);
  const current = status === 'finished' || status === 'unactive' || status === 'selecting-cycles' ? null : currentCycle(state, ready);
  const shapes: OverlayShape[] = [...stripShapes(state, shown, status, current)];
  for (const [cycle, progress] of progresses(shown).entries())
    if (progress !== 'none') shapes.push(...trace(shown, cycle, cycle === current, progress === 'pending'));
  if (current !== null && isEditing(status)) shapes.push(...handles(state, shown, current));
  if (current !== null && status === 'segmenting') shapes.push(...upcoming(state, shown, current));
  if (current !== null) shapes.push(...envelopeShapes(state, shown));
  shapes.push(...grip(state, shown), ...guide(state, shown));
  return shapes;
}

/** The curve of a cycle; dashed until it is accepted. */
function trace({ image, type, rules }: Ready, cycle: number, active: boolean, dashed: boolean): OverlayShape[] {
  const line = lineAt(image, cycle);
  const pattern = patternAt(type, image, cycle);
  if (!line || !pattern) return [];
  const curve = curveOf(line, rowOf(pattern).interpolation, rules);
  const shapes: OverlayShape[] = curve.length > 1 ? [curveShape(curve, colourOf(cycle), dashed ? 'dashed' : 'solid')] : [];
  if (active) return shapes;
  for (const point of line.points) if (isControl(point)) shapes.push(dot(point, cycle), ...name(point, cycle));
  return shapes;
}

/** A control point has the colour of its type, else its cycle's. */
const colourAt = ({ type }: LinePoint, cycle: number): Colour => (isControl({ type }) ? (colourOfType(type) ?? colourOf(cycle)) : PLAIN);

const dot = (point: LinePoint, cycle: number): OverlayShape => ({
  kind: 'point',
  at: { x: point.x, y: point.y },
  colour: colourAt(point, cycle),
  form: 'dot',
});

const name = (point: LinePoint, cycle: number): OverlayShape[] =>
  point.show_label_in_image && point.abbreviation ? [wordsShape(point, point.abbreviation, colourAt(point, cycle))] : [];

/** Points that can be dragged, with the current cycle's on top. */
function handles({ hover, selected }: TraceState, context: Ready, cycle: number): OverlayShape[] {
  const shapes: OverlayShape[] = [];
  for (const [place, point] of (lineAt(context.image, cycle)?.points ?? []).entries()) {
    const own: PointPlace = { cycle, point: place };
    const colour = colourAt(point, cycle);
    const under = hover !== 'baseline' && samePlace(hover, own);
    const look = samePlace(selected, own) ? 'selected' : under ? 'hover' : 'idle';
    shapes.push(...pins(point, colour, context), handleShape(point, colour, look));
    shapes.push(...(look === 'idle' ? name(point, cycle) : [wordsShape(point, wordsOf(point), colour)]));
  }
  const other = hover !== null && hover !== 'baseline' && hover.cycle !== cycle ? hover : null;
  const point = other && lineAt(context.image, other.cycle)?.points[other.point];
  if (!other || !point) return shapes;
  const colour = colourAt(point, other.cycle);
  return [...shapes, handleShape(point, colour, 'hover'), wordsShape(point, wordsOf(point), colour)];
}

/** Name of a point, as the configuration has it. */
const wordsOf = ({ type }: LinePoint): string =>
  type === 'mid_control_point'
    ? messages.midPoint
    : type.replace(/^user-defined_(\d+)$/, (_, number: string) => messages.point(Number(number)));

/** Clamps of a pinned point, on both sides of it along the direction in which it cannot move. */
function pins(
  { x, y, on_onset, forced_to_zero, same_as_start, same_as_end }: LinePoint,
  colour: Colour,
  { scale }: Pick<Ready, 'scale'>,
): OverlayShape[] {
  const { x: across, y: down } = scale();
  const [away, half] = [PIN_PX, CLAMP_PX];
  const bar = (ends: readonly Point[]): OverlayShape => ({
    kind: 'line',
    points: ends.map((end) => ({ x: x + end.x / across, y: y + end.y / down })),
    closed: false,
    colour,
    style: 'solid',
    width: 2,
  });
  const sides = (held: boolean, ends: (side: 1 | -1) => Point[]): OverlayShape[] => (held ? [bar(ends(-1)), bar(ends(1))] : []);
  return [
    ...sides(on_onset, (side) => [
      { x: side * away, y: -half },
      { x: side * away, y: half },
    ]),
    ...sides(forced_to_zero || same_as_start || same_as_end, (side) => [
      { x: -half, y: side * away },
      { x: half, y: side * away },
    ]),
  ];
}

/** The points of the trace so far, and where the next one would lie, with its name. */
function upcoming(state: TraceState, context: Ready, cycle: number): OverlayShape[] {
  const placed = lineAt(context.image, cycle)?.points ?? [];
  const shapes = placed.flatMap((point) => {
    const colour = colourAt(point, cycle);
    return [...pins(point, colour, context), handleShape(point, colour, 'idle'), ...name(point, cycle)];
  });
  const names = nextNames(state, context);
  const next = state.cursor && placement(cycle, state.cursor, false, context);
  if (!state.cursor || !next || !names) return shapes;
  const colour = colourAt(next.point, cycle);
  const before = placed.at(-1);
  if (before) {
    const { interpolation } = rowOf(patternAt(context.type, context.image, cycle) as PatternRow);
    const curve = curveOf({ points: next.points }, interpolation, context.rules).filter(({ x }) => x >= before.x);
    if (curve.length > 1) shapes.push(curveShape(curve, PLAIN, 'dotted'));
  }
  shapes.push(...pins(next.point, colour, context), { kind: 'point', at: { x: next.point.x, y: next.point.y }, colour, form: 'cross' });
  shapes.push(wordsShape(state.cursor, messages.nextPoint(names.name, names.free), PLAIN));
  return shapes;
}

/** The zero line's handle at its right end. */
function grip({ hover, drag }: TraceState, { strip, mayChange }: Ready): OverlayShape[] {
  const at = baselineGrip(strip);
  if (!at || !mayChange) return [];
  return [handleShape(at, PLAIN, drag?.what === 'baseline' ? 'selected' : hover === 'baseline' ? 'hover' : 'idle')];
}

/** The guide across the strip at the cursor. */
function guide(state: TraceState, { type, rules, strip }: Ready): OverlayShape[] {
  const { cursor } = state;
  return !cursor || state.drag || !guideShown(state, { type, rules }) ? [] : [columnShape(cursor.x, strip, PLAIN)];
}
