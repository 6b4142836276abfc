import { describe, expect, it } from 'vitest';
import { ToolStack, seat } from '../stack.ts';
import { NO_KEYS, pointerAt } from '../tool-bench.ts';
import { spotTool } from './spot.ts';

const { at, down } = pointerAt(2);

describe('a spot', () => {
  it('is a dotted line at a column, a cross at a point, and nothing without a place', () => {
    const shapes = (place: { x: number; y: number | null } | null) => spotTool.overlay?.(null, { place, height: 100 }, 1);
    expect(shapes({ x: 30, y: null })).toMatchObject([{ kind: 'mark', axis: 'x', at: 30, from: 0, to: 99, style: 'dotted' }]);
    expect(shapes({ x: 30, y: 5 })).toMatchObject([{ kind: 'point', at: { x: 30, y: 5 }, form: 'cross' }]);
    expect(shapes(null)).toEqual([]);
  });

  it('takes neither wheel nor pointer', () => {
    const context = { place: { x: 30, y: 5 }, height: 100 };
    const spot = seat(
      spotTool,
      () => context,
      () => undefined,
    );
    const stack = new ToolStack();
    stack.add(spot, 'page');
    expect(spot.input(down(30, 5))).toBe(false);
    expect(spot.input({ type: 'wheel', at: at(30, 5), turn: { notches: 1, clicks: true }, keys: NO_KEYS, time: 0 })).toBe(false);
  });
});
