/** Cycle timing: marks of cardiac cycles in clips, M-Mode and Doppler strips (docs/specification.md#image-analysis). */
import { choose, continueChoosing, goToCycle, NOTHING_CHOSEN } from '../choosing/choosing.ts';
import { isInput, type Tool } from '../port.ts';
import { confirm, finish } from './finish.ts';
import { can } from './guards.ts';
import { handsOn } from './hands.ts';
import { keymapOf } from './keymap.ts';
import { addAt, markAt, markDiastolesOnOnsets, move } from './marking.ts';
import { kindOf, marksOf, sameMark } from './marks.ts';
import { nextCursor, walk } from './navigate.ts';
import { overlayOf } from './overlay.ts';
import { acceptAll, acceptNext, dropNext } from './proposals.ts';
import { withExclusion, withoutMarks } from './record.ts';
import { INITIAL, type CycleTimingContext, type CycleTimingEvent, type CycleTimingState, type Ready, type TimingStep } from './state.ts';
import { statusOf } from './status.ts';
import { act, say, stay, type PageEffect } from '../steps.ts';
import { messages } from './messages.ts';

/** Where a key marks: the frame that is shown, or the cursor line. */
const placeOfKey = (state: CycleTimingState, { image, frame }: Ready): number | null =>
  kindOf(image) === '2D' ? frame() : (state.cursor?.x ?? null);

function mark(state: CycleTimingState, context: Ready): TimingStep {
  const at = placeOfKey(state, context);
  if (at === null) return act(state, say(messages.noCursorLine));
  return statusOf(state, context) === 'editing' ? addAt(state, at, context) : markAt(state, at, context);
}

function reduceOwn(state: CycleTimingState, event: CycleTimingEvent, context: Ready): TimingStep {
  const now = can(state, context);
  const { image } = context;
  switch (event.type) {
    case 'mark': {
      const may = event.event === 'onset' ? now.onset : event.event === 'end_diastole' ? now.diastole : now.systole;
      return may ? mark(state, context) : stay(state);
    }
    case 'diastoles-on-onsets':
      return now.diastolesOnOnsets ? markDiastolesOnOnsets(state, context) : stay(state);
    case 'finish':
      return now.finish ? finish(state, context) : stay(state);
    case 'edit':
      return now.edit ? stay({ ...state, editing: { selected: null, drag: null } }) : stay(state);
    case 'reopen':
      return now.reopen ? act(state, { type: 'commit', image: { ...image, is_annotated: false } }) : stay(state);
    case 'remove-all':
      if (!now.removeAll) return stay(state);
      if (marksOf(image).length === 0 && !image.is_annotated) return act(state, say(messages.noMarkYet));
      return act({ ...state, editing: null, choosing: NOTHING_CHOSEN }, { type: 'commit', image: withoutMarks(image) });
    case 'go':
      return now.choose ? goToCycle(state, context, event.by) : walk(state, context, event.by);
    case 'nudge':
      return nudge(state, context, event.by);
    case 'choose':
      return now.choose ? choose(state, context, event.cycle) : stay(state);
    case 'confirm':
      return now.choose && state.choosing.asking ? confirm(state, context) : stay(state);
    case 'cancel':
      return continueChoosing(state);
    case 'onset-type':
      return now.onsetType && image.onset_type !== event.to
        ? act(state, { type: 'commit', image: { ...image, onset_type: event.to } })
        : stay(state);
    case 'exclude':
      return now.exclude && event.reason !== ''
        ? act(state, { type: 'commit', image: withExclusion(image, event.cycle, event.reason) })
        : stay(state);
    case 'include':
      return now.exclude ? act(state, { type: 'commit', image: withExclusion(image, event.cycle, null) }) : stay(state);
    case 'accept-next':
      return acceptNext(state, context);
    case 'accept-all':
      return acceptAll(state, context);
    case 'drop':
      return dropNext(state, context);
  }
}

/** Arrow keys move the selected mark while marks are edited, else the cursor line. */
function nudge(state: CycleTimingState, context: Ready, by: number): TimingStep {
  const kept = state.editing?.selected ?? null;
  const selected = kept && marksOf(context.image).find((mark) => sameMark(mark, kept));
  if (selected && statusOf(state, context) === 'editing') return move(state, selected, selected.at + by, context);
  return stay({ ...state, cursor: nextCursor(state, context, by) });
}

export const cycleTimingTool: Tool<CycleTimingState, CycleTimingEvent, CycleTimingContext, PageEffect> = {
  name: 'cycle-timing',
  initial: INITIAL,
  reduce(state, event, context) {
    if (event.type === 'enter' || event.type === 'leave') return stay(INITIAL);
    const { image, rules } = context;
    if (!image || !rules) return stay(state);
    const ready: Ready = { ...context, image, rules };
    return isInput(event) ? handsOn(state, event, ready) : reduceOwn(state, event, ready);
  },
  overlay: (state, context) => overlayOf(state, context),
  cursor: (state, context) => {
    if (state.editing?.drag) return 'grabbing';
    return statusOf(state, context) === 'editing' && state.hover ? 'grab' : null;
  },
  keymap: keymapOf,
};
