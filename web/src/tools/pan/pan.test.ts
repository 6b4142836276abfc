import { describe, expect, it } from 'vitest';
import { MIDDLE, SECONDARY, type InputEvent } from '../port.ts';
import { play, pointerAt } from '../tool-bench.ts';
import { panTool } from './pan.ts';

const { down, move, up } = pointerAt(1);
const played = (...events: InputEvent[]) => play(panTool, null, events);

describe('pan', () => {
  it('moves the picture by what the pointer moved, however many events that took', () => {
    const { state, effects } = played(down(10, 10), move(15, 10), move(20, 14), up(20, 14));
    expect(effects).toEqual([
      { type: 'pan', dx: 5, dy: 0 },
      { type: 'pan', dx: 5, dy: 4 },
    ]);
    expect(state).toEqual({ status: 'idle' });
  });

  it('does not move for a click that trembles', () => {
    expect(played(down(10, 10), move(11, 11), up(11, 11)).effects).toEqual([]);
  });

  it('follows the middle button too, and not the right one', () => {
    expect(played(down(0, 0, MIDDLE), move(9, 0)).effects).toHaveLength(1);
    expect(played(down(0, 0, SECONDARY), move(9, 0)).effects).toEqual([]);
  });

  it('ends where its own button is let go, and when the pointer is lost', () => {
    expect(played(down(0, 0), move(9, 0), up(9, 0, MIDDLE)).state.status).toBe('dragging');
    expect(played(down(0, 0), move(9, 0), { type: 'pointer-cancel' }).state.status).toBe('idle');
    expect(played(move(50, 50)).effects).toEqual([]);
  });

  it('shows a closed hand while it drags', () => {
    expect(panTool.cursor?.(played(down(0, 0), move(9, 0)).state, null)).toBe('grabbing');
    expect(panTool.cursor?.(panTool.initial, null)).toBeNull();
  });
});
