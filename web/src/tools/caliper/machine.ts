/** The caliper: measures between named points (docs/specification.md#image-analysis). */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { caliperName } from '@echometry/contract/rules/caliper-name.ts';
import { nearestPoint } from '../hit/hit.ts';
import { isInput, PRIMARY, SECONDARY, type InputEvent, type Place, type Step, type Tool } from '../port.ts';
import type { Point } from '../point.ts';
import { can } from './guards.ts';
import { keymapOf } from './keymap.ts';
import {
  assignedTo,
  isComplete,
  isOn,
  measureOf,
  onFrame,
  openOf,
  statusOf,
  templateOf,
  withMeasure,
  withName,
  withoutMeasure,
  withPoints,
} from './measure.ts';
import { overlayOf } from './overlay.ts';
import { movedPoints, nextPoint } from './points.ts';
import { INITIAL, OPEN_ID, type CaliperContext, type CaliperEffect, type CaliperEvent, type CaliperState, type Held } from './state.ts';
import { messages } from './messages.ts';
import { act, say, stay, take } from '../steps.ts';

/** A point within this distance of the pointer is meant by it, in CSS pixels. */
export const CALIPER_POINT_PX = 5;

type CaliperStep = Step<CaliperState, CaliperEffect>;
type Ready = CaliperContext & { image: AnalysisImage };

const NO_DRAFT: CaliperEffect = { type: 'draft', image: null };
const IN_HAND: CaliperEffect = { type: 'in-hand' };

/** The open measure as it would be with these points, for its values; null while points are missing. */
function openMeasure(state: CaliperState, points: readonly Point[], context: Ready) {
  const template = templateOf(state, context);
  if (!template || points.length !== template.n_points) return null;
  const frame = context.frame();
  const values = context.values.find(({ id }) => id === OPEN_ID);
  return measureOf(template, points, { id: OPEN_ID, assigned: assignedTo(context.image, frame, points[0]), frame }, values);
}

/** Preview of the open measure with the point under the pointer, or as it is. */
function drafted(state: CaliperState, placed: readonly Point[], context: Ready): CaliperEffect {
  const template = templateOf(state, context);
  const next = template && state.cursor ? nextPoint(state, template, placed, state.cursor, context) : null;
  const points = template && !isComplete(placed, template) && next ? [...placed, next] : placed;
  const measure = openMeasure(state, points, context);
  return { type: 'draft', image: measure && withMeasure(context.image, measure) };
}

/** Other open points; none where the list is empty. */
function keepOpen(state: CaliperState, points: readonly Point[], context: Ready): CaliperEffect {
  const template = templateOf(state, context)?.type ?? '';
  return { type: 'commit', image: context.image, open: points.length > 0 ? { template, points } : null };
}

/** Gives up open points, as a gesture that undo takes back; nothing where none are. */
const givenUp = (state: CaliperState, context: Ready): CaliperEffect[] =>
  openOf(context).length > 0 ? [NO_DRAFT, keepOpen(state, [], context)] : [NO_DRAFT];

function save(state: CaliperState, context: Ready): CaliperStep {
  const measure = openMeasure(state, openOf(context), context);
  if (!measure || !can(state, context).save) return stay(state);
  const image = withMeasure(context.image, { ...measure, id: context.newId() });
  // It stays in hand for the next measure, with the same template.
  return act({ ...state, on: true, template: measure.type }, NO_DRAFT, { type: 'commit', image, open: null });
}

function reduceOwn(state: CaliperState, event: CaliperEvent, context: Ready): CaliperStep {
  const now = can(state, context);
  const on = isOn(state, context);
  switch (event.type) {
    case 'toggle':
      if (!now.toggle) return stay(state);
      return act({ ...state, on: !on, held: null }, ...(on ? givenUp(state, context) : [NO_DRAFT, IN_HAND]));
    case 'choose':
      if (!context.templates.some(({ type }) => type === event.template)) return stay(state);
      return act({ ...state, on: on || now.toggle, template: event.template, held: null }, ...givenUp(state, context), IN_HAND);
    case 'walk': {
      if (!now.walk) return stay(state);
      const at = context.templates.findIndex(({ type }) => type === templateOf(state, context)?.type);
      const next = context.templates.at((at + event.by) % context.templates.length);
      return next ? act({ ...state, on: true, template: next.type, held: null }, ...givenUp(state, context)) : stay(state);
    }
    case 'lock':
      return now.lock ? stay({ ...state, locked: !state.locked }) : stay(state);
    case 'save':
      return save(state, context);
    case 'point':
      return pointByKey(state, context);
    case 'nudge': {
      if (!state.aiming || !state.cursor) return stay(state);
      const { width, height } = context.size;
      const within = (at: number, most: number): number => Math.min(Math.max(at, 0), most - 1);
      const aimed = { ...state, cursor: { x: within(state.cursor.x + event.by.x, width), y: within(state.cursor.y + event.by.y, height) } };
      return act(aimed, drafted(aimed, openOf(context), context));
    }
    case 'remove':
      return remove(state, event.id, context);
    case 'name':
      if (!context.mayChange || !context.image.measurements_caliper.some(({ id }) => id === event.id)) return stay(state);
      return act(state, { type: 'commit', image: withName(context.image, event.id, event.name) });
    case 'escape': {
      const free = { ...state, aiming: false, cursor: null };
      if (state.aiming) return act(free, drafted(free, openOf(context), context));
      if (openOf(context).length > 0) return act({ ...state, on: true, held: null }, ...givenUp(state, context));
      return act({ ...state, on: false }, NO_DRAFT);
    }
  }
}

/** The first time the cursor is there to be moved, where the pointer or the last point is; then it sets a point. */
function pointByKey(state: CaliperState, context: Ready): CaliperStep {
  if (!can(state, context).point) return stay(state);
  const { width, height } = context.size;
  const cursor = state.cursor ?? openOf(context).at(-1) ?? { x: (width - 1) / 2, y: (height - 1) / 2 };
  if (!state.aiming) return act({ ...state, aiming: true, cursor }, IN_HAND);
  const template = templateOf(state, context);
  if (!template) return stay(state);
  const placed = [...openOf(context), nextPoint(state, template, openOf(context), cursor, context)];
  const next = { ...state, cursor, aiming: placed.length < template.n_points };
  return act(next, drafted(next, placed, context), keepOpen(next, placed, context));
}

function remove(state: CaliperState, id: string, context: Ready): CaliperStep {
  const { image, mayChange } = context;
  const measure = image.measurements_caliper.find((one) => one.id === id);
  if (!mayChange || !measure) return stay(state);
  const frame = measure.frame_number ?? context.frame();
  return act(
    { ...state, held: null },
    { type: 'commit', image: withoutMeasure(image, id), frame },
    say(messages.removed(caliperName(measure))),
  );
}

/** The point under a pointer: of the open measure, then of those that are saved. */
function pointUnder(stored: Point, context: Ready): Held | null {
  const scale = context.scale();
  const open = nearestPoint(openOf(context), stored, scale, CALIPER_POINT_PX);
  if (open >= 0) return { id: null, point: open, at: stored };
  for (const { id, points } of onFrame(context.image, context.frame()).toReversed()) {
    const point = nearestPoint(points.pixel, stored, scale, CALIPER_POINT_PX);
    if (point >= 0) return { id, point, at: stored };
  }
  return null;
}

function press(state: CaliperState, { stored }: Place, button: number, context: Ready): CaliperStep {
  if (!stored || !context.mayChange || !context.shown) return stay(state);
  const under = pointUnder(stored, context);
  const on = isOn(state, context);
  if (button === SECONDARY && under) {
    if (under.id !== null) return take(remove(state, under.id, context));
    return take(act({ ...state, on: true, held: null }, ...givenUp(state, context), say(messages.pointsRemoved)));
  }
  if (button !== PRIMARY || !on) return stay(state);
  if (under) return take(stay({ ...state, held: under }));
  const template = templateOf(state, context);
  const cursor = { ...state, cursor: stored };
  const open = openOf(context);
  if (!template || statusOf(cursor, context) === 'unactive' || isComplete(open, template)) return take(stay(cursor));
  const placed = [...open, nextPoint(state, template, open, stored, context)];
  return take(act(cursor, drafted(cursor, placed, context), keepOpen(cursor, placed, context)));
}

/** Points of a measure with the dragged one at the pointer. */
function heldPoints(state: CaliperState, held: Held, context: Ready): readonly Point[] | null {
  const saved = context.image.measurements_caliper.find(({ id }) => id === held.id);
  const template = held.id === null ? templateOf(state, context) : context.templates.find(({ type }) => type === saved?.type);
  const points = held.id === null ? openOf(context) : saved?.points.pixel;
  if (!points || held.point >= points.length) return null;
  // Without its template nothing holds the points of a measure.
  if (!template) return points.map((point, index) => (index === held.point ? held.at : point));
  return movedPoints(state, template, points, held.point, held.at, context);
}

function move(state: CaliperState, { stored }: Place, context: Ready): CaliperStep {
  if (!isOn(state, context) || !stored) return stay(state);
  const cursor = { ...state, cursor: stored, aiming: false };
  const open = openOf(context);
  if (!state.held) return take(open.length > 0 ? act(cursor, drafted(cursor, open, context)) : stay(cursor));
  const held = { ...state.held, at: stored };
  const points = heldPoints(state, held, context);
  if (!points) return take(stay({ ...cursor, held: null }));
  const next = { ...cursor, held };
  if (held.id === null) return take(act(next, drafted(next, points, context)));
  return take(act(next, { type: 'draft', image: withPoints(context.image, held.id, points) }));
}

function release(state: CaliperState, { stored }: Place, context: Ready): CaliperStep {
  const { held } = state;
  if (!held) return stay(state);
  const free = { ...state, held: null };
  const open = openOf(context);
  const points = stored ? heldPoints(state, held, context) : null;
  const old = held.id === null ? open : context.image.measurements_caliper.find(({ id }) => id === held.id)?.points.pixel;
  const [before, after] = [old?.[held.point], points?.[held.point]];
  const moved = points && before && after && (before.x !== after.x || before.y !== after.y) ? points : null;
  if (held.id === null) return take(act(free, drafted(free, moved ?? open, context), ...(moved ? [keepOpen(free, moved, context)] : [])));
  if (!moved) return take(act(free, NO_DRAFT));
  return take(act(free, { type: 'commit', image: withPoints(context.image, held.id, moved) }, NO_DRAFT));
}

/** Nothing is held, and the open points are measured as they are now. */
function restored(state: CaliperState, context: Ready): CaliperStep {
  const free = { ...state, held: null, aiming: false };
  return openOf(context).length > 0 ? act(free, drafted({ ...free, cursor: null }, openOf(context), context)) : act(free, NO_DRAFT);
}

function reduceInput(state: CaliperState, event: InputEvent, context: Ready): CaliperStep {
  switch (event.type) {
    case 'enter':
      return openOf(context).length > 0 ? act(state, drafted(state, openOf(context), context)) : stay(state);
    case 'pointer-down':
      return press(state, event.at, event.button, context);
    case 'pointer-move':
      return move(state, event.at, context);
    case 'pointer-up':
      return release(state, event.at, context);
    case 'pointer-cancel':
      return state.held ? restored(state, context) : stay(state);
    case 'restored':
      return restored(state, context);
    case 'double-click':
      return isOn(state, context) ? take(stay(state)) : stay(state);
    case 'leave':
      return act({ ...state, held: null, cursor: null, aiming: false }, NO_DRAFT);
    default:
      return stay(state);
  }
}

export const caliperTool: Tool<CaliperState, CaliperEvent, CaliperContext, CaliperEffect> = {
  name: 'caliper',
  initial: INITIAL,
  reduce(state, event, context) {
    const { image } = context;
    if (!image) return event.type === 'leave' ? act({ ...state, held: null, cursor: null, aiming: false }, NO_DRAFT) : stay(state);
    const ready = { ...context, image };
    return isInput(event) ? reduceInput(state, event, ready) : reduceOwn(state, event, ready);
  },
  overlay: overlayOf,
  cursor: (state, context) => (state.held ? 'move' : isOn(state, context) ? 'crosshair' : null),
  keymap: keymapOf,
};
