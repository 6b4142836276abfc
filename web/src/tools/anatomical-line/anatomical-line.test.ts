import { describe, expect, it } from 'vitest';
import type { InputEvent } from '../port.ts';
import { play, pointerAt } from '../tool-bench.ts';
import { anatomicalLine, type Ends, type LineEvent, type LineState } from './anatomical-line.ts';

const AREA = { left: 100, top: 50, right: 500, bottom: 450 };
/** One stored pixel is two on the screen. */
const CONTEXT = { area: AREA, scale: () => ({ x: 2, y: 2 }) };
const { down, move, up } = pointerAt(2);

const after = (...events: (LineEvent | InputEvent)[]): LineState => play(anatomicalLine, CONTEXT, events).state;
const endsAfter = (...events: (LineEvent | InputEvent)[]): Ends | null => after({ type: 'toggle' }, ...events).ends;

describe('the line of an anatomical M-Mode', () => {
  it('begins down the middle of the picture, and is gone with the next toggle', () => {
    expect(endsAfter()).toEqual({ from: { x: 300, y: 90 }, to: { x: 300, y: 410 } });
    expect(endsAfter({ type: 'toggle' })).toBeNull();
  });

  it('has ends that can be dragged and that stay within the picture', () => {
    expect(endsAfter(down(301, 92), move(200, 120), up(200, 120))).toEqual({ from: { x: 200, y: 120 }, to: { x: 300, y: 410 } });
    expect(endsAfter(down(300, 410), move(900, 900))).toEqual({ from: { x: 300, y: 90 }, to: { x: 500, y: 450 } });
    expect(endsAfter(down(300, 410), move(300, 94)), 'too short').toEqual({ from: { x: 300, y: 90 }, to: { x: 300, y: 410 } });
  });

  it('moves as a whole where it is taken between its ends, and not out of the picture', () => {
    expect(endsAfter(down(302, 250), move(322, 240))).toEqual({ from: { x: 320, y: 80 }, to: { x: 320, y: 400 } });
    expect(endsAfter(down(300, 250), move(300, 50))).toEqual({ from: { x: 300, y: 90 }, to: { x: 300, y: 410 } });
  });

  it('leaves to other tools what lies away from it, and other buttons', () => {
    const on = after({ type: 'toggle' });
    expect(anatomicalLine.reduce(on, down(320, 250), CONTEXT).taken).toBeUndefined();
    expect(anatomicalLine.reduce(on, down(300, 250, 2), CONTEXT).taken).toBeUndefined();
    expect(anatomicalLine.reduce(on, down(300, 250), CONTEXT).taken).toBe(true);
    expect(anatomicalLine.reduce(anatomicalLine.initial, down(300, 250), CONTEXT).taken).toBeUndefined();
  });

  it('is moved across itself and turned around its middle by keys', () => {
    expect(endsAfter({ type: 'shift', by: 5 })).toEqual({ from: { x: 305, y: 90 }, to: { x: 305, y: 410 } });
    const turned = endsAfter({ type: 'turn', by: Math.PI / 2 });
    expect(turned?.from.x).toBeCloseTo(460);
    expect(turned?.from.y).toBeCloseTo(250);
    expect(turned?.to.x).toBeCloseTo(140);
  });

  it('has its keys only while it is there, and none where no strip can be read', () => {
    const actions = (state: LineState, area: typeof AREA | null) => Object.keys(anatomicalLine.keymap?.(state, { ...CONTEXT, area }) ?? {});
    expect(actions(anatomicalLine.initial, AREA)).toEqual(['cycle-timing.m-mode']);
    expect(actions(after({ type: 'toggle' }), AREA)).toHaveLength(5);
    expect(actions(anatomicalLine.initial, null)).toEqual([]);
    expect(anatomicalLine.reduce(after({ type: 'toggle' }), { type: 'leave' }, CONTEXT).state.ends).toBeNull();
  });
});
