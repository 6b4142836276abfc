import { describe, expect, it } from 'vitest';
import { ToolStack, seat } from '../stack.ts';
import { spotTool } from './spot.ts';

const keys = { shift: false, ctrl: false, alt: false };
const at = { stored: { x: 30, y: 5 }, screen: { x: 60, y: 10 } };

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
    expect(spot.input({ type: 'pointer-down', at, button: 0, keys })).toBe(false);
    expect(spot.input({ type: 'wheel', at, turn: { notches: 1, clicks: true }, keys, time: 0 })).toBe(false);
  });
});
