import { nudgeKeys } from '../nudge-keys.ts';
import type { Keymap } from '../port.ts';
import { can } from './guards.ts';
import { isOn } from './measure.ts';
import type { CaliperContext, CaliperEvent, CaliperState } from './state.ts';

const AIM = nudgeKeys((by): CaliperEvent => ({ type: 'nudge', by }));

/** The keys that work now. */
export function keymapOf(state: CaliperState, context: CaliperContext): Keymap<CaliperEvent> {
  const now = can(state, context);
  return {
    // The arrow keys move the point that is aimed with keys: they come before the other uses of these keys.
    ...(state.aiming && now.point && AIM),
    ...(now.point && { 'segmentation.add-point': { type: 'point' } as const }),
    ...(now.toggle && { 'segmentation.caliper': { type: 'toggle' } as const }),
    ...(now.save && { 'segmentation.caliper-save': { type: 'save' } as const }),
    ...(now.lock && { 'segmentation.caliper-lock': { type: 'lock' } as const }),
    ...(now.walk && {
      'segmentation.next-template': { type: 'walk', by: 1 } as const,
      'segmentation.previous-template': { type: 'walk', by: -1 } as const,
    }),
    ...(isOn(state, context) && { 'segmentation.leave-point': { type: 'escape' } as const }),
  };
}
