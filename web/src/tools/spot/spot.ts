/** Shows one place of the picture that something else speaks of, a comment for example. It takes no gesture. */
import { TOKENS } from '@echometry/contract/theme/tokens.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import { NO_SHAPES, type Tool } from '../port.ts';
import { stay } from '../steps.ts';

/** A column where `y` is null, else a point, in stored pixels. */
export interface Place {
  x: number;
  y: number | null;
}

export interface SpotContext {
  place: Place | null;
  /** Rows of the picture. */
  height: number;
}

const COLOUR: Colour = TOKENS.accent;

export const spotTool: Tool<null, never, SpotContext, never> = {
  name: 'spot',
  initial: null,
  handsOff: true,
  reduce: stay,
  overlay(_, { place, height }): readonly OverlayShape[] {
    if (!place) return NO_SHAPES;
    const { x, y } = place;
    return y === null
      ? [{ kind: 'mark', axis: 'x', at: x, from: 0, to: height - 1, colour: COLOUR, style: 'dotted', flag: true }]
      : [{ kind: 'point', at: { x, y }, colour: COLOUR, form: 'cross' }];
  },
};
