import { describe, expect, it } from 'vitest';
import { rangesOf } from './bands.ts';
import type { PlacedPoint } from './values.ts';

const point = (age: number, sex: 'M' | 'F' | null, limits: Partial<PlacedPoint>): PlacedPoint => ({
  study: 0,
  instance_id: `${age} ${sex}`,
  value: 5,
  low: null,
  high: null,
  expected: null,
  state: 'in_range',
  outlier: false,
  at: age,
  standing: null,
  of: { study_id: '1_20260101', patient_show: 'A', age_days: 1, sex },
  ...limits,
});
const MEN = { low: 4.2, high: 5.8 };
const WOMEN = { low: 3.8, high: 5.2 };

describe('bands of a plot by age', () => {
  it('are one for each sex where men and women differ, and level', () => {
    const { bands, single } = rangesOf([point(30, 'M', MEN), point(40, 'F', WOMEN), point(50, 'M', MEN), point(60, 'F', WOMEN)], 'adult');
    expect(single).toEqual([]);
    expect(bands.map(({ sex, ends }) => [sex, ends.map(({ at, low, high }) => [at, low, high])])).toEqual([
      [
        'M',
        [
          [30, 4.2, 5.8],
          [50, 4.2, 5.8],
        ],
      ],
      [
        'F',
        [
          [40, 3.8, 5.2],
          [60, 3.8, 5.2],
        ],
      ],
    ]);
  });

  it('never join limits of two people that do not depend on age, although they rise with it', () => {
    const { bands } = rangesOf([point(30, 'F', WOMEN), point(50, 'M', MEN)], 'adult');
    expect(bands.map(({ sex, ends }) => [sex, ends.length])).toEqual([
      ['M', 1],
      ['F', 1],
    ]);
  });

  it('are one for everybody where limits are the same, open at an end without a limit', () => {
    const { bands } = rangesOf([point(30, 'M', { low: 17 }), point(50, null, { low: 17 })], 'adult');
    expect(bands.map(({ sex, ends }) => [sex, ends.map(({ low, high }) => [low, high])])).toEqual([
      [
        null,
        [
          [17, null],
          [17, null],
        ],
      ],
    ]);
  });

  it('follow the gestational age of fetuses', () => {
    const pi = (age: number, low: number, high: number) => point(age, null, { low, high, expected: (low + high) / 2 });
    // Umbilical artery PI, 5th and 95th centile at 24, 32 and 40 weeks (INTERGROWTH-21st).
    const { bands, single } = rangesOf([pi(24, 0.86, 1.38), pi(32, 0.72, 1.24), pi(40, 0.59, 1.03)], 'fetal');
    expect([bands.length, bands[0]?.ends.length, single]).toEqual([1, 3, []]);
  });

  it('are left out where limits depend on more than age and sex: each such point has its own limits', () => {
    const mixed = [point(30, 'M', { low: 1, high: 2 }), point(40, 'M', { low: 3, high: 4 }), point(50, null, MEN)];
    expect(rangesOf(mixed, 'adult')).toEqual({ bands: [], single: mixed });
    const jumping = [point(24, null, { low: 1, high: 2 }), point(25, null, { low: 3, high: 4 }), point(26, null, { low: 1, high: 2 })];
    expect(rangesOf(jumping, 'fetal')).toEqual({ bands: [], single: jumping });
  });
});
