import { expect, test } from 'vitest';
import type { Ecg } from '@echometry/contract/generated/image-metadata.ts';
import { ecgAt, ecgCurve, frameNear } from './ecg.ts';

/** A sample every 10 ms from 100 ms before the first frame, rising by 1 mV in 100 steps. */
const rising = (more: Partial<Ecg> = {}): Ecg => ({
  lead: 'II',
  samples_per_s: 100,
  start_ms: -100,
  unit: 'mV',
  unit_per_step: 0.01,
  unit_at_zero: -0.5,
  samples: Array.from({ length: 101 }, (_, index) => index),
  ...more,
});
const BOX = { width: 200, height: 100 };

test('reads the value at a time from the nearest sample', () => {
  // 10 samples before the first frame: sample 10 is at 0 ms.
  expect(ecgAt(rising(), 0)).toBeCloseTo(-0.4, 12);
  expect(ecgAt(rising(), 404)).toBeCloseTo(0, 12);
  expect(ecgAt(rising(), 406)).toBeCloseTo(0.01, 12);
});

test('has no value outside of the samples and within a gap', () => {
  expect(ecgAt(rising(), -106)).toBeNull();
  expect(ecgAt(rising(), 906)).toBeNull();
  expect(ecgAt(rising({ samples: [1, null, 3] }), -90)).toBeNull();
});

test('shows microvolts in mV, and counts as they are', () => {
  expect(ecgAt(rising({ unit: 'uV', unit_per_step: 10, unit_at_zero: -500 }), 404)).toBeCloseTo(0, 12);
  expect(ecgAt(rising({ unit: null, unit_per_step: 1, unit_at_zero: 0 }), 404)).toBe(50);
});

test('draws a rising line from the lower left to the upper right, with its zero', () => {
  const curve = ecgCurve(rising(), 800, BOX);
  const points = curve?.stretches.flat() ?? [];
  expect(curve?.stretches).toHaveLength(1);
  const [[firstX, firstY], [lastX, lastY]] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  expect(firstX).toBeLessThan(1);
  expect(lastX).toBeGreaterThan(199);
  expect(firstY).toBeCloseTo(90, 0);
  expect(lastY).toBeCloseTo(10, 0);
  // From -0.4 mV to 0.4 mV, zero is in the middle.
  expect(curve?.zeroY).toBeCloseTo(50, 0);
});

test('keeps a spike of one sample however many there are in a column', () => {
  const samples = Array.from({ length: 20_000 }, (_, index) => (index === 12_345 ? 1000 : 0));
  const curve = ecgCurve(rising({ samples_per_s: 20_000, start_ms: 0, samples }), 1000, BOX);
  const top = Math.min(...(curve?.stretches.flat().map(([, y]) => y) ?? []));
  const spike = curve?.stretches.flat().find(([, y]) => y === top);
  expect(spike?.[0]).toBe(Math.floor((12_345 / 20_000) * 200) + 0.5);
});

test('leaves gaps open', () => {
  const samples = Array.from({ length: 101 }, (_, index) => (index > 40 && index < 60 ? null : index));
  expect(ecgCurve(rising({ samples }), 800, BOX)?.stretches).toHaveLength(2);
});

test('draws nothing where no sample is within the clip', () => {
  expect(ecgCurve(rising({ start_ms: 5000 }), 800, BOX)).toBeNull();
  expect(ecgCurve(rising({ samples: [null, null] }), 800, BOX)).toBeNull();
  expect(ecgCurve(rising(), 0, BOX)).toBeNull();
});

test('draws a flat line in the middle', () => {
  const curve = ecgCurve(rising({ samples: Array.from({ length: 101 }, () => 7) }), 800, BOX);
  expect(new Set(curve?.stretches.flat().map(([, y]) => y))).toEqual(new Set([50]));
});

test('finds the frame whose time is nearest', () => {
  const times = [0, 20, 40, 100, 160];
  expect([-5, 9, 11, 69, 71, 900].map((ms) => frameNear(times, ms))).toEqual([0, 0, 1, 2, 3, 4]);
});
