import { describe, expect, it } from 'vitest';
import { MIDDLE, PRIMARY, SECONDARY, type InputEvent, type Place } from '../port.ts';
import { panTool, type PanEffect, type PanState } from './pan.ts';

const keys = { shift: false, ctrl: false, alt: false };
const at = (x: number, y: number): Place => ({ screen: { x, y }, stored: null });
const down = (x: number, y: number, button = PRIMARY): InputEvent => ({ type: 'pointer-down', at: at(x, y), button, keys });
const move = (x: number, y: number): InputEvent => ({ type: 'pointer-move', at: at(x, y), keys });
const up = (x: number, y: number, button = PRIMARY): InputEvent => ({ type: 'pointer-up', at: at(x, y), button, keys });

function play(...events: InputEvent[]): { state: PanState; effects: PanEffect[] } {
  let state = panTool.initial;
  const effects: PanEffect[] = [];
  for (const event of events) {
    const step = panTool.reduce(state, event, null);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

describe('pan', () => {
  it('moves the picture by what the pointer moved, however many events that took', () => {
    const { state, effects } = play(down(10, 10), move(15, 10), move(20, 14), up(20, 14));
    expect(effects).toEqual([
      { type: 'pan', dx: 5, dy: 0 },
      { type: 'pan', dx: 5, dy: 4 },
    ]);
    expect(state).toEqual({ status: 'idle' });
  });

  it('does not move for a click that trembles', () => {
    expect(play(down(10, 10), move(11, 11), up(11, 11)).effects).toEqual([]);
  });

  it('follows the middle button too, and not the right one', () => {
    expect(play(down(0, 0, MIDDLE), move(9, 0)).effects).toHaveLength(1);
    expect(play(down(0, 0, SECONDARY), move(9, 0)).effects).toEqual([]);
  });

  it('ends where its own button is let go, and when the pointer is lost', () => {
    expect(play(down(0, 0), move(9, 0), up(9, 0, MIDDLE)).state.status).toBe('dragging');
    expect(play(down(0, 0), move(9, 0), { type: 'pointer-cancel' }).state.status).toBe('idle');
    expect(play(move(50, 50)).effects).toEqual([]);
  });

  it('shows a closed hand while it drags', () => {
    expect(panTool.cursor?.(play(down(0, 0), move(9, 0)).state, null)).toBe('grabbing');
    expect(panTool.cursor?.(panTool.initial, null)).toBeNull();
  });
});
