/** The synchronous build follows the rules the engine is tested for; here that every call arrives, and that the build stays small. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { checkoutRoot } from '../src/node/client.ts';
import {
  checkCycles,
  checkFrame,
  checkOnset,
  checkOrder,
  checkPosition,
  cycleAlarms,
  predictOnMMode,
  predictOnPlane,
  predictsCycles,
  propagateTrace,
} from '../src/engine/cycles.ts';
import {
  EPI_THICKNESS,
  aliasedRows,
  applyPins,
  caliperPoint,
  dragPoint,
  finishesAt,
  mayFinish,
  moveLine,
  nearestOnCurve,
  ovalByRatio,
  ovalThirdPoint,
  placeInContour,
  planeCurve,
  predictEpi,
  rescaleEpi,
  snapPoint,
  stripCurve,
  thinStroke,
  valveApex,
  valveCopy,
} from '../src/engine/drawing.ts';
import { loadGeometry } from '../src/engine/geometry.ts';

const build = path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm');
/** docs/contracts.md#engine-boundary. */
const MAX_GZIP_BYTES = 300 * 1024;

const point = (x: number, y: number, more: Partial<LinePoint> = {}): LinePoint => ({
  id: `${x}`,
  x,
  y,
  type: '',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
  ...more,
});
const line = (shape: Line['shape'], points: LinePoint[]): Line => ({
  name: 'flow',
  finished: true,
  shape,
  pattern: 'normal',
  frame_number: null,
  points,
});

beforeAll(() => loadGeometry(readFileSync(build)));

it('is at most 300 kB compressed', () => {
  expect(gzipSync(readFileSync(build), { level: 9 }).byteLength).toBeLessThanOrEqual(MAX_GZIP_BYTES);
});

describe('shapes', () => {
  const ends = [
    { x: 0, y: 0 },
    { x: 200, y: 0 },
  ] as const;
  it('hold the third point of ovals and valves', () => {
    expect(ovalThirdPoint(ends, { x: 20, y: 60 })).toEqual({ x: 100, y: 60 });
    expect(ovalByRatio(ends, 0.85)).toEqual({ x: 100, y: 85 });
    expect(ovalByRatio(ends, 0.9, { x: 0, y: -5 })).toEqual({ x: 100, y: -90 });
    expect(valveApex(ends, { x: 30, y: -40 }, [0.02, 0.03])).toMatchObject({ x: 100 });
    expect(ovalThirdPoint([ends[0], ends[0]], ends[1])).toBeNull();
    expect(valveCopy(ends, 800)).toEqual([
      { x: 100, y: 0 },
      { x: 300, y: 0 },
    ]);
  });
  it('predict the wall and change its thickness', () => {
    const endo = [
      { x: 0, y: 0 },
      { x: 50, y: 100 },
      { x: 100, y: 0 },
    ];
    const contour = line(
      'endo-epi',
      endo.map(({ x, y }, place) => point(x, y, { type: place === 1 ? '' : 'ring' })),
    );
    const epi = predictEpi(contour, EPI_THICKNESS.initial, 200);
    expect(epi).toEqual([
      { x: -10, y: 0 },
      { x: 50, y: 110 },
      { x: 110, y: 0 },
    ]);
    expect(rescaleEpi(endo, epi ?? [], 0.05, 0.1)).toEqual([
      { x: -20, y: 0 },
      { x: 50, y: 120 },
      { x: 120, y: 0 },
    ]);
    expect(predictEpi(contour, 0.2, 200)).toBeNull();
    const oval = line('oval', [point(0, 0), point(100, 0), point(50, 40)]);
    expect(predictEpi(oval, 0.05, 200)).toEqual([
      { x: -10, y: 0 },
      { x: 110, y: 0 },
      { x: 50, y: 50 },
    ]);
    expect(placeInContour(endo, { x: 80, y: 60 })).toBe(2);
  });
  it('move as a whole, and are thinned from a stroke', () => {
    const pair = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
    ];
    expect(moveLine(pair, 'scale', { x: 20, y: 0 }, { x: 30, y: 0 }, [1, 1])).toEqual([
      { x: -10, y: 0 },
      { x: 30, y: 0 },
    ]);
    expect(moveLine(pair, 'turn', { x: 10, y: 0 }, { x: 30, y: 0 }, [1, 1])).toBeNull();
    expect(thinStroke([...pair, { x: 40, y: 0.5 }], 1)).toEqual([
      { x: 0, y: 0 },
      { x: 40, y: 0.5 },
    ]);
  });
  it('complete, snap and constrain', () => {
    expect([
      finishesAt({ shape: 'valve', control_points: 3, user_defined_points: false }),
      finishesAt({ shape: 'endo-epi', control_points: 2, user_defined_points: true }),
    ]).toEqual([3, null]);
    expect(mayFinish({ shape: 'curve', control_points: 0, user_defined_points: true }, 2)).toBe(false);
    const shared = [{ type: 'septum wall ring', x: 10, y: 10 }];
    expect(snapPoint('first', 'septum wall ring', { x: 90, y: 90 }, shared)).toEqual({ x: 10, y: 10 });
    expect(snapPoint('last', '', { x: 90, y: 90 }, shared)).toEqual({ x: 90, y: 90 });
    expect(caliperPoint('straight', 4, ends, { x: 70, y: 30 }, [1, 1])).toEqual({ x: 70, y: 0 });
  });
  it('are drawn and clicked as they are measured', () => {
    const oval = line('oval', [point(0, 0), point(200, 0), point(100, 50)]);
    expect(planeCurve(oval, 'catmull_rom').length).toBe(51 * 2);
    const straight = line('curve', [point(0, 0), point(100, 0), point(100, 100)]);
    expect(nearestOnCurve(straight, 'linear', { x: 120, y: 25 })).toMatchObject({ segment: 1, x: 100, distance: 20 });
    expect(nearestOnCurve(oval, 'catmull_rom', { x: 0, y: 0 })).toBeNull();
    expect(
      Array.from(
        stripCurve(
          [
            { x: 0, y: 0 },
            { x: 2, y: 4 },
          ],
          'linear',
        ),
      ),
    ).toEqual([0, 0, 1, 2, 2, 4]);
  });
  it('hold pinned points while one is dragged', () => {
    const held = { onset_start: 100, onset_end: 200, zero_y: 400 };
    const trace = [point(100, 380, { on_onset: true }), point(150, 300), point(200, 380, { on_onset: true, same_as_start: true })];
    expect(dragPoint(trace, 0, { x: 7, y: 360 }, held).map(({ x, y }) => [x, y])).toEqual([
      [100, 360],
      [150, 300],
      [200, 360],
    ]);
    expect(applyPins([point(9, 9, { forced_to_zero: true })], held)[0]).toMatchObject({ x: 9, y: 400 });
    expect(() => dragPoint([{ x: 'a' } as unknown as LinePoint], 0, { x: 0, y: 0 }, held)).toThrow('invalid-argument');
  });
});

describe('cycles', () => {
  it('refuse marks with the specified words', () => {
    expect(checkFrame(5, 5)).toEqual({ code: 'later-frame', message: 'Please select a later frame' });
    expect(checkOnset(110, 100)?.message).toBe('Please select a later onset');
    expect(checkPosition(195, 100, 200)?.message).toBe('Please select an earlier position');
    expect(checkPosition(150, 100, null)).toBeNull();
    expect(checkOrder(100, 100, 200, true)).toBeNull();
    expect(checkOrder(100, 100, 200, false)?.message).toBe('Please select a later position');
    expect(checkCycles([1, 2, 3], 2)?.message).toBe('Please select a maximum of 2 cycles');
    expect(checkCycles([1, 3], 5)?.message).toBe('Please select continuous cycles');
    expect(cycleAlarms([1, null, 1, 3]).map((alarm) => alarm?.code)).toEqual([undefined, undefined, undefined, 'cycle-deviation']);
  });
  it('copy traces to later cycles', () => {
    const trace = line('curve', [point(0, 5, { on_onset: true }), point(50, 9), point(100, 5, { on_onset: true })]);
    const events = [
      { onset_start: 0, onset_end: 100 },
      { onset_start: 100, onset_end: 300 },
      { onset_start: 300, onset_end: false as const },
    ];
    const [copy, none] = propagateTrace(trace, events, 0, [], null);
    expect(copy?.points.map(({ id, x }) => [id, x])).toEqual([
      ['0.c1', 100],
      ['50.c1', 200],
      ['100.c1', 300],
    ]);
    expect([copy?.finished, none]).toEqual([false, null]);
    expect(predictsCycles('Umbilical Vein', true)).toBe(false);
    expect(predictOnPlane([trace], 2)[0]?.points[1]?.id).toBe('50.c2');
    const span = (start: number, end: number) => ({ end_diastole_start: start, end_diastole_end: end });
    expect(predictOnMMode([trace], 1, span(0, 100), span(100, 150))?.[0]?.points.map(({ x }) => x)).toEqual([100, 125, 150]);
  });
});

describe('aliasing', () => {
  it('moves no more rows than a scale has', () => {
    expect(aliasedRows(256, { up: 64, down: -2 })).toEqual({ up: 64, down: 0 });
    expect(aliasedRows(100, { up: 70, down: 50 })).toEqual({ up: 70, down: 29 });
  });
});
