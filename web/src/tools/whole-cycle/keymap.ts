/** Current effects of the keys while the whole cycle is in work, by the names of their actions. */
import { nudgeKeys } from '../nudge-keys.ts';
import type { Keymap } from '../port.ts';
import { clipOf, cycleView } from './cycle.ts';
import { canConfirm, canNow } from './guards.ts';
import type { WholeCycleContext, WholeCycleEvent, WholeCycleState } from './state.ts';

type Keys = Record<string, WholeCycleEvent>;

const NUDGES: Keys = nudgeKeys((by) => ({ type: 'nudge', by }));

export function keymapOf({ cycle, selected, part }: WholeCycleState, context: WholeCycleContext): Keymap<WholeCycleEvent> {
  if (!clipOf(context) || context.caliper) return {};
  const view = cycle === null ? null : cycleView(context, cycle);
  if (!view) return { 'segmentation.whole-cycle': { type: 'open' } };
  const can = canNow(view, view.ready.frame(), context.following);
  const keys: Keys = selected ? { ...NUDGES, 'segmentation.leave-point': { type: 'leave-point' } } : {};
  return {
    ...keys,
    'segmentation.whole-cycle': { type: 'close' },
    'segmentation.next-event': { type: 'go', by: 1 },
    'segmentation.previous-event': { type: 'go', by: -1 },
    'segmentation.follow': { type: 'follow' },
    'segmentation.accept': { type: 'accept' },
    ...(part && canConfirm(view, part) ? { 'segmentation.confirm': { type: 'confirm', parts: part.parts } as const } : {}),
    ...(can.drop ? { 'segmentation.drop': { type: 'drop' } as const } : {}),
    ...(can.hold ? { 'segmentation.add-point': { type: 'hold' } as const } : {}),
    ...(can.release ? { 'segmentation.remove-shape': { type: 'release' } as const } : {}),
    ...(can.remove ? { 'segmentation.remove-all': { type: 'remove' } as const } : {}),
    ...(view.mayChange
      ? { 'segmentation.next-point': { type: 'point', by: 1 } as const, 'segmentation.previous-point': { type: 'point', by: -1 } as const }
      : {}),
  };
}
