/** Parts of a step of the tool. */
import type { Step } from '../port.ts';
import { frameOf, type LinePlace } from '../lines/place.ts';
import type { ContourEffect, ContourState } from './state.ts';
import type { Ready } from './work.ts';

export type ContourStep = Step<ContourState, ContourEffect>;

/** Nothing of a line is held or selected any more. */
export const letGo = (state: ContourState): ContourState => ({
  ...state,
  selected: null,
  drag: null,
  stroke: null,
  hover: null,
  aim: null,
  thickness: null,
});

/** Shows the frame of a place, where it has one. */
export function showing({ image }: Pick<Ready, 'image'>, place: LinePlace): ContourEffect[] {
  const frame = frameOf(image, place);
  return frame === null ? [] : [{ type: 'show-frame', frame }];
}
