import { describe, expect, it } from 'vitest';
import { student95 } from './student.ts';

describe('quantiles of Student’s distribution', () => {
  it('are those of printed tables', () => {
    // Student's table, as in NIST/SEMATECH e-Handbook of Statistical Methods 1.3.6.7.2, column 0.975.
    for (const [freedom, t] of [
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [9, 2.262],
      [10, 2.228],
      [19, 2.093],
      [59, 2.001],
      [100, 1.984],
    ] as const)
      expect(student95(freedom)).toBeCloseTo(t, 3);
  });

  it('have closed forms for one and two degrees of freedom', () => {
    expect(student95(1)).toBeCloseTo(Math.tan(Math.PI * 0.475), 8);
    expect(student95(2)).toBeCloseTo(0.95 * Math.sqrt(2 / (1 - 0.95 ** 2)), 8);
  });

  it('approach the normal distribution, and round degrees of freedom down', () => {
    expect(student95(1e9)).toBeCloseTo(1.96, 3);
    expect(student95(9.9)).toBe(student95(9));
  });
});
