import { describe, expect, it } from 'vitest';
import { differenceDecimals } from './differences.ts';

const estimate = (value: number | null) => ({ value, low: null, high: null, reason: null });
const row = (bias: number, lower: number | null, upper: number | null) => ({
  bias: estimate(bias),
  lower: estimate(lower),
  upper: estimate(upper),
});

describe('differences of readers', () => {
  it.each([
    [row(-1.9, -7.4, 3.6), 2],
    [row(12, -40, 64), 2],
    [row(-0.01, -0.06, 0.03), 3],
    [row(0.0004, -0.0021, 0.0029), 4],
    [row(0, -0.0000004, 0.0000004), 5],
    [row(0, 0, 0), 2],
    [row(0.031, null, null), 3],
  ])('of %j have %d decimals', (of, decimals) => expect(differenceDecimals(of)).toBe(decimals));
});
