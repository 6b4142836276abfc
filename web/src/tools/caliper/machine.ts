/** The caliper: measures between named points (docs/specification.md#image-analysis). */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { nearestPoint } from '../hit/hit.ts';
import { NO_EFFECTS, PRIMARY, SECONDARY, type InputEvent, type Place, type Step, type Tool } from '../port.ts';
import type { Point } from '../point.ts';
import { can } from './guards.ts';
import { keymapOf } from './keymap.ts';
import {
  assignedTo,
  isComplete,
  measureOf,
  onFrame,
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

/** A point within this distance of the pointer is meant by it, in CSS pixels. */
export const CALIPER_POINT_PX = 5;

type CaliperStep = Step<CaliperState, CaliperEffect>;
type Ready = CaliperContext & { image: AnalysisImage };

const stay = (state: CaliperState): CaliperStep => ({ state, effects: NO_EFFECTS });
const act = (state: CaliperState, ...effects: CaliperEffect[]): CaliperStep => ({ state, effects });
const taken = (step: CaliperStep): CaliperStep => ({ ...step, taken: true });

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

/** What the open measure would be with the point under the pointer, or as it is. */
function drafted(state: CaliperState, context: Ready): CaliperEffect {
  const template = templateOf(state, context);
  const next = template && state.cursor ? nextPoint(state, template, state.placed, state.cursor, context) : null;
  const points = template && !isComplete(state, template) && next ? [...state.placed, next] : state.placed;
  const measure = openMeasure(state, points, context);
  return { type: 'draft', image: measure && withMeasure(context.image, measure) };
}

function save(state: CaliperState, context: Ready): CaliperStep {
  const measure = openMeasure(state, state.placed, context);
  if (!measure || !can(state, context).save) return stay(state);
  return act({ ...state, placed: [] }, NO_DRAFT, {
    type: 'commit',
    image: withMeasure(context.image, { ...measure, id: context.newId() }),
  });
}

function reduceOwn(state: CaliperState, event: CaliperEvent, context: Ready): CaliperStep {
  const now = can(state, context);
  switch (event.type) {
    case 'toggle':
      if (!now.toggle) return stay(state);
      return act({ ...state, on: !state.on, placed: [], held: null }, NO_DRAFT, ...(state.on ? [] : [IN_HAND]));
    case 'choose':
      if (!context.templates.some(({ type }) => type === event.template)) return stay(state);
      return act({ ...state, on: state.on || now.toggle, template: event.template, placed: [], held: null }, NO_DRAFT, IN_HAND);
    case 'walk': {
      if (!now.walk) return stay(state);
      const at = context.templates.findIndex(({ type }) => type === templateOf(state, context)?.type);
      const next = context.templates.at((at + event.by) % context.templates.length);
      return next ? act({ ...state, template: next.type, placed: [], held: null }, NO_DRAFT) : stay(state);
    }
    case 'lock':
      return now.lock ? stay({ ...state, locked: !state.locked }) : stay(state);
    case 'save':
      return save(state, context);
    case 'undo': {
      if (!now.undo) return stay(state);
      const fewer = { ...state, placed: state.placed.slice(0, -1) };
      return act(fewer, drafted(fewer, context));
    }
    case 'point':
      return pointByKey(state, context);
    case 'nudge': {
      if (!state.aiming || !state.cursor) return stay(state);
      const { width, height } = context.size;
      const within = (at: number, most: number): number => Math.min(Math.max(at, 0), most - 1);
      const aimed = { ...state, cursor: { x: within(state.cursor.x + event.by.x, width), y: within(state.cursor.y + event.by.y, height) } };
      return act(aimed, drafted(aimed, context));
    }
    case 'remove':
      return remove(state, event.id, context);
    case 'name':
      if (!context.mayChange || !context.image.measurements_caliper.some(({ id }) => id === event.id)) return stay(state);
      return act(state, { type: 'commit', image: withName(context.image, event.id, event.name) });
    case 'escape':
      if (state.aiming) return act({ ...state, aiming: false, cursor: null }, drafted({ ...state, cursor: null }, context));
      return act(state.placed.length > 0 ? { ...state, placed: [], held: null } : { ...state, on: false }, NO_DRAFT);
  }
}

/** The first time the cursor is there to be moved, where the pointer or the last point is; then it sets a point. */
function pointByKey(state: CaliperState, context: Ready): CaliperStep {
  if (!can(state, context).point) return stay(state);
  const { width, height } = context.size;
  const cursor = state.cursor ?? state.placed.at(-1) ?? { x: (width - 1) / 2, y: (height - 1) / 2 };
  if (!state.aiming) return act({ ...state, aiming: true, cursor }, IN_HAND);
  const template = templateOf(state, context);
  if (!template) return stay(state);
  const placed = [...state.placed, nextPoint(state, template, state.placed, cursor, context)];
  const next = { ...state, cursor, placed, aiming: placed.length < template.n_points };
  return act(next, drafted(next, context));
}

function remove(state: CaliperState, id: string, context: Ready): CaliperStep {
  const { image, mayChange } = context;
  if (!mayChange || !image.measurements_caliper.some((one) => one.id === id)) return stay(state);
  return act({ ...state, held: null }, { type: 'commit', image: withoutMeasure(image, id) });
}

/** The point under a pointer: of the open measure, then of those that are saved. */
function pointUnder(state: CaliperState, stored: Point, context: Ready): Held | null {
  const scale = context.scale();
  const open = nearestPoint(state.placed, stored, scale, CALIPER_POINT_PX);
  if (open >= 0) return { id: null, point: open, at: stored };
  for (const { id, points } of onFrame(context.image, context.frame()).toReversed()) {
    const point = nearestPoint(points.pixel, stored, scale, CALIPER_POINT_PX);
    if (point >= 0) return { id, point, at: stored };
  }
  return null;
}

function press(state: CaliperState, { stored }: Place, button: number, context: Ready): CaliperStep {
  if (!stored || !context.mayChange || !context.shown) return stay(state);
  const under = pointUnder(state, stored, context);
  if (button === SECONDARY && under) {
    if (under.id !== null) return taken(remove(state, under.id, context));
    return taken(act({ ...state, placed: [] }, NO_DRAFT));
  }
  if (button !== PRIMARY || !state.on) return stay(state);
  if (under) return taken(stay({ ...state, held: under }));
  const template = templateOf(state, context);
  const cursor = { ...state, cursor: stored };
  if (!template || statusOf(cursor, context) === 'unactive' || isComplete(state, template)) return taken(stay(cursor));
  const placed = [...state.placed, nextPoint(state, template, state.placed, stored, context)];
  const next = { ...cursor, placed };
  return taken(act(next, drafted(next, context)));
}

/** Points of a measure with the one that is held where the hand is. */
function heldPoints(state: CaliperState, held: Held, context: Ready): Point[] | null {
  const saved = context.image.measurements_caliper.find(({ id }) => id === held.id);
  const template = held.id === null ? templateOf(state, context) : context.templates.find(({ type }) => type === saved?.type);
  const points = held.id === null ? state.placed : saved?.points.pixel;
  if (!points) return null;
  // Without its template nothing holds the points of a measure.
  if (!template) return points.map((point, index) => (index === held.point ? held.at : point));
  return movedPoints(state, template, points, held.point, held.at, context);
}

function move(state: CaliperState, { stored }: Place, context: Ready): CaliperStep {
  if (!state.on || !stored) return stay(state);
  const cursor = { ...state, cursor: stored, aiming: false };
  if (!state.held) return taken(state.placed.length > 0 ? act(cursor, drafted(cursor, context)) : stay(cursor));
  const held = { ...state.held, at: stored };
  const points = heldPoints(state, held, context);
  if (!points) return taken(stay({ ...cursor, held: null }));
  if (held.id === null) {
    const next = { ...cursor, placed: points, held };
    return taken(act(next, drafted(next, context)));
  }
  return taken(act({ ...cursor, held }, { type: 'draft', image: withPoints(context.image, held.id, points) }));
}

function release(state: CaliperState, { stored }: Place, context: Ready): CaliperStep {
  const { held } = state;
  if (!held) return stay(state);
  const free = { ...state, held: null };
  if (held.id === null || !stored) return taken(act(free, drafted(free, context)));
  const points = heldPoints(state, held, context);
  const before = context.image.measurements_caliper.find(({ id }) => id === held.id)?.points.pixel[held.point];
  const after = points?.[held.point];
  if (!points || !before || !after || (before.x === after.x && before.y === after.y)) return taken(act(free, NO_DRAFT));
  return taken(act(free, { type: 'commit', image: withPoints(context.image, held.id, points) }, NO_DRAFT));
}

function reduceInput(state: CaliperState, event: InputEvent, context: Ready): CaliperStep {
  switch (event.type) {
    case 'pointer-down':
      return press(state, event.at, event.button, context);
    case 'pointer-move':
      return move(state, event.at, context);
    case 'pointer-up':
      return release(state, event.at, context);
    case 'pointer-cancel':
      return state.held ? act({ ...state, held: null }, NO_DRAFT) : stay(state);
    case 'double-click':
      return state.on ? taken(stay(state)) : stay(state);
    case 'leave':
      return act({ ...state, placed: [], held: null, cursor: null, aiming: false }, NO_DRAFT);
    default:
      return stay(state);
  }
}

const OWN = ['toggle', 'choose', 'walk', 'lock', 'save', 'undo', 'point', 'nudge', 'remove', 'name', 'escape'] as const;
const isOwn = (event: CaliperEvent | InputEvent): event is CaliperEvent => OWN.some((type) => type === event.type);

export const caliperTool: Tool<CaliperState, CaliperEvent, CaliperContext, CaliperEffect> = {
  name: 'caliper',
  initial: INITIAL,
  reduce(state, event, context) {
    const { image } = context;
    if (!image)
      return event.type === 'leave' ? act({ ...state, placed: [], held: null, cursor: null, aiming: false }, NO_DRAFT) : stay(state);
    const ready = { ...context, image };
    return isOwn(event) ? reduceOwn(state, event, ready) : reduceInput(state, event, ready);
  },
  overlay: overlayOf,
  cursor: (state) => (state.held ? 'move' : state.on ? 'crosshair' : null),
  keymap: keymapOf,
};
