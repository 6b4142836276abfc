import type { NormalState } from '@echometry/contract/generated/analysis-image.ts';
import { describe, expect, it } from 'vitest';
import { bandOf } from './band.ts';

const range = (part: Partial<NormalState>): NormalState => ({
  state: 'in_range',
  low: null,
  high: null,
  expected: null,
  z: null,
  indexed: null,
  source: 'ASE/EACVI 2015',
  reason: null,
  ...part,
});

describe('the normal band of a value', () => {
  const ef = range({ low: 52, high: 72 });

  it('has its limits at 28 % and 72 % of the bar, and values between and beyond them in proportion', () => {
    expect(bandOf(ef, 52)).toMatchObject({ from: 0.28, to: 0.72, at: 0.28 });
    expect(bandOf(ef, 72)?.at).toBeCloseTo(0.72, 12);
    expect(bandOf(ef, 62)?.at).toBeCloseTo(0.5, 12);
    // Half a range above the upper limit: 0.72 + 0.22.
    expect(bandOf(ef, 82)?.at).toBeCloseTo(0.94, 12);
  });

  it('keeps the marker on the bar and shows that the value is beyond it', () => {
    expect(bandOf({ ...ef, state: 'out_of_range' }, 10)).toMatchObject({ at: 0.01, beyond: true });
    expect(bandOf({ ...ef, state: 'out_of_range' }, 140)).toMatchObject({ at: 0.99, beyond: true });
    expect(bandOf(ef, 62)?.beyond).toBe(false);
  });

  it('is open where the range names one limit', () => {
    expect(bandOf(range({ low: 17 }), 17)).toMatchObject({ from: 0.28, to: 1, at: 0.28 });
    expect(bandOf(range({ high: 18 }), 18)).toMatchObject({ from: 0, to: 0.72, at: 0.72 });
    expect(bandOf(range({ low: 17, state: 'out_of_range' }), 8.5)?.at).toBeCloseTo(0.06, 12);
  });

  it('compares what is indexed where the limits are per square metre', () => {
    expect(bandOf(range({ low: 34, high: 74, indexed: 54 }), 108)?.at).toBeCloseTo(0.5, 12);
  });

  it('is not drawn without a range, without a value, or for a range of no extent', () => {
    expect(bandOf(undefined, 3)).toBeNull();
    expect(bandOf(range({ state: 'undefined' }), 3)).toBeNull();
    expect(bandOf(ef, undefined)).toBeNull();
    expect(bandOf(range({ low: 2, high: 2 }), 2)).toBeNull();
  });
});
