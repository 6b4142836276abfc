import { describe, expect, it } from 'vitest';
import { SECONDARY, type InputEvent } from '../port.ts';
import { play, pointerAt } from '../tool-bench.ts';
import { calibrationTool } from './machine.ts';
import { INITIAL, spanOf, type CalibrationContext, type CalibrationEvent, type CalibrationState, type ScaleMark } from './state.ts';

const CONTEXT: CalibrationContext = {
  mayChange: true,
  strip: { left: 60, right: 860, top: 300, bottom: 560, baseline: null },
  scale: () => ({ x: 2, y: 2 }),
  previewRow: null,
};
const { down, move, up } = pointerAt(2);
const click = (x: number, y: number): InputEvent[] => [down(x, y), up(x, y)];

const after = (events: readonly (CalibrationEvent | InputEvent)[], context = CONTEXT): CalibrationState =>
  play(calibrationTool, context, events).state;
const begun = (what: ScaleMark): CalibrationEvent => ({ type: 'mark', what });

describe('marking a scale', () => {
  it('leaves every gesture to the tools below it while nothing is marked', () => {
    const step = calibrationTool.reduce(INITIAL, down(100, 400), CONTEXT);
    expect(step.taken).toBeUndefined();
    expect(step.state).toBe(INITIAL);
  });

  it('starts only for roles that may change the image', () => {
    expect(after([begun('distance')], { ...CONTEXT, mayChange: false })).toEqual(INITIAL);
  });

  it('takes two points, and no third', () => {
    const state = after([begun('distance'), ...click(100, 310), ...click(400, 550), ...click(200, 400)]);
    expect(state.points).toEqual([
      { x: 100, y: 310 },
      { x: 400, y: 550 },
    ]);
    expect(spanOf(state)).toBeCloseTo(Math.sqrt(300 ** 2 + 240 ** 2), 10);
  });

  it('counts the pixels along the axis that the value is of', () => {
    const points = [...click(100, 310), ...click(400, 550)];
    expect(spanOf(after([begun('time'), ...points]))).toBe(300);
    expect(spanOf(after([begun('across'), ...points]))).toBe(300);
    expect(spanOf(after([begun('velocity'), ...points]))).toBe(240);
    expect(spanOf(after([begun('depth'), ...points]))).toBe(240);
    expect(spanOf(after([begun('time'), ...click(100, 310)]))).toBeNull();
  });

  it('moves a dragged point, anywhere on the line of one axis', () => {
    const state = after([begun('velocity'), ...click(100, 320), ...click(100, 500), down(700, 503), move(700, 540), up(700, 540)]);
    expect(state.points).toEqual([
      { x: 100, y: 320 },
      { x: 700, y: 540 },
    ]);
    expect(state.held).toBeNull();
  });

  it('keeps points within the region, by pointer and by key', () => {
    expect(after([begun('distance'), ...click(10, 900)]).points).toEqual([{ x: 60, y: 560 }]);
    const nudged = after([begun('zero'), ...click(100, 559.5), { type: 'nudge', point: 0, by: { x: 0, y: 10 } }]);
    expect(nudged.points).toEqual([{ x: 100, y: 560 }]);
  });

  it('takes the last point back with a right click, and everything with its key or another image', () => {
    const two = [begun('time'), ...click(100, 400), ...click(300, 400)];
    expect(after([...two, down(500, 400, SECONDARY)]).points).toEqual([{ x: 100, y: 400 }]);
    expect(after([...two, { type: 'cancel' }])).toEqual(INITIAL);
    expect(after([...two, { type: 'leave' }])).toEqual(INITIAL);
  });

  it('puts the points a quarter from the edges of the region without a pointer', () => {
    expect(after([begun('time'), { type: 'place' }]).points).toEqual([
      { x: 260, y: 430 },
      { x: 660, y: 430 },
    ]);
    expect(after([begun('zero'), { type: 'place' }]).points).toEqual([{ x: 460, y: 430 }]);
    // A second time moves nothing.
    const nudged: CalibrationEvent = { type: 'nudge', point: 0, by: { x: 1, y: 0 } };
    expect(after([begun('time'), { type: 'place' }, nudged, { type: 'place' }]).points[0]).toEqual({ x: 261, y: 430 });
  });

  it('draws the zero line that a choice would give, also while nothing is marked', () => {
    expect(calibrationTool.overlay?.(INITIAL, { ...CONTEXT, previewRow: 340 }, 1)).toMatchObject([
      { kind: 'mark', axis: 'y', at: 340, from: 60, to: 860, style: 'dashed' },
    ]);
    expect(calibrationTool.overlay?.(INITIAL, CONTEXT, 1)).toEqual([]);
  });
});
