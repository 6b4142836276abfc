/** Current effects of the keys of the tool, by the names of their actions. */
import { nudgeKeys } from '../nudge-keys.ts';
import type { Point } from '../point.ts';
import type { Keymap } from '../port.ts';
import { pointAt } from './editing.ts';
import { can } from './guards.ts';
import type { TraceContext, TraceEvent, TraceState } from './state.ts';

type Keys = Record<string, TraceEvent>;

const nudge = ({ x: dx, y: dy }: Point): TraceEvent => ({ type: 'nudge', dx, dy });

const SELECTED: Keys = {
  ...nudgeKeys(nudge),
  'segmentation.leave-point': { type: 'leave-point' },
  'segmentation.delete-point': { type: 'delete-point' },
};

/** While points are placed, Ctrl+arrows go from cycle to cycle. */
const CURSOR: Keys = nudgeKeys(nudge, ['plain', 'far']);

export function keymapOf(state: TraceState, context: TraceContext): Keymap<TraceEvent> {
  const now = can(state, context);
  if (!now.look) return {};
  // Keys of the selected point come before other actions of the same keys.
  const selected = context.image && state.selected && pointAt(context.image, state.selected);
  const keys: Keys = now.change && selected ? { ...SELECTED } : now.place ? { ...CURSOR } : {};
  keys['segmentation.guide'] = { type: 'guide' };
  if (now.place || (now.choose && state.choosing.focus !== null)) keys['segmentation.place'] = { type: 'place' };
  if (now.place || now.change || now.choose) {
    keys['segmentation.next-event'] = { type: 'go', by: 1 };
    keys['segmentation.previous-event'] = { type: 'go', by: -1 };
  }
  if (now.change) {
    keys['segmentation.next-point'] = { type: 'select', by: 1 };
    keys['segmentation.previous-point'] = { type: 'select', by: -1 };
  }
  if (now.search && !now.searching) keys['segmentation.follow'] = { type: 'look' };
  if (now.accept) keys['segmentation.accept'] = { type: 'accept' };
  if (now.searching) keys['segmentation.drop'] = { type: 'drop' };
  if (now.finish) {
    keys['segmentation.finish'] = { type: 'finish' };
    keys['segmentation.finish-all'] = { type: 'finish-all' };
  }
  if (now.edit) keys['segmentation.edit'] = { type: 'edit' };
  if (now.removeAll) keys['segmentation.remove-all'] = { type: 'remove-all' };
  if (now.removeLastCycle) keys['segmentation.remove-last-cycle'] = { type: 'remove-last-cycle' };
  return keys;
}
