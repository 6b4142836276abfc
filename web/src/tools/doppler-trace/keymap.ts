/** What the keys of the tool do now, by the names of their actions. */
import type { Keymap } from '../port.ts';
import { can } from './guards.ts';
import { NUDGE_PX } from './limits.ts';
import type { TraceContext, TraceEvent, TraceState } from './state.ts';

type Keys = Record<string, TraceEvent>;

/** Arrow keys, alone, with Shift and with Ctrl. */
const ARROWS: Keys = Object.fromEntries(
  (['plain', 'far', 'fine'] as const).flatMap((reach) => {
    const by = NUDGE_PX[reach];
    const name = (direction: string): string => `segmentation-point.${reach === 'plain' ? '' : `${reach}-`}${direction}`;
    return [
      [name('right'), { type: 'nudge', dx: by, dy: 0 }],
      [name('left'), { type: 'nudge', dx: -by, dy: 0 }],
      [name('up'), { type: 'nudge', dx: 0, dy: -by }],
      [name('down'), { type: 'nudge', dx: 0, dy: by }],
    ] satisfies [string, TraceEvent][];
  }),
);

const SELECTED: Keys = {
  ...ARROWS,
  'segmentation.leave-point': { type: 'leave-point' },
  'segmentation.delete-point': { type: 'delete-point' },
};

/** While points are placed, Ctrl+arrows go from cycle to cycle. */
const CURSOR: Keys = Object.fromEntries(Object.entries(ARROWS).filter(([name]) => !name.includes('fine')));

export function keymapOf(state: TraceState, context: TraceContext): Keymap<TraceEvent> {
  const now = can(state, context);
  if (!now.look) return {};
  // Keys of the selected point come before those that share them.
  const keys: Keys = now.change && state.selected ? { ...SELECTED } : now.place ? { ...CURSOR } : {};
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
  if (now.undoByKey) keys['segmentation.undo'] = { type: 'undo' };
  if (now.finish) {
    keys['segmentation.finish'] = { type: 'finish' };
    keys['segmentation.finish-all'] = { type: 'finish' };
  }
  if (now.edit) keys['segmentation.edit'] = { type: 'edit' };
  if (now.removeAll) keys['segmentation.remove-all'] = { type: 'remove-all' };
  if (now.removeLastCycle) keys['segmentation.remove-last-cycle'] = { type: 'remove-last-cycle' };
  return keys;
}
