import { describe, expect, it } from 'vitest';
import { changeOf, combinedError, combinedInterval, errorOf, intervalOf } from './uncertainty.ts';

/** t of 9 and 19 degrees of freedom that 95 % are within, by Student's table. */
const T9 = 2.262_157;
const T19 = 2.093_024;
const TEN = errorOf({ n: 10, bias: 2, sd: 5 });
const TWENTY = errorOf({ n: 20, bias: -1, sd: 3 });

describe('the interval of the true value', () => {
  it('is the value less the bias, and a prediction interval of one more case', () => {
    const half = T9 * 5 * Math.sqrt(1.1);
    const { half: found, ends } = intervalOf(50, TEN, null);
    expect(found).toBeCloseTo(half, 4);
    expect(ends?.[0]).toBeCloseTo(48 - half, 4);
    expect(ends?.[1]).toBeCloseTo(48 + half, 4);
  });

  it('is as wide as tracing where that is wider, and never the sum', () => {
    expect(intervalOf(50, TEN, 1).half).toBe(intervalOf(50, TEN, null).half);
    expect(intervalOf(50, TEN, 10).half).toBeCloseTo(19.6, 10);
  });

  it('has no ends where the bias is not to be known', () => {
    const { half, ends } = intervalOf(50, errorOf({ n: 10, bias: null, sd: 5 }), null);
    expect([half > 0, ends]).toEqual([true, null]);
  });
});

describe('a value combined of several images', () => {
  it('is a mean whose absolute variances add up', () => {
    const part = { value: -18, error: errorOf({ n: 10, bias: -0.6, sd: 1.5 }) };
    const error = combinedError('mean', -18, [part, part, part]);
    // Three equal and independent parts: a third of the variance, and three times the degrees of freedom.
    expect(error?.variance).toBeCloseTo(1.5 ** 2 / 3, 10);
    expect(error?.biasVariance).toBeCloseTo(1.5 ** 2 / 30, 10);
    expect(error?.freedom).toBeCloseTo(27, 8);
    expect(error?.bias).toBeCloseTo(-0.6, 10);
  });

  it('is a ratio whose relative variances add up, with its parts less their bias', () => {
    const parts = [
      { value: 80, error: errorOf({ n: 10, bias: 8, sd: 4 }) },
      { value: 10, error: errorOf({ n: 20, bias: 1, sd: 0.5 }) },
    ];
    const error = combinedError('ratio', 8, parts);
    expect(error?.variance).toBeCloseTo(8 ** 2 * (0.05 ** 2 + 0.05 ** 2), 10);
    // Both are 10 % too high: their ratio is right.
    expect(error?.bias).toBeCloseTo(0, 10);
    expect(error?.freedom).toBeGreaterThan(9);
    expect(error?.freedom).toBeLessThan(28);
  });

  it('has an interval of a ratio whose ends are as far from its parts as their error allows', () => {
    const many = (value: number, sd: number) => ({ value, error: errorOf({ n: 1_000_000, bias: 0, sd }) });
    const ends = combinedInterval('ratio', 8, [many(80, 4), many(10, 1)], null)?.ends ?? [0, 0];
    // By the definition of the theorem: (80 - 10 R)² = 1.96² (4² + R² 1²).
    for (const end of ends) expect(Math.abs(80 - 10 * end) / Math.hypot(4, end)).toBeCloseTo(1.96, 3);
    // A denominator that is too small by chance makes the ratio much larger.
    expect(ends[1] - 8).toBeGreaterThan(8 - ends[0]);
    // In other units, and with the sign of a velocity away from the probe.
    expect(combinedInterval('ratio', -0.08, [many(80, 4), many(10, 1)], null)?.ends?.[1]).toBeCloseTo(-ends[0] / 100, 8);
    expect(combinedInterval('ratio', 8, [many(80, 4), many(10, 6)], null)).toBeNull();
  });

  it('is nothing without parts, or by zero', () => {
    expect(combinedError('mean', 1, [])).toBeNull();
    expect(
      combinedError('ratio', 1, [
        { value: 1, error: TEN },
        { value: 0, error: TEN },
      ]),
    ).toBeNull();
  });
});

describe('the smallest real change', () => {
  it('is √2 standard deviations of the same reader, whose bias cancels out', () => {
    const found = changeOf({ value: 52, error: TEN }, { value: 47, error: TEN }, true);
    expect(found?.change).toBe(-5);
    expect(found?.smallest).toBeCloseTo(T9 * Math.SQRT2 * 5, 4);
    const many = errorOf({ n: 100_000, bias: 0, sd: 5 });
    // The form of large samples, 1.96 √2 SD.
    expect(changeOf({ value: 52, error: many }, { value: 47, error: many }, true)?.smallest).toBeCloseTo(1.96 * Math.SQRT2 * 5, 2);
  });

  it('takes the biases of different readers off, and adds their variances', () => {
    const found = changeOf({ value: 52, error: TEN }, { value: 47, error: TWENTY }, false);
    // 52 - 2 and 47 + 1.
    expect(found?.change).toBeCloseTo(-2, 10);
    const spread = Math.sqrt(25 * 1.1 + 9 * 1.05);
    expect(found?.smallest).toBeGreaterThan(T19 * spread);
    expect(found?.smallest).toBeLessThan(T9 * spread);
  });

  it('is not known of different readers whose bias is not to be known', () => {
    const hidden = { ...TEN, bias: null };
    expect(changeOf({ value: 52, error: hidden }, { value: 47, error: TWENTY }, false)).toBeNull();
    expect(changeOf({ value: 52, error: hidden }, { value: 47, error: hidden }, true)).not.toBeNull();
  });
});
