/** Current effects of the keys of cycle timing, by the names of their actions. */
import type { Keymap } from '../port.ts';
import { can } from './guards.ts';
import { kindOf } from './marks.ts';
import type { CycleTimingContext, CycleTimingEvent, CycleTimingState } from './state.ts';

/** Columns that an arrow key moves by, and with Shift. */
export const NUDGE_PX = 1;
export const FAR_NUDGE_PX = 10;

type Keys = Record<string, CycleTimingEvent>;

/** Keys to look along the marks, which need no right to change them. */
const GO: Keys = { 'cycle-timing.next-event': { type: 'go', by: 1 }, 'cycle-timing.previous-event': { type: 'go', by: -1 } };
const ALONG: Keys = {
  'cycle-timing.right': { type: 'nudge', by: NUDGE_PX },
  'cycle-timing.left': { type: 'nudge', by: -NUDGE_PX },
  'cycle-timing.far-right': { type: 'nudge', by: FAR_NUDGE_PX },
  'cycle-timing.far-left': { type: 'nudge', by: -FAR_NUDGE_PX },
};
const PROPOSALS: Keys = {
  'cycle-timing.accept': { type: 'accept-next' },
  'cycle-timing.accept-all': { type: 'accept-all' },
  'cycle-timing.drop': { type: 'drop' },
};

export function keymapOf(state: CycleTimingState, context: CycleTimingContext): Keymap<CycleTimingEvent> {
  const { image } = context;
  if (!image) return {};
  const now = can(state, context);
  const keys: Keys = { ...GO, ...(kindOf(image) === '2D' ? {} : ALONG) };
  if (now.onset) keys['cycle-timing.onset'] = { type: 'mark', event: 'onset' };
  const focus = state.choosing.focus;
  if (now.choose && focus !== null) keys['cycle-timing.onset'] = { type: 'choose', cycle: focus };
  if (now.diastole) keys['cycle-timing.diastole'] = { type: 'mark', event: 'end_diastole' };
  if (now.diastolesOnOnsets) keys['cycle-timing.diastoles-on-onsets'] = { type: 'diastoles-on-onsets' };
  if (now.systole) keys['cycle-timing.systole'] = { type: 'mark', event: 'end_systole' };
  if (now.finish) keys['cycle-timing.finish'] = { type: 'finish' };
  if (now.edit) keys['cycle-timing.edit'] = { type: 'edit' };
  if (now.reopen) keys['cycle-timing.reopen'] = { type: 'reopen' };
  if (now.removeAll) keys['cycle-timing.remove-all'] = { type: 'remove-all' };
  return context.proposals.length > 0 && (now.onset || now.diastole || now.systole) ? { ...keys, ...PROPOSALS } : keys;
}
