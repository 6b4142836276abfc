import { describe, expect, it } from 'vitest';
import type { InputEvent, Modifiers } from '../port.ts';
import { NO_KEYS, play } from '../tool-bench.ts';
import { turnOf, type WheelInput } from './turn.ts';
import { REST_MS, wheelTool, type WheelEffect } from './wheel.ts';

/** Time between two events during a movement, in ms. */
const EVERY_MS = 16;

const input = (deltaY: number, more: Partial<WheelInput> = {}): WheelInput => ({ deltaX: 0, deltaY, deltaMode: 0, ...more });

function turned(inputs: readonly WheelInput[], keys: Modifiers = NO_KEYS, every = EVERY_MS): readonly WheelEffect[] {
  const at = { screen: { x: 40, y: 30 }, stored: null };
  const events = inputs.map((one, index): InputEvent => ({ type: 'wheel', at, turn: turnOf(one), keys, time: index * every }));
  return play(wheelTool, null, events).effects;
}

const frames = (effects: readonly WheelEffect[]): number =>
  effects.reduce((sum, effect) => sum + (effect.type === 'step' ? effect.frames : 0), 0);

describe('the wheel steps frames', () => {
  it('by one for a notch, whatever the system makes of its pixels', () => {
    for (const pixels of [4.000244140625, 53, 100, 120, 250])
      expect(frames(turned([input(pixels, { wheelDeltaY: -120 })])), `${pixels} px`).toBe(1);
    expect(frames(turned([input(-100, { wheelDeltaY: 120 })]))).toBe(-1);
    expect(frames(turned([input(3, { deltaMode: 1 })]))).toBe(1);
    expect(frames(turned([input(1, { deltaMode: 2 })]))).toBe(1);
  });

  it('by one for thirty events of 4 px of a trackpad, not by thirty', () => {
    expect(frames(turned(Array.from({ length: 30 }, () => input(4))))).toBe(1);
  });

  it('by as many as two fingers moved notches, one after the other', () => {
    const effects = turned(Array.from({ length: 100 }, () => input(10)));
    expect(frames(effects)).toBe(10);
    expect(effects.every((effect) => effect.type === 'step' && effect.frames === 1)).toBe(true);
  });

  it('starts again after a rest and in the other direction', () => {
    expect(frames(turned([input(60), input(60)], NO_KEYS, REST_MS))).toBe(0);
    expect(frames(turned([input(90), input(-90)]))).toBe(0);
    expect(frames(turned([input(90), input(-90), input(-20)]))).toBe(-1);
  });

  it('by ten with Shift, where the browser turns the wheel sideways', () => {
    expect(frames(turned([{ deltaX: 100, deltaY: 0, deltaMode: 0 }], { ...NO_KEYS, shift: true }))).toBe(10);
  });
});

describe('the wheel zooms with Ctrl', () => {
  const ctrl = { ...NO_KEYS, ctrl: true };
  const factor = (effects: readonly WheelEffect[]): number =>
    effects.reduce((product, effect) => product * (effect.type === 'zoom' ? effect.factor : 1), 1);

  it('about the pointer, in upwards and out downwards, and back to where it was', () => {
    const [effect] = turned([input(-100, { wheelDeltaY: 120 })], ctrl);
    expect(effect).toMatchObject({ type: 'zoom', about: { x: 40, y: 30 } });
    expect(factor(turned([input(-100, { wheelDeltaY: 120 })], ctrl))).toBeGreaterThan(1);
    expect(factor(turned([input(-100, { wheelDeltaY: 120 }), input(100, { wheelDeltaY: -120 })], ctrl))).toBeCloseTo(1, 12);
  });

  it('the same for one movement of two fingers, in however many events it comes', () => {
    const one = factor(turned([input(-60)], ctrl));
    const many = factor(
      turned(
        Array.from({ length: 30 }, () => input(-2)),
        ctrl,
      ),
    );
    expect(many).toBeCloseTo(one, 9);
    expect(one).toBeGreaterThan(1.5);
  });
});
