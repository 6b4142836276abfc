/** Current effects of the keys of segmentation on clips, planes and M-Mode strips, by the names of their actions. */
import { nudgeKeys } from '../nudge-keys.ts';
import type { Keymap } from '../port.ts';
import { canNow } from './guards.ts';
import type { ContourContext, ContourEvent, ContourState } from './state.ts';
import { readyOf, workOf } from './work.ts';

type Keys = Record<string, ContourEvent>;

const ALONG: Keys = {
  'segmentation.next-event': { type: 'go', by: 1 },
  'segmentation.previous-event': { type: 'go', by: -1 },
  'segmentation.ghost': { type: 'ghost' },
};

const NUDGES: Keys = nudgeKeys((by) => ({ type: 'nudge', by }));

export function keymapOf(state: ContourState, context: ContourContext): Keymap<ContourEvent> {
  const ready = readyOf(context);
  if (!ready) return {};
  const work = workOf(state, ready);
  const now = canNow(state, ready, work);
  if (work.status === 'unactive') return ALONG;
  const works = work.status !== 'finished' && work.status !== 'caliper';
  const selected = (work.line?.points ?? []).some(({ id }) => id === state.selected);
  const held = works && (selected || state.aim !== null);
  // The arrow keys move the selected or aimed point: they come before the other uses of these keys.
  const keys: Keys = held ? { ...NUDGES, 'segmentation.leave-point': { type: 'leave-point' } } : {};
  Object.assign(keys, ALONG);
  if (now.finish) {
    keys['segmentation.next-shape'] = { type: 'line', by: 1 };
    keys['segmentation.previous-shape'] = { type: 'line', by: -1 };
    keys['segmentation.finish'] = { type: 'finish' };
  }
  if (now.finishAll) keys['segmentation.finish-all'] = { type: 'finish-all' };
  if (now.edit) keys['segmentation.edit'] = { type: 'edit' };
  if (now.removeAll) keys['segmentation.remove-all'] = { type: 'remove-all' };
  if (now.removeShape) keys['segmentation.remove-shape'] = { type: 'remove-shape' };
  if (now.predict) keys['segmentation.predict'] = { type: 'predict' };
  if (now.follow) keys['segmentation.follow'] = { type: 'follow' };
  if (now.accept) {
    keys['segmentation.accept'] = { type: 'accept' };
    keys['segmentation.accept-all'] = { type: 'accept-all' };
  }
  if (now.accept || ready.following) keys['segmentation.drop'] = { type: 'drop' };
  if (now.add) keys['segmentation.add-point'] = { type: 'add-point' };
  if (now.deletePoint) keys['segmentation.delete-point'] = { type: 'delete-point' };
  if (works && (work.line?.points.length ?? 0) > 0) {
    keys['segmentation.next-point'] = { type: 'point', by: 1 };
    keys['segmentation.previous-point'] = { type: 'point', by: -1 };
  }
  return keys;
}
