/**
 * The envelope of a spectrum that the engine offers for a cycle: looked for by the user's settings, and a trace only by their key.
 */
import type { LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { Envelope, EnvelopeRequest, EnvelopeSide } from '@echometry/contract/generated/envelope.ts';
import { presetCalibration } from '@echometry/contract/rules/calibration.ts';
import type { PatternRow } from '../lines/definition.ts';
import { controlPoint, freePoint } from '../lines/record.ts';
import type { Point } from '../point.ts';
import { CONTROL_POINT_PX } from './limits.ts';
import { knowing, lineWith, withinCycle, withTrace } from './record.ts';
import type { TraceState, TraceStep } from './state.ts';
import type { EnvelopeSearch } from './envelope-search.ts';
import { currentCycle, progresses, type Ready } from './status.ts';
import { act, commit, stay } from '../steps.ts';
import { heldOf, lineAt, onsetsOf, patternAt, rowOf } from './trace.ts';

/** Limits of the threshold, and what it is at first (engine-rs/src/envelope/detect.rs). */
export const SHARE = { min: 0.2, max: 0.8, step: 0.05, initial: 0.5 } as const;
/** Name under which accepted points are stored (engine-rs/src/records/envelope.rs). */
export const ENVELOPE_METHOD = 'outer-envelope';
/** Points between two control points: the curve between them bends as the flow does. */
const MID_POINTS = 3;
/** Smallest distance of the two limits, in stored pixels. */
export const LEAST_WIDTH_PX = 12;
/** A side that has this share of the strip's rows is where the flow is expected. */
const MAIN_SIDE = 0.6;

/** The cycle in work can be looked at: it has onsets, a zero line, and a pattern with points. */
export function canSearch(state: TraceState, context: Ready): boolean {
  const cycle = currentCycle(state, context);
  const pattern = patternAt(context.type, context.image, cycle);
  return (
    pattern !== null &&
    rowOf(pattern).control_points.length > 1 &&
    context.strip.baseline !== null &&
    onsetsOf(context.image, cycle) !== null
  );
}

/** The side with the room: a zero line is moved away from the flow. */
function expectedSide({ strip: { top, bottom, baseline } }: Ready): EnvelopeSide {
  const above = ((baseline ?? top) - top) / (bottom - top);
  return above >= MAIN_SIDE ? 'above' : above <= 1 - MAIN_SIDE ? 'below' : 'both';
}

function requestOf({ cycle, columns, side, share }: EnvelopeSearch, { image, type, strip, rules }: Ready): EnvelopeRequest | null {
  const pattern = patternAt(type, image, cycle);
  if (!pattern || strip.baseline === null) return null;
  const { up, down } = rules.aliasedRows(strip.bottom - strip.top + 1, image.correct_aliasing ?? { up: 0, down: 0 });
  return {
    columns: [columns[0], columns[1]],
    zero_y: strip.baseline,
    side,
    share,
    wrapped: [up, down],
    control_points: rowOf(pattern).control_points.map(({ type: name, forced_to_zero, on_onset }) => ({
      type: name,
      forced_to_zero,
      on_onset,
    })),
    mid_points: MID_POINTS,
  };
}

/** Keeps a search, and starts it once the drag has ended. */
export function searched(state: TraceState, search: EnvelopeSearch, done: boolean, context: Ready): TraceStep {
  const on = { ...state, envelope: search };
  const request = done ? requestOf(search, context) : null;
  return request ? act(on, { type: 'look', of: search, request }) : stay(on);
}

/** Looks at the cycle in work from onset to onset; side and threshold come from the cycle before. */
export function lookAt(state: TraceState, cycle: number, context: Ready): TraceStep {
  const onsets = onsetsOf(context.image, cycle);
  if (!onsets) return stay(state);
  const { side, share } = state.envelope ?? { side: expectedSide(context), share: SHARE.initial };
  return searched(state, { cycle, columns: [onsets.start, onsets.end], side, share }, true, context);
}

/** A limit moved to a column of its cycle. */
export function withLimit(search: EnvelopeSearch, limit: 0 | 1, x: number, { image }: Ready): EnvelopeSearch {
  const at = withinCycle(image, search.cycle, x);
  const [from, to] = search.columns;
  const columns: [number, number] = limit === 0 ? [Math.min(at, to - LEAST_WIDTH_PX), to] : [from, Math.max(at, from + LEAST_WIDTH_PX)];
  return { ...search, columns };
}

/** The limit under a pointer. */
export function limitUnder(search: EnvelopeSearch, { x }: Point, { scale }: Ready): 0 | 1 | null {
  const [first, last] = search.columns.map((column) => Math.abs(column - x) * scale().x) as [number, number];
  if (Math.min(first, last) > CONTROL_POINT_PX) return null;
  return first < last ? 0 : 1;
}

/** The search that is open on the cycle in work; null without one. */
export function searchNow(state: TraceState, context: Ready): EnvelopeSearch | null {
  return state.envelope?.cycle === currentCycle(state, context) ? state.envelope : null;
}

/** The offer for the cycle in work. */
export function envelopeNow(state: TraceState, context: Ready): Envelope | null {
  const search = searchNow(state, context);
  return search && context.offer?.of === search ? context.offer.found : null;
}

/** The offered points as a trace would have them; each remembers where it was offered, and by what. */
export function offeredPoints({ points, method, method_version }: Envelope, pattern: PatternRow): LinePoint[] {
  const { control_points: rows } = rowOf(pattern);
  let placed = 0;
  return points.map(({ type, x, y }, number): LinePoint => {
    const row = type === 'mid_control_point' ? undefined : rows[placed];
    if (row) placed += 1;
    const id = `offered ${number}`;
    const point = row ? controlPoint(id, { x, y }, row) : freePoint(id, { x, y }, 'mid_control_point');
    return { ...point, origin: 'proposed', method, method_version, proposed: { x, y } };
  });
}

function acceptedPoints(found: Envelope, pattern: PatternRow, cycle: number, context: Ready): LinePoint[] {
  const all = offeredPoints(found, pattern).map((point) => ({ ...point, id: context.newId() }));
  const pinned = context.rules.applyPins(all, heldOf(context.image, cycle, context.strip.baseline));
  // A pin is a rule of the pattern and no correction by hand.
  return pinned.map((point) => ({ ...point, proposed: { x: point.x, y: point.y } }));
}

/** The offer becomes the trace of its cycle, and the next cycle without one is looked at. */
export function acceptEnvelope(state: TraceState, context: Ready): TraceStep {
  const found = envelopeNow(state, context);
  const cycle = currentCycle(state, context);
  const pattern = patternAt(context.type, context.image, cycle);
  if (!found || !pattern) return stay(state);
  const knows = knowing(context, state);
  const points = acceptedPoints(found, pattern, cycle, context);
  const isFirst = context.image.cardiac_events.every((_, one) => (lineAt(context.image, one)?.points.length ?? 0) === 0);
  const calibration = isFirst && context.image.calibration === null ? presetCalibration(pattern) : context.image.calibration;
  const image = withTrace({ ...context.image, calibration }, cycle, lineWith(context.image, cycle, points, true, knows), knows);
  const next = { ...context, image };
  const open = progresses(next).findIndex((progress, one) => one > cycle && progress !== 'traced');
  const moved: TraceState = { ...state, selected: null, hover: null };
  if (open < 0) {
    const done = progresses(next).every((progress) => progress === 'traced');
    return commit({ ...moved, envelope: null, at: cycle, editing: done ? 'editing-segmentation' : state.editing }, image);
  }
  const kept = commit({ ...moved, at: open }, image);
  const led = lookAt(kept.state, open, next);
  return { state: led.state, effects: [...kept.effects, ...led.effects] };
}
