import type { Measurement, NormalState } from '@echometry/contract/generated/analysis-image.ts';
import { describe, expect, it } from 'vitest';
import { limitWords, missingWords, rangeWords } from './messages.ts';

const normal = (part: Partial<NormalState>): NormalState => ({
  state: 'in_range',
  low: 52,
  high: 72,
  expected: null,
  z: null,
  indexed: null,
  source: 'ASE/EACVI 2015',
  reason: null,
  ...part,
});
const ef = (part: Partial<NormalState>): Measurement => ({
  name: 'EF',
  type: 'EF',
  units: '%',
  value: [60],
  aggregate: 60,
  normal: normal(part),
});

describe('a normal range in words', () => {
  it('has its limits, its unit and its citation', () => {
    expect(rangeWords(ef({}), [])).toBe('normal 52 – 72 % · ASE/EACVI 2015');
    expect(limitWords(ef({ low: 0.6, high: 1 }))).toBe('0.6 – 1.0 %');
    expect(limitWords(ef({ low: null, high: 18 }))).toBe('at most 18 %');
    expect(limitWords(ef({ low: 17, high: null }))).toBe('at least 17 %');
    expect(limitWords({ units: 'ml', normal: normal({ low: 34, high: 74, indexed: 50 }) })).toBe('34 – 74 ml/m²');
    expect(rangeWords(ef({ low: 34, high: 74, indexed: 50.126 }), [])).toBe('indexed 50.13 · normal 34 – 74 %/m² · ASE/EACVI 2015');
  });

  it('names the missing quantities', () => {
    expect(missingWords(['sex'])).toBe('Needs sex');
    expect(missingWords(['sex', 'height_cm', 'weight_kg'])).toBe('Needs sex, height and weight');
    expect(rangeWords(ef({ state: 'undefined', reason: 'no range applies to this study', source: null }), ['sex'])).toBe('Needs sex');
  });

  it('gives the reason why there is none', () => {
    const words = (reason: string) => rangeWords(ef({ state: 'undefined', reason }), []);
    expect(words('the range is not checked against its source')).toBe('Range not checked against its source · ASE/EACVI 2015');
    expect(words("the gestational age is outside of the range's weeks")).toBe('Gestational age outside of the range · ASE/EACVI 2015');
  });

  it('is not shown without a value, or without any range', () => {
    expect(rangeWords({ name: 'E', type: 'velocity', value: [80], aggregate: 80 }, [])).toBeNull();
    expect(rangeWords({ name: 'E', type: 'velocity', value: [null] }, [])).toBeNull();
  });
});
