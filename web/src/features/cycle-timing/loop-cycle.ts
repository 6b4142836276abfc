/** Looping one cycle of a clip. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { valueOf } from '../../tools/cycle-timing/marks.ts';
import type { Player } from '../../viewer/clip/player.ts';
import type { Timing } from './timing.ts';

/**
 * Frames of a cycle, from its end diastole to the frame before the next, and of the last one to the end of the clip.
 * @returns indices from 0, the last one included; null without an end diastole
 */
export function framesOfCycle(
  { cardiac_events: cycles }: Pick<AnalysisImage, 'cardiac_events'>,
  cycle: number,
  frames: number,
): { first: number; last: number } | null {
  const start = valueOf(cycles[cycle], 'end_diastole');
  const next = valueOf(cycles[cycle + 1], 'end_diastole');
  if (start === null) return null;
  const last = (next ?? frames + 1) - 2;
  return { first: start - 1, last: Math.max(last, start - 1) };
}

/** Cycle that a frame belongs to: the last one that has started; the first before any has. */
export function cycleOfFrame({ cardiac_events: cycles }: Pick<AnalysisImage, 'cardiac_events'>, frame: number): number {
  return Math.max(
    cycles.findLastIndex((events) => (valueOf(events, 'end_diastole') ?? Infinity) <= frame),
    0,
  );
}

/** Loops the cycle of the frame that is shown, or the whole clip again. */
export function loopCycle(timing: Timing, player: Player | null): void {
  const { image, frame, frames } = timing.context();
  if (!player || !image) return;
  player.loopPart(player.state.part ? null : framesOfCycle(image, cycleOfFrame(image, frame()), frames));
}
