import { useEffect, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PageContext } from '../../image-page/parts.ts';
import type { CycleTimingContext, CycleTimingState, CycleTimingStatus } from '../../tools/cycle-timing/state.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import { useScaling } from '../../viewer/react/use-reading.ts';
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

/** The state of the tool alone: what draws it is not drawn again with every mark. */
export const useTimingStatus = (timing: Timing, tools: PageContext['tools']): CycleTimingStatus =>
  useSyncExternalStore(tools.subscribe, () => timing.status);

/** A part of the tool's state. */
export const useTimingState = <T>(timing: Timing, { tools }: Pick<PageContext, 'tools'>, part: (state: CycleTimingState) => T): T =>
  useSyncExternalStore(tools.subscribe, () => part(timing.state));

/** Tells the tool the scale of the picture, and that the record has changed by other hands: undo, merge, another tab. */
export function useTimingScale(timing: Timing, { player, image }: PageContext): void {
  const { metadata } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const known = metadata as ImageMetadata | null;
  const scaling = useScaling(known, image?.calibration ?? null);
  useEffect(() => {
    timing.setScaling(player?.metadata ?? null, scaling);
    return () => {
      timing.setScaling(null, null);
    };
  }, [timing, player, known, scaling]);
  useEffect(() => {
    timing.refresh();
  }, [timing, image]);
  const stage = timing.stage;
  useEffect(() => stage?.subscribe(() => timing.refresh()), [timing, stage]);
}
