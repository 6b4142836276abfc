/** Pointer events on the picture. */
import { nearestMark } from '../hit/hit.ts';
import { choose, NOTHING_CHOSEN } from '../choosing/choosing.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Place } from '../port.ts';
import type { Point } from '../point.ts';
import { can } from './guards.ts';
import { addAt, markAt, move } from './marking.ts';
import { kindOf, marksOf, sameMark, valueOf, type Mark } from './marks.ts';
import { finish } from './finish.ts';
import type { CycleTimingState, Ready, TimingStep } from './state.ts';
import type { Strip } from '../strip.ts';
import { isAnnotating, statusOf } from './status.ts';
import { stay, take } from '../steps.ts';

const inStrip = (point: Point | null, strip: Strip | null): point is Point =>
  point !== null && strip !== null && point.x >= strip.left && point.x <= strip.right && point.y >= strip.top && point.y <= strip.bottom;

/** The mark under a pointer: within 5 px of the screen, at every zoom. */
function markUnder(point: Point, { image, scale }: Ready): Mark | null {
  const marks = marksOf(image);
  const at = nearestMark(
    marks.map((mark) => mark.at),
    point.x,
    scale().x,
  );
  const found = marks[at];
  // Of an end diastole and its onset at one column the end diastole is taken, because it can move away.
  return marks.findLast((mark) => mark.at === found?.at) ?? null;
}

export function handsOn(state: CycleTimingState, event: InputEvent, context: Ready): TimingStep {
  switch (event.type) {
    case 'pointer-down':
      return press(state, event.at, event.button, context);
    case 'pointer-move':
      return hover(state, event.at, context);
    case 'pointer-up':
      return release(state, context);
    case 'pointer-cancel':
      return state.editing?.drag ? stay({ ...state, editing: { ...state.editing, drag: null } }) : stay(state);
    case 'pointer-elsewhere':
      return state.hover ? stay({ ...state, hover: null }) : stay(state);
    case 'restored':
      return restored(state, context);
    case 'double-click':
      // Two marks, not a wish to fit the picture.
      return isAnnotating(statusOf(state, context)) || state.editing ? take(stay(state)) : stay(state);
    default:
      return stay(state);
  }
}

/** Undo or redo has changed the record: editing continues, and nothing is held or chosen. */
function restored(state: CycleTimingState, { image }: Ready): TimingStep {
  const editing = state.editing && image.is_annotated ? { selected: null, drag: null } : null;
  return stay({ ...state, editing, hover: null, choosing: NOTHING_CHOSEN });
}

function press(state: CycleTimingState, { stored }: Place, button: number, context: Ready): TimingStep {
  const status = statusOf(state, context);
  if (button === SECONDARY) return status === 'annotating-onsets' ? take(finish(state, context)) : stay(state);
  if (button !== PRIMARY) return stay(state);
  if (kindOf(context.image) === '2D') return isAnnotating(status) && stored ? take(markAt(state, context.frame(), context)) : stay(state);
  if (!inStrip(stored, context.strip)) return stay(state);
  if (isAnnotating(status)) return take(markAt(state, stored.x, context));
  if (status === 'selecting-cycles') {
    const cycle = cycleAt(stored.x, context);
    return cycle === null ? stay(state) : take(choose(state, context, cycle));
  }
  if (status !== 'editing' || !state.editing) return stay(state);
  const mark = markUnder(stored, context);
  if (mark) return take(stay({ ...state, editing: { ...state.editing, selected: mark, drag: { mark, at: mark.at } } }));
  return can(state, context).onset ? take(addAt(state, stored.x, context)) : stay(state);
}

function cycleAt(x: number, { image }: Ready): string | null {
  const cycle = image.cardiac_events.find(
    (events) => x >= (valueOf(events, 'onset_start') ?? Infinity) && x < (valueOf(events, 'onset_end') ?? -Infinity),
  );
  return cycle?.id ?? null;
}

function hover(state: CycleTimingState, { stored }: Place, context: Ready): TimingStep {
  if (kindOf(context.image) === '2D') return stay(state);
  const { editing } = state;
  if (editing?.drag && stored) {
    const { mark } = editing.drag;
    const at = context.strip ? Math.min(Math.max(stored.x, context.strip.left), context.strip.right) : stored.x;
    return take(stay({ ...state, cursor: stored, editing: { ...editing, drag: { mark, at } } }));
  }
  // The line stays where it was last, for the buttons next to the picture.
  if (!inStrip(stored, context.strip)) return state.hover ? stay({ ...state, hover: null }) : stay(state);
  const under = markUnder(stored, context);
  return stay({ ...state, cursor: stored, hover: sameMark(under, state.hover) ? state.hover : under });
}

function release(state: CycleTimingState, context: Ready): TimingStep {
  const drag = state.editing?.drag;
  if (!state.editing || !drag) return stay(state);
  const free = { ...state, editing: { ...state.editing, drag: null } };
  return take(move(free, drag.mark, drag.at, context));
}
