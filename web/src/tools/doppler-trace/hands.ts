/** Pointer events on the picture. */
import { choose, NOTHING_CHOSEN } from '../choosing/choosing.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Modifiers, type Place } from '../port.ts';
import type { Point } from '../point.ts';
import { isOnGrip, withBaseline } from './baseline.ts';
import { finish, next } from './cycles.ts';
import { canBeDeleted, deleted, editable, inserted, moved, pointAt, pointUnder, samePlace } from './editing.ts';
import { limitUnder, searched, searchNow, withLimit } from './envelope.ts';
import { can } from './guards.ts';
import { DRAG_STARTS_PX } from './limits.ts';
import { placeAt } from './place-at.ts';
import { knowing, withTrace } from './record.ts';
import type { Drag, PointPlace, TraceState, TraceStep } from './state.ts';
import { currentCycle, isEditing, progresses, statusOf, type Ready } from './status.ts';
import { act, commit, stay, take } from '../steps.ts';
import { cyclesOf, lineAt, onsetsOf, rowsOf } from './trace.ts';

const inStrip = (point: Point | null, { strip, image, rules }: Ready): point is Point => {
  if (!point || point.x < strip.left || point.x > strip.right) return false;
  const { top, bottom } = rowsOf(strip, image, rules);
  return point.y >= top && point.y <= bottom;
};

export function handsOn(state: TraceState, event: InputEvent, context: Ready): TraceStep {
  switch (event.type) {
    case 'pointer-down':
      return press(state, event.at, event.button, event.keys, context);
    case 'pointer-move':
      return move(state, event.at, context);
    case 'pointer-up':
      return release(state, context);
    case 'pointer-cancel':
      if (state.limit !== null) return stay({ ...state, limit: null });
      return state.drag ? act({ ...state, drag: null }, { type: 'draft', image: null }) : stay(state);
    case 'pointer-elsewhere':
      return state.cursor || state.hover || state.selected ? stay({ ...state, cursor: null, hover: null, selected: null }) : stay(state);
    case 'restored':
      return restored(state, context);
    case 'double-click':
      // Two points, not a wish to fit the picture.
      return can(state, context).finish ? take(stay(state)) : stay(state);
    default:
      return stay(state);
  }
}

/** Undo or redo has changed the record: finished traces are edited, otherwise tracing continues. */
function restored(state: TraceState, context: Ready): TraceStep {
  const free: TraceState = { ...state, drag: null, limit: null, correcting: null, selected: null, hover: null, choosing: NOTHING_CHOSEN };
  const whole = progresses(context).every((progress) => progress === 'traced');
  const next: TraceState = { ...free, at: whole ? state.at : null, editing: whole ? (state.editing ?? 'editing-segmentation') : null };
  return state.drag || state.correcting ? act(next, { type: 'draft', image: null }) : stay(next);
}

function press(state: TraceState, { stored }: Place, button: number, { shift }: Modifiers, context: Ready): TraceStep {
  if (!stored) return stay(state);
  const now = can(state, context);
  if (button === SECONDARY) return now.place || now.change ? take(pressRight(state, stored, context)) : stay(state);
  if (button !== PRIMARY) return stay(state);
  const search = searchNow(state, context);
  const limit = search ? limitUnder(search, stored, context) : null;
  if (search && limit !== null && inStrip(stored, context)) return take(stay({ ...state, limit, selected: null }));
  if (now.calibrate && hoverAt(state, stored, context) === 'baseline') return take(holdBaseline(state, stored, context));
  if (!inStrip(stored, context)) return stay(state);
  if (now.choose) {
    const id = cycleAt(stored.x, context);
    return id === null ? stay(state) : take(choose(state, context, id));
  }
  if (now.place) return take(placeAt({ ...state, cursor: stored }, stored, shift, context));
  return now.change ? pressToChange(state, stored, context) : stay(state);
}

function cycleAt(x: number, { image }: Ready): string | null {
  const cycle = cyclesOf(image).find((one) => {
    const onsets = onsetsOf(image, one);
    return onsets !== null && x >= onsets.start && x < onsets.end;
  });
  return cycle === undefined ? null : (image.cardiac_events[cycle]?.id ?? null);
}

/** A right click deletes the point under it, otherwise it finishes: the cycle while traces are checked, else the task. */
function pressRight(state: TraceState, stored: Point, context: Ready): TraceStep {
  const current = currentCycle(state, context);
  const status = statusOf(state, context);
  const knows = knowing(context, state);
  const under = pointUnder(stored, isEditing(status) ? editable(current, context) : [current], context);
  if (under && canBeDeleted(pointAt(context.image, under))) {
    return commit({ ...state, selected: null, hover: null }, deleted(context.image, under, isEditing(status), knows));
  }
  return status === 'editing-segmentation' ? next(state, context) : finish(state, context);
}

function holdBaseline(state: TraceState, stored: Point, { image, strip }: Ready): TraceStep {
  const offset = { x: 0, y: (strip.baseline ?? stored.y) - stored.y };
  return stay({ ...state, cursor: stored, selected: null, drag: { what: 'baseline', offset, image, changed: false } });
}

/** Takes a point, or puts one on the curve and takes that. */
function pressToChange(state: TraceState, stored: Point, context: Ready): TraceStep {
  const current = currentCycle(state, context);
  const cycles = editable(current, context);
  const under = pointUnder(stored, cycles, context);
  const point = under && pointAt(context.image, under);
  if (under && point) {
    const offset = { x: point.x - stored.x, y: point.y - stored.y };
    return take(stay(held(state, { what: under, offset, image: context.image, changed: false })));
  }
  for (const cycle of cycles) {
    const added = inserted(stored, cycle, context, knowing(context, state));
    if (!added) continue;
    const drag = { what: added.place, offset: { x: 0, y: 0 }, image: added.image, changed: true };
    return take(act(held(state, drag), { type: 'draft', image: added.image }));
  }
  return take(stay({ ...state, selected: null }));
}

/** A dragged point: its cycle is the one that is worked on, also when it was the last to be accepted. */
function held(state: TraceState, drag: Drag & { what: PointPlace }): TraceState {
  const editing = state.editing ?? 'editing-segmentation';
  return { ...state, editing, at: drag.what.cycle, selected: drag.what, hover: drag.what, drag };
}

function move(state: TraceState, { stored }: Place, context: Ready): TraceStep {
  const { drag, limit } = state;
  const search = searchNow(state, context);
  if (limit !== null && search && stored) return take(searched(state, withLimit(search, limit, stored.x, context), false, context));
  if (drag && stored) return take(dragged(state, drag, stored, context));
  // The crosshair stays where it was last, for the keys.
  if (!stored || (!inStrip(stored, context) && !isOnGrip(stored, context)))
    return state.hover ? stay({ ...state, hover: null }) : stay(state);
  const under = hoverAt(state, stored, context);
  const same = under === state.hover || (isPoint(under) && isPoint(state.hover) && samePlace(under, state.hover));
  return stay({ ...state, cursor: stored, hover: same ? state.hover : under });
}

function dragged(state: TraceState, drag: Drag, stored: Point, context: Ready): TraceStep {
  const to = { x: stored.x + drag.offset.x, y: stored.y + drag.offset.y };
  // Copies wait for the release.
  const knows = { ...knowing(context, state), predicting: false };
  const here: TraceState = { ...state, cursor: stored };
  if (drag.what === 'baseline') {
    const away = Math.abs(to.y - (context.strip.baseline ?? to.y)) * context.scale().y;
    if (!drag.changed && away < DRAG_STARTS_PX) return stay(here);
  }
  const image =
    drag.what === 'baseline' ? withBaseline(context.image, to.y, context, knows) : moved(drag.image, drag.what, to, context, knows);
  if (image === drag.image) return stay(here);
  return act({ ...here, drag: { ...drag, image, changed: true } }, { type: 'draft', image });
}

const isPoint = (under: TraceState['hover']): under is PointPlace => under !== null && under !== 'baseline';

function hoverAt(state: TraceState, stored: Point, context: Ready): TraceState['hover'] {
  const now = can(state, context);
  const point = now.change ? pointUnder(stored, editable(currentCycle(state, context), context), context) : null;
  return point ?? (now.calibrate && isOnGrip(stored, context) ? 'baseline' : null);
}

function release(state: TraceState, context: Ready): TraceStep {
  const { drag } = state;
  const search = searchNow(state, context);
  if (state.limit !== null && search) return take(searched({ ...state, limit: null }, { ...search }, true, context));
  if (!drag) return stay(state);
  const free: TraceState = { ...state, drag: null };
  if (!drag.changed) return take(drag.what === 'baseline' ? pressed(free, context) : stay(free));
  const line = drag.what === 'baseline' ? null : lineAt(drag.image, drag.what.cycle);
  const image = line && drag.what !== 'baseline' ? withTrace(context.image, drag.what.cycle, line, knowing(context, state)) : drag.image;
  const kept = commit(free, image);
  return take({ ...kept, effects: [...kept.effects, { type: 'draft', image: null }] });
}

/** The zero line was pressed and not moved: the last point of a cycle may be at its handle. */
function pressed(state: TraceState, context: Ready): TraceStep {
  const { cursor } = state;
  return can(state, context).place && inStrip(cursor, context) ? placeAt(state, cursor, false, context) : stay(state);
}
