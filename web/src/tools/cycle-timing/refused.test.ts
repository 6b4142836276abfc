import { expect, test } from 'vitest';
import { place } from './place.ts';
import { nextMark, refusedAt, refusedRanges } from './refused.ts';
import { isAnnotating } from './status.ts';
import { SPECIFIED_RULES, TimingBench } from './test-bench.ts';

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

/** Refusals of a strip, asked for at each column. */
function byColumn({ status, image, context }: TimingBench): [number, string][] {
  if (!isAnnotating(status) || !nextMark(image, context.maxCycles)) return [];
  return Array.from({ length: 401 }, (_, x) => x).flatMap((x) => {
    const { refusal } = place(image, x, { rules: SPECIFIED_RULES, maxCycles: context.maxCycles, newId: () => '' });
    return refusal ? [[x, refusal.code]] : [];
  });
}

test.each(['M-Mode', 'PW Doppler'] as const)('each column is shaded as a click on it would be refused, on %s', (modality) => {
  let seed = 7;
  const column = (): number => (seed = (seed * 16807) % 2147483647) % 401;
  for (let strip = 0; strip < 15; strip += 1) {
    const timed = new TimingBench({
      modality,
      max: 3,
      context: { strip: { left: 0, right: 400, top: 0, bottom: 100, baseline: null } },
    });
    for (let clicks = 0; clicks < 14; clicks += 1) {
      timed.click(column() + (clicks % 3) / 4);
      const found = refusedRanges(timed.state, timed.context).flatMap(({ from, to, refusal }) =>
        Array.from({ length: to - from + 1 }, (_, index) => [from + index, refusal.code]),
      );
      expect(found).toEqual(byColumn(timed));
    }
  }
});

test('a strip is not asked about column by column', () => {
  let asked = 0;
  const checkOnset: typeof SPECIFIED_RULES.checkOnset = (x, before) => {
    asked += 1;
    return SPECIFIED_RULES.checkOnset(x, before);
  };
  const timed = new TimingBench({
    modality: 'PW Doppler',
    max: 30,
    context: { strip: { left: 0, right: 400, top: 0, bottom: 100, baseline: null }, rules: { ...SPECIFIED_RULES, checkOnset } },
  });
  timed.clicks(20, 60, 100);
  asked = 0;
  refusedRanges(timed.state, timed.context);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(40);
});
