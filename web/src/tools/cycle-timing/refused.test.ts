import { expect, test } from 'vitest';
import { refusedAt, refusedRanges } from './refused.ts';
import { TimingBench } from './test-bench.ts';

const bench = () =>
  new TimingBench({ modality: 'M-Mode', max: 2, context: { strip: { left: 0, right: 400, top: 0, bottom: 100, baseline: null } } });
const ranges = (of: TimingBench) => refusedRanges(of.state, of.context).map(({ from, to }) => [from, to]);

test('columns where the next mark is refused are known before the click, and only those', () => {
  const timed = bench();
  expect(ranges(timed)).toEqual([]);
  timed.clicks(100, 200, 300);
  // The end diastole of cycle 1 is at its onset or later, before the next onset.
  expect(ranges(timed)).toEqual([
    [0, 99],
    [200, 400],
  ]);
  for (const x of [50, 99, 200, 350]) {
    const before = timed.events;
    timed.click(x);
    expect(timed.events).toEqual(before);
  }
  timed.click(195);
  // Of cycle 2, at least 10 px after it.
  expect(ranges(timed)[0]).toEqual([0, 205]);
});

test('the limit is the next column that is not refused', () => {
  const timed = bench();
  timed.clicks(100, 200, 300);
  const found = refusedRanges(timed.state, timed.context);
  expect(refusedAt(found, 42.4)).toEqual({ message: 'Please select a later position', limit: 100, isEarly: true });
  expect(refusedAt(found, 250)).toEqual({ message: 'Please select an earlier position', limit: 199, isEarly: false });
  expect(refusedAt(found, 150)).toBeNull();
});

test('nothing is shaded when no mark is set by a click', () => {
  const timed = bench();
  timed.clicks(100, 200, 300, 100, 200, 300, 150, 250);
  expect(timed.status).toBe('finished');
  expect(ranges(timed)).toEqual([]);
});
