/** The wheel: a notch is a frame, with Shift ten; with Ctrl, or two fingers that pinch, it zooms about the pointer. */
import type { Point } from '../point.ts';
import type { InputEvent, Step, Tool } from '../port.ts';
import { act, stay, take } from '../steps.ts';

/** Zoom of one notch of a wheel that clicks. */
export const NOTCH_ZOOM = 1.16;
/** Zoom of two fingers that move as far as one notch. */
export const PINCH_ZOOM = Math.E;
/** After a rest of this length a turn starts again, in ms: what a finger left over is forgotten. */
export const REST_MS = 300;
const FRAMES_WITH_SHIFT = 10;
/** A turn this near to a whole notch is one: fractions of a trackpad add up inexactly. */
const WHOLE_WITHIN = 1e-6;

export interface WheelState {
  /** Part of a notch that has not become a frame yet. */
  carried: number;
  time: number;
}

export type WheelEffect = { type: 'step'; frames: number } | { type: 'zoom'; factor: number; about: Point };
export type WheelEvent = Extract<InputEvent, { type: 'wheel' }>;

function turn(state: WheelState, { turn: { notches }, keys, time }: WheelEvent): Step<WheelState, WheelEffect> {
  const goesOn = time - state.time < REST_MS && Math.sign(notches) === Math.sign(state.carried || notches);
  const total = (goesOn ? state.carried : 0) + notches;
  const whole = Math.trunc(total + Math.sign(total) * WHOLE_WITHIN);
  const next: WheelState = { carried: total - whole, time };
  if (whole === 0) return take(stay(next));
  return take(act(next, { type: 'step', frames: whole * (keys.shift ? FRAMES_WITH_SHIFT : 1) }));
}

export const wheelTool: Tool<WheelState, never, null, WheelEffect> = {
  name: 'wheel',
  initial: { carried: 0, time: Number.NEGATIVE_INFINITY },
  reduce(state, event) {
    if (event.type !== 'wheel') return stay(state);
    if (!event.keys.ctrl) return turn(state, event);
    const { notches, clicks } = event.turn;
    const factor = (clicks ? NOTCH_ZOOM : PINCH_ZOOM) ** -notches;
    return take(act(state, { type: 'zoom', factor, about: event.at.screen }));
  },
};
