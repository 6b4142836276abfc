import { describe, expect, it } from 'vitest';
import { populationText, predictorText } from './reference-words.ts';

describe('a reference value in words', () => {
  it('names sex and ranges of the people, in their units', () => {
    const people = { data_types: ['pediatric' as const], sex: 'male' as const, range_checked: true };
    expect(populationText({ ...people, age_years: [0, 18], bsa_m2: [0.2, 2.1] })).toBe('male, 0 to 18 years, 0.2 to 2.1 m²');
    expect(populationText({ ...people, sex: 'any', ga_weeks: [24, 40] })).toBe('24 to 40 weeks of pregnancy');
    expect(populationText({ ...people, sex: 'any' })).toBe('');
  });
  it('names predictors, and the formula of the body surface', () => {
    expect(predictorText({ predictors: ['bsa_m2', 'age_years'], bsa_formula: 'haycock' })).toBe('body surface (Haycock) and age');
    expect(predictorText({ predictors: [], bsa_formula: null })).toBe('');
  });
});
