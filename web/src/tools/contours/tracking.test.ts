/** Lines that were followed through a clip: where they are offered, what an acceptance stores, and what ends an offer. */
import { beforeAll, expect, test } from 'vitest';
import type { Tracks } from '@echometry/contract/generated/tracking.ts';
import type { LinePlace } from '../lines/place.ts';
import { movedPoints } from '../lines/moved-points.ts';
import { TRACKING_METHOD } from './tracking.ts';
import { loadEngine } from '../tool-bench.ts';
import { clipCycles, ContourBench } from './test-bench.ts';

beforeAll(loadEngine);

const CYCLES = clipCycles([5, 15], [25, 35]);
/** From frame to frame everything is offered so much farther to the right. */
const STEP_PX = 0.5;

/** LV endo and its wall, finished at the first end diastole. */
function traced(): ContourBench {
  const bench = new ContourBench({ type: '4-chamber 2D', cycles: CYCLES });
  bench.frame = 5;
  bench.clicks([300, 200], [500, 200], [280, 300], [400, 460], [520, 300]);
  bench.key('finish');
  bench.key('finish');
  return bench;
}

/** Expected result of a method: the lines drift to the right. */
function followed(bench: ContourBench, source: LinePlace = { cycle: 0, event: 'end_diastole' }): void {
  bench.key('follow');
  const request = bench.asked.at(-1);
  if (!request) throw new Error('Nothing was asked for');
  const frames = Array.from({ length: request.last - request.first + 1 }, (_, place) => {
    const frame_number = request.first + place;
    const by = STEP_PX * (frame_number - request.frame_number);
    const point = ([x, y]: [number, number]) => ({ x: x + by, y, quality: 0.9, drift_px: 0.4 });
    return { frame_number, lines: request.lines.map(({ points }) => points.map(point)) };
  });
  const tracks: Tracks = { method: TRACKING_METHOD, method_version: '1', frames };
  bench.offer = { instance_id: bench.image.instance_id, source, lines: bench.lines(source).filter(({ finished }) => finished), tracks };
}

const dashed = (bench: ContourBench, frame: number): number =>
  bench.overlay(frame).filter((shape) => shape.kind === 'line' && shape.style === 'dashed').length;

test('finished lines of the event are asked for, from the first to the last event, with the frames that look alike', () => {
  const bench = traced();
  expect(bench.keys()).toContain('follow');
  bench.key('follow');
  const [request] = bench.asked;
  expect(request).toMatchObject({ frame_number: 5, alike: [25], first: 5, last: 35 });
  expect(request?.lines).toHaveLength(2);
  expect(request?.lines[0]?.points).toHaveLength(5);
});

test('from an event without lines the nearest finished lines are followed to it', () => {
  const bench = traced();
  bench.key('next-event');
  expect(bench.lines({ cycle: 0, event: 'end_systole' })).toEqual([]);
  expect(bench.keys()).toContain('follow');
  bench.key('follow');
  expect(bench.asked.at(-1)).toMatchObject({ frame_number: 5, first: 5, last: 35 });
});

test('an oval is followed by its outline, offered dashed and accepted as its three points', () => {
  const bench = new ContourBench({ type: 'Cardiothoracic 2D', cycles: CYCLES });
  bench.frame = 5;
  bench.clicks([200, 300], [600, 300], [400, 460]);
  bench.key('finish');
  expect(bench.line('Thorax').shape).toBe('oval');
  followed(bench);
  expect(bench.asked.at(-1)?.lines).toEqual([
    {
      points: [
        [200, 300],
        [600, 300],
        [400, 460],
      ],
      form: 'oval',
    },
  ]);
  expect(dashed(bench, 15)).toBe(1);
  bench.key('accept');
  bench.key('accept');
  const accepted = bench.line('Thorax', { cycle: 0, event: 'end_systole' });
  expect(accepted).toMatchObject({ shape: 'oval', finished: true, frame_number: 15 });
  expect(accepted.points.map(({ x, y }) => [x, y])).toEqual([
    [205, 300],
    [605, 300],
    [405, 460],
  ]);
  for (const { origin, method } of accepted.points) expect({ origin, method }).toEqual({ origin: 'proposed', method: TRACKING_METHOD });
});

test('lines drawn only at an end systole are followed to the end diastole before it', () => {
  const bench = new ContourBench({ type: 'Cardiothoracic 2D', cycles: CYCLES });
  bench.frame = 15;
  bench.send({ type: 'go-to', place: { cycle: 0, event: 'end_systole' } });
  bench.clicks([200, 300], [600, 300], [400, 460]);
  bench.key('finish');
  followed(bench, { cycle: 0, event: 'end_systole' });
  expect(bench.asked.at(-1)).toMatchObject({ frame_number: 15, alike: [35], first: 5, last: 35 });
  for (const frame of [5, 10, 25, 35]) expect(dashed(bench, frame), `frame ${frame}`).toBe(1);
  expect(dashed(bench, 15)).toBe(0);
  bench.key('accept');
  expect(bench.frame).toBe(5);
  bench.key('accept');
  expect(bench.line('Thorax', { cycle: 0, event: 'end_diastole' })).toMatchObject({ finished: true, frame_number: 5 });
});

test('nothing is followed before a line is finished, nor without another event', () => {
  const bench = new ContourBench({ type: '4-chamber 2D', cycles: CYCLES });
  bench.frame = 5;
  bench.clicks([300, 200], [500, 200], [280, 300]);
  expect(bench.keys()).not.toContain('follow');
  const plane = new ContourBench({ type: '4-chamber 2D', cycles: clipCycles() });
  expect(plane.keys()).not.toContain('follow');
});

test('offers are dashed at events without a line and in between, and are not lines', () => {
  const bench = traced();
  const before = bench.points;
  followed(bench);
  for (const frame of [15, 20, 25, 35]) expect(dashed(bench, frame), `frame ${frame}`).toBe(2);
  expect(bench.points).toBe(before);
});

test('a key goes to what is offered first, and accepts it where it is seen', () => {
  const bench = traced();
  followed(bench);
  const before = bench.points;
  bench.key('accept');
  expect([bench.frame, bench.points]).toEqual([15, before]);
  expect(bench.lastSaid).toBe('Offered: end systole of cycle 1. Accept it with the same key.');
  bench.key('accept');
  const systole = { cycle: 0, event: 'end_systole' } as const;
  const [drawn, kept] = [bench.line('LV endo', { cycle: 0, event: 'end_diastole' }), bench.line('LV endo', systole)];
  expect(kept).toMatchObject({ finished: true, frame_number: 15, shape: drawn.shape, pattern: drawn.pattern });
  for (const [place, point] of kept.points.entries()) {
    const from = drawn.points[place];
    const at = { x: (from?.x ?? 0) + 10 * STEP_PX, y: from?.y };
    expect(point).toMatchObject({
      ...at,
      type: from?.type,
      origin: 'proposed',
      method: TRACKING_METHOD,
      method_version: '1',
      proposed: at,
    });
    expect(point.id).not.toBe(from?.id);
  }
  // The next offer is shown at once.
  expect(bench.frame).toBe(25);
});

test('one key accepts all, and undo takes them back as one gesture', () => {
  const bench = traced();
  followed(bench);
  const before = bench.points;
  bench.key('accept-all');
  expect(bench.points).toBe(4 * before);
  bench.key('undo');
  expect(bench.points).toBe(before);
});

test('an offer belongs to the drawing it was made from', () => {
  const bench = traced();
  followed(bench);
  bench.send({ type: 'pick-line', line: 'LV endo' });
  bench.key('next-point');
  bench.key('segmentation-point.right');
  expect(bench.keys()).not.toContain('accept');
  expect(dashed(bench, 15)).toBe(0);
});

test('what is dropped is offered no more', () => {
  const bench = traced();
  followed(bench);
  bench.key('drop');
  expect(bench.keys()).not.toContain('accept');
  expect(bench.keys()).toContain('follow');
});

test('a Viewer is offered nothing', () => {
  const bench = traced();
  bench.change({ mayChange: false });
  expect(bench.keys()).not.toContain('follow');
});

test('the share of accepted points that the user moved follows from their origin', () => {
  const bench = traced();
  expect(movedPoints(bench.image, TRACKING_METHOD)).toBeNull();
  followed(bench);
  bench.key('accept-all');
  expect(movedPoints(bench.image, TRACKING_METHOD)).toEqual({ accepted: 30, moved: 0, mean_px: null });
  const [cycle] = bench.image.segmentation;
  const point = cycle?.end_systole?.lines[0]?.points[1];
  if (!point) throw new Error('Nothing was accepted');
  point.x += 3;
  point.y += 4;
  expect(movedPoints(bench.image, TRACKING_METHOD)).toEqual({ accepted: 30, moved: 1, mean_px: 5 });
});
