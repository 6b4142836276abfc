import { describe, expect, it } from 'vitest';
import { limitsWords, outcomeWords, reasonWords, shownPercentile, shownZ } from './standing-words.ts';

describe('a value among reference values, in words', () => {
  it('is a z-score with one decimal and a percentile in whole numbers, bounds at the ends', () => {
    expect(outcomeWords({ outcome: { kind: 'z', z: -1.82, percentile: 3.6 } })).toEqual({ main: 'z −1.8', percentile: '4' });
    expect([shownZ(2.04), shownZ(-0.04)]).toEqual(['2.0', '0.0']);
    expect([0.4, 50, 99.6].map(shownPercentile)).toEqual(['<1', '50', '>99']);
  });

  it('beyond the outermost curve has only a bound', () => {
    const beyond = (side: 'below' | 'within' | 'above', percentile: number) =>
      outcomeWords({ outcome: { kind: 'percentile', percentile, side } })?.percentile;
    expect([beyond('below', 5), beyond('within', 42), beyond('above', 95)]).toEqual(['<5', '42', '>95']);
  });

  it('is a multiple of the median with the name of its cut-off, a side of limits, or a grade', () => {
    const main = (outcome: Parameters<typeof outcomeWords>[0]['outcome']) => outcomeWords({ outcome })?.main;
    expect(main({ kind: 'multiple', multiple: 1.523, label: 'moderate anaemia' })).toBe('1.52 MoM, moderate anaemia');
    expect(main({ kind: 'multiple', multiple: 1, label: null })).toBe('1.00 MoM');
    expect(main({ kind: 'limits', side: 'above' })).toBe('above the limits');
    expect(main({ kind: 'grade', label: 'mild' })).toBe('mild');
    expect(outcomeWords({ outcome: null })).toBeNull();
  });

  it('names what is missing, and the range that the source measured', () => {
    expect(reasonWords({ code: 'missing', facts: ['height_cm', 'weight_kg'] })).toBe('Needs height and weight');
    expect(reasonWords({ code: 'outside_range', of: 'age_years', value: 25.4, from: 0, to: 18 })).toBe(
      "Outside the source's range: age 25.4 years, measured from 0 to 18",
    );
    expect([reasonWords({ code: 'no_value' }), reasonWords(null)]).toEqual([null, null]);
  });

  it('has limits with the unit, open at one end where the source has one limit', () => {
    expect(limitsWords({ low: 3.07, high: 4.22 }, 'cm')).toBe('3.07 – 4.22 cm');
    expect(limitsWords({ low: 17, high: null }, 'mm')).toBe('at least 17 mm');
    expect(limitsWords({ low: null, high: 0.42 }, '')).toBe('at most 0.42');
    expect(limitsWords({ low: null, high: null }, 'cm')).toBeNull();
  });
});
