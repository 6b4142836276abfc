import { useEffect, useSyncExternalStore } from 'react';
import type { CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import { partOf } from '../../image-page/curves/curve-methods.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import { useOfClip } from '../../viewer/react/use-of-clip.ts';
import type { PointedPart } from '../../tools/whole-cycle/state.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

/** Where the cycle in work stands, on the frame that is shown; null while events are traced. */
export function useWholeCycle(whole: WholeCycle, { tools, player }: PageContext): WholeCycleView | null {
  useOfClip(player?.state ?? NO_CLIP_STATE, ({ frameIndex }) => frameIndex);
  useSyncExternalStore(tools.subscribe, () => whole.context());
  useSyncExternalStore(tools.subscribe, () => JSON.stringify([whole.state.cycle, whole.state.selected]));
  return whole.view();
}

/** The part of a line that the user points at. */
export const usePointedPart = (whole: WholeCycle, { tools }: PageContext): PointedPart | null =>
  useSyncExternalStore(tools.subscribe, () => whole.state.part);

/** Points at a curve's segment, or away from it; does nothing where its place on the line is not known. */
export function pointAt(whole: WholeCycle, curve: CycleCurve, isPointed: boolean): void {
  const part = partOf(curve);
  if (part) whole.send(isPointed ? { type: 'point-at', part } : { type: 'point-away', key: part.key });
}

/** Reads the accepted lines of the image that is shown, and gives up what is followed when it leaves. */
export function useCycleLines(whole: WholeCycle, { file, image, tools }: PageContext): void {
  const named = image?.segmentation.map(({ sequence }) => sequence?.lines_sha256 ?? '').join(' ');
  const instance = file?.instance_id;
  useEffect(() => whole.load(), [whole, instance, named, tools]);
  useEffect(() => () => whole.drop(), [whole, instance]);
}
