/** Parts of a step of the tool. */
import { NO_EFFECTS, type Step } from '../port.ts';
import { frameOf, type LinePlace } from '../lines/place.ts';
import type { SegmentationEffect, SegmentationState } from './state.ts';
import type { Ready } from './work.ts';

export type SegmentationStep = Step<SegmentationState, SegmentationEffect>;

export const stay = (state: SegmentationState): SegmentationStep => ({ state, effects: NO_EFFECTS });
export const act = (state: SegmentationState, ...effects: SegmentationEffect[]): SegmentationStep => ({ state, effects });
export const say = (message: string, level: 'soft' | 'hard' = 'soft'): SegmentationEffect => ({ type: 'alert', level, message });
export const take = (step: SegmentationStep): SegmentationStep => ({ ...step, taken: true });

/** Nothing of a line is held or selected any more. */
export const letGo = (state: SegmentationState): SegmentationState => ({
  ...state,
  selected: null,
  drag: null,
  stroke: null,
  hover: null,
  aim: null,
  thickness: null,
});

/** Shows the frame of a place, where it has one. */
export function showing({ image }: Pick<Ready, 'image'>, place: LinePlace): SegmentationEffect[] {
  const frame = frameOf(image, place);
  return frame === null ? [] : [{ type: 'show-frame', frame }];
}
