/** Tracing Doppler strips: cycle by cycle, copied to later cycles, edited and finished (docs/specification.md#image-analysis). */
import { choose, continueChoosing } from '../choosing/choosing.ts';
import { PRIMARY, isInput, type InputEvent, type Tool } from '../port.ts';
import { answer, keepAliasing, withSeen } from './asking.ts';
import { withAliasing } from './baseline.ts';
import { choosePattern, confirm, finish, finishAll, go, goTo, predict } from './cycles.ts';
import { canBeDeleted, deleted, moved, pointAt } from './editing.ts';
import { acceptEnvelope, lookAt, searched, searchNow } from './envelope.ts';
import { can } from './guards.ts';
import { guideShown } from './guide.ts';
import { handsOn } from './hands.ts';
import { keymapOf } from './keymap.ts';
import { overlayOf } from './overlay.ts';
import { moveCursor, placeAt } from './place-at.ts';
import { knowing, withoutLastCycle, withoutTraces } from './record.ts';
import { INITIAL, type TraceContext, type TraceEffect, type TraceEvent, type TraceState, type TraceStep } from './state.ts';
import { currentCycle, readyOf, statusOf, type Ready } from './status.ts';
import { act, commit, say, stay } from '../steps.ts';
import { messages } from './messages.ts';
import { lineAt } from './trace.ts';

/** Settings of the person stay when another image is shown. */
const fresh = ({ predicting, guide }: TraceState): TraceState => ({ ...INITIAL, predicting, guide });

function reduceOwn(state: TraceState, event: TraceEvent, context: Ready): TraceStep {
  const now = can(state, context);
  const { image } = context;
  const knows = knowing(context, state);
  switch (event.type) {
    case 'place':
      if (now.choose && state.choosing.focus !== null) return choose(state, context, state.choosing.focus);
      if (!now.place) return stay(state);
      return state.cursor ? placeAt(state, state.cursor, false, context) : act(state, say(messages.noCursor));
    case 'finish':
      return now.finish ? finish(state, context) : stay(state);
    case 'finish-all':
      return now.finish ? finishAll(state, context) : stay(state);
    case 'answer':
      return answer(state, event.yes, context);
    case 'edit':
      return now.edit ? stay({ ...state, editing: 'editing', at: 0 }) : stay(state);
    case 'remove-all':
      if (!now.removeAll) return stay(state);
      if (image.segmentation.length === 0) return act(state, say(messages.nothingTraced));
      return commit({ ...fresh(state), cursor: state.cursor }, withoutTraces(image, knows));
    case 'remove-last-cycle':
      return now.removeLastCycle
        ? commit({ ...state, at: null, selected: null, hover: null }, withoutLastCycle(image, knows))
        : stay(state);
    case 'go':
      return go(state, context, event.by);
    case 'go-to':
      return goTo(state, context, event.cycle);
    case 'nudge':
      return nudge(state, context, event.dx, event.dy);
    case 'select':
      return now.change ? select(state, context, event.by) : stay(state);
    case 'leave-point':
      return stay({ ...state, selected: null });
    case 'delete-point': {
      const { selected } = state;
      if (!now.change || !selected || !pointAt(image, selected)) return stay(state);
      if (!canBeDeleted(pointAt(image, selected))) return act(state, say(messages.namedStays));
      return commit({ ...state, selected: null, hover: null }, deleted(image, selected, true, knows));
    }
    case 'pattern':
      return now.pattern ? choosePattern(state, context, event.name) : stay(state);
    case 'predict-cycles':
      return now.predict ? predict(state, context, event.on) : stay(state);
    case 'guide':
      return stay({ ...state, guide: !guideShown(state, context) });
    case 'aliasing': {
      if (!now.calibrate) return stay(state);
      if (event.done) return keepAliasing(state, event.to, context);
      const corrected = withAliasing(image, event.to);
      return act({ ...state, correcting: corrected }, { type: 'draft', image: corrected });
    }
    case 'look':
      return now.search ? lookAt(state, currentCycle(state, context), context) : stay(state);
    case 'search': {
      const search = searchNow(state, context);
      return search ? searched(state, { ...search, ...event.to }, event.done, context) : stay(state);
    }
    case 'accept':
      return now.accept ? acceptEnvelope(state, context) : stay(state);
    case 'drop':
      return stay({ ...state, envelope: null, limit: null });
    case 'choose':
      return now.choose ? choose(state, context, event.cycle) : stay(state);
    case 'confirm':
      return now.choose && state.choosing.asking ? confirm(state, context) : stay(state);
    case 'cancel':
      return continueChoosing(state);
  }
}

/** Arrow keys move the selected point, else the crosshair. */
function nudge(state: TraceState, context: Ready, dx: number, dy: number): TraceStep {
  const { selected } = state;
  const now = can(state, context);
  const point = selected && pointAt(context.image, selected);
  if (now.change && selected && point) {
    const image = moved(context.image, selected, { x: point.x + dx, y: point.y + dy }, context, knowing(context, state));
    return image === context.image
      ? act(state, say(messages.pointHeld))
      : commit({ ...state, editing: state.editing ?? 'editing-segmentation', at: selected.cycle }, image);
  }
  return now.place ? moveCursor(state, dx, dy, context) : stay(state);
}

/** The next point of the cycle, or the one before; after the last comes the first. */
function select(state: TraceState, context: Ready, by: 1 | -1): TraceStep {
  const cycle = currentCycle(state, context);
  const count = lineAt(context.image, cycle)?.points.length ?? 0;
  if (count === 0) return stay(state);
  const from = state.selected?.cycle === cycle ? state.selected.point : by > 0 ? -1 : count;
  return stay({ ...state, at: cycle, selected: { cycle, point: (from + by + count) % count } });
}

/** Shows why nothing happens when the user acts before the picture is loaded. */
function notReady(state: TraceState, event: TraceEvent | InputEvent, { image, type, mayChange, strip, rules }: TraceContext): TraceStep {
  const waits = image !== null && type !== null && mayChange && (strip === null || rules === null);
  const wants = !isInput(event) || (event.type === 'pointer-down' && event.button === PRIMARY);
  return waits && wants ? act(state, say(messages.notLoaded)) : stay(state);
}

export const dopplerTraceTool: Tool<TraceState, TraceEvent, TraceContext, TraceEffect> = {
  name: 'doppler-trace',
  initial: INITIAL,
  reduce(state, event, context) {
    if (event.type === 'enter' || event.type === 'leave') return act(fresh(state), { type: 'draft', image: null });
    const ready = readyOf(context);
    if (!ready) return notReady(state, event, context);
    const now = withSeen(state, ready);
    return isInput(event) ? handsOn(now, event, ready) : reduceOwn(now, event, ready);
  },
  overlay: (state, context) => overlayOf(state, context),
  cursor: (state, context) => {
    if (state.drag || state.limit !== null) return 'grabbing';
    return state.hover && statusOf(state, context) !== 'unactive' ? 'grab' : null;
  },
  keymap: keymapOf,
};
