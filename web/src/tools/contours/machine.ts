/** Segmentation of clips, planes and M-Mode strips (docs/specification.md#image-analysis). */
import { isInput, type Tool } from '../port.ts';
import {
  addPoint,
  aimOf,
  changePattern,
  changeShape,
  deletePoint,
  nudge,
  predict,
  removeAll,
  removeShape,
  setThickness,
  settleFrame,
} from './edit.ts';
import { finish, finishAll } from './finish.ts';
import { canNow, isEditing } from './guards.ts';
import { handsOn, isOver } from './hands.ts';
import { keymapOf } from './keymap.ts';
import { goBy, goTo, lineBeside, pickLine, selectPoint } from './navigate.ts';
import { overlayOf } from './overlay.ts';
import { INITIAL, type ContourContext, type ContourEffect, type ContourEvent, type ContourState } from './state.ts';
import { act, say, stay } from '../steps.ts';
import { letGo, type ContourStep } from './steps.ts';
import { messages } from './messages.ts';
import { acceptHere, acceptOffers, linesToFollow, openOffers, placeToFollow, trackRequest } from './tracking.ts';
import { isTraced, readyOf, statusNow, workOf, type Ready, type Work } from './work.ts';

/** To the next line: a line that can be finished is. */
function nextLine(state: ContourState, ready: Ready, work: Work, by: 1 | -1): ContourStep {
  const open = work.line && !work.line.finished && ready.rules.mayFinish(work.needs, work.line.points.length);
  const beside = lineBeside(ready, work, by);
  if (by === 1 && (open || beside === null)) return finish(state, ready, work);
  return beside === null ? act(state, say(messages.firstLine)) : pickLine(state, ready, work, beside);
}

function reduceOwn(state: ContourState, event: ContourEvent, ready: Ready): ContourStep {
  const work = workOf(state, ready);
  const now = canNow(state, ready, work);
  switch (event.type) {
    case 'go':
      return goBy(state, ready, work, event.by);
    case 'go-to':
      return goTo(state, ready, event.place);
    case 'ghost':
      return stay({ ...state, ghost: !state.ghost });
    case 'pick-line':
      return pickLine(state, ready, work, event.line);
    case 'finish':
      return now.finish ? finish(state, ready, work) : stay(state);
    case 'finish-all':
      return now.finishAll ? finishAll(state, ready, work) : stay(state);
    case 'edit':
      return now.edit ? stay({ ...letGo(state), place: work.place, rests: false, editing: isTraced(ready) }) : stay(state);
    case 'remove-shape':
      return now.removeShape ? removeShape(state, ready, work) : stay(state);
    case 'remove-all':
      return now.removeAll ? removeAll(state, ready) : stay(state);
    case 'predict':
      return now.predict ? predict(state, ready, work) : stay(state);
    case 'line':
      return now.finish ? nextLine(state, ready, work, event.by) : stay(state);
    case 'shape':
      return now.change ? changeShape(state, ready, work, event.to) : stay(state);
    case 'pattern':
      return now.change ? changePattern(state, ready, work, event.to) : stay(state);
    case 'thickness':
      return now.thickness ? setThickness(state, ready, work, event.to, event.done) : stay(state);
    case 'add-point':
      if (!now.add) return stay(state);
      return state.aim ? addPoint(state, ready, work, state.aim) : stay({ ...state, selected: null, aim: aimOf(state, ready, work.line) });
    case 'point':
      return now.finish ? selectPoint(state, work, event.by) : stay(state);
    case 'leave-point':
      return stay({ ...state, selected: null, aim: null });
    case 'delete-point':
      return now.deletePoint && state.selected !== null ? deletePoint(state, ready, work, state.selected) : stay(state);
    case 'nudge':
      return nudge(state, ready, work, event.by);
    case 'follow': {
      const source = now.follow ? placeToFollow(ready, work.place) : null;
      const request = source && trackRequest(ready, source);
      if (!request) return stay(state);
      return act(state, { type: 'follow', source, lines: linesToFollow(ready, source), request });
    }
    case 'accept':
      return now.accept ? acceptHere(state, ready, work) : stay(state);
    case 'accept-all':
      return now.accept ? acceptOffers(state, ready, openOffers(ready)) : stay(state);
    case 'drop':
      return now.accept || ready.following ? act(state, { type: 'drop-offer' }) : stay(state);
    case 'confirm-frame':
    case 'redraw':
      return now.confirmFrame ? settleFrame(state, ready, work, event.type === 'redraw' ? 'redraw' : 'confirm') : stay(state);
  }
}

export const contourTool: Tool<ContourState, ContourEvent, ContourContext, ContourEffect> = {
  name: 'contours',
  initial: INITIAL,
  reduce(state, event, context) {
    if (event.type === 'enter') return stay(INITIAL);
    // A drag is given up when the picture changes.
    if (event.type === 'leave')
      return state.drag || state.thickness !== null ? { state: INITIAL, effects: [{ type: 'draft', image: null }] } : stay(INITIAL);
    const ready = readyOf(context);
    if (!ready) return stay(state);
    return isInput(event) ? handsOn(state, event, ready) : reduceOwn(state, event, ready);
  },
  overlay: overlayOf,
  cursor: (state, context) => {
    if (state.drag) return 'grabbing';
    const status = statusNow(state, context);
    return isOver(state) && (status === 'segmenting' || isEditing(status)) ? 'grab' : null;
  },
  keymap: keymapOf,
};
