import { useSyncExternalStore } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import type { CycleTimingContext, CycleTimingState, CycleTimingStatus } from '../../tools/cycle-timing/state.ts';
import type { Timing } from './timing.ts';

export interface TimingView {
  status: CycleTimingStatus;
  context: CycleTimingContext;
}

/** Where the timing of the shown image stands; drawn again when that changes, and not with every move of the pointer. */
export function useTiming(timing: Timing, { tools }: Pick<PageContext, 'tools'>): TimingView {
  const status = useTimingStatus(timing, tools);
  const context = useSyncExternalStore(tools.subscribe, () => timing.context());
  return { status, context };
}

/** Only the state of the tool: what draws it is not drawn again with every mark. */
export const useTimingStatus = (timing: Timing, tools: PageContext['tools']): CycleTimingStatus =>
  useSyncExternalStore(tools.subscribe, () => timing.status);

/** A part of the tool's state. */
export const useTimingState = <T>(timing: Timing, { tools }: Pick<PageContext, 'tools'>, part: (state: CycleTimingState) => T): T =>
  useSyncExternalStore(tools.subscribe, () => part(timing.state));
