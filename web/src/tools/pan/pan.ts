/** Moving the picture: the middle button always, the left one where no tool takes it; a double click fits the picture. */
import { MIDDLE, PRIMARY, type Step, type Tool } from '../port.ts';
import type { Point } from '../point.ts';
import { act, stay, take } from '../steps.ts';

/** Distinguishes a click from a drag, in CSS pixels. */
export const DRAG_FROM_PX = 3;

export type PanState =
  | { status: 'idle' }
  /** A button is down and the pointer has not moved yet. */
  | { status: 'pressed'; button: number; from: Point }
  | { status: 'dragging'; button: number; from: Point };

export type PanEffect = { type: 'pan'; dx: number; dy: number } | { type: 'fit' };

const IDLE: PanState = { status: 'idle' };
const PANS: readonly number[] = [PRIMARY, MIDDLE];

function move(state: PanState, to: Point): Step<PanState, PanEffect> {
  if (state.status === 'idle') return stay(state);
  const dx = to.x - state.from.x;
  const dy = to.y - state.from.y;
  if (state.status === 'pressed' && Math.hypot(dx, dy) < DRAG_FROM_PX) return stay(state);
  return take(act({ status: 'dragging', button: state.button, from: to }, { type: 'pan', dx, dy }));
}

export const panTool: Tool<PanState, never, null, PanEffect> = {
  name: 'pan',
  initial: IDLE,
  reduce(state, event) {
    switch (event.type) {
      case 'pointer-down':
        return state.status === 'idle' && PANS.includes(event.button)
          ? stay({ status: 'pressed', button: event.button, from: event.at.screen })
          : stay(state);
      case 'pointer-move':
        return move(state, event.at.screen);
      case 'pointer-up':
        return stay(state.status !== 'idle' && event.button === state.button ? IDLE : state);
      case 'pointer-cancel':
      case 'enter':
      case 'leave':
        return stay(IDLE);
      case 'double-click':
        return take(act(state, { type: 'fit' }));
      case 'pointer-elsewhere':
      case 'restored':
      case 'wheel':
        return stay(state);
    }
  },
  cursor: ({ status }) => (status === 'dragging' ? 'grabbing' : null),
};
