import { describe, expect, it } from 'vitest';
import { biasText, intervalText, sourceText, uncertaintyWords } from './uncertainty-words.ts';

const variability = {
  image_type: '4-chamber 2D',
  name: 'EF',
  units: '%',
  n: 20,
  bias: 1.52,
  sd: 3,
  standard: 'gold',
  certified: true,
  since: Date.UTC(2026, 10, 3, 12),
} as const;

describe('an interval in words', () => {
  it('has as many decimals as its width has two figures', () => {
    const text = (half: number, units: string) => intervalText({ interval: { half, ends: [50 - half, 50 + half] } }, units);
    expect(text(5.56, '%')).toBe('44.4 to 55.6 %');
    expect(text(12.3, 'ml')).toBe('38 to 62 ml');
    expect(text(0.123, '')).toBe('49.88 to 50.12');
  });

  it('is only a width where the bias is not shown', () => {
    expect(intervalText({ interval: { half: 5.56, ends: null } }, '%')).toBe('± 5.6 %');
    expect(biasText({ bias: null, units: '%' }, 5.56)).toBeNull();
    expect(biasText(variability, 5.56)).toBe('+1.5 %');
  });

  it('names the number of cases, the standard and the day', () => {
    expect(sourceText(variability)).toBe('20 gold cases, certificate of 3 Nov 2026');
    expect(sourceText({ ...variability, standard: 'others', certified: false })).toBe('20 cases of other readers, compared on 3 Nov 2026');
  });
});

describe('a change in words', () => {
  it('is within the smallest real change, or real', () => {
    const change = { from: 52, to: 47, change: -5, smallest: 6.2, sameReader: true };
    expect(uncertaintyWords.smallest(6.2, '%', true)).toBe('Smallest real change: 6.2 percentage points (same reader).');
    expect(uncertaintyWords.change(change, '%')).toBe('52.0 to 47.0 % is within it.');
    expect(uncertaintyWords.change({ ...change, smallest: 4 }, '%')).toBe('52.0 to 47.0 % is a real change.');
  });

  it('of different readers names the change without their biases', () => {
    const change = { from: 52, to: 47, change: -2, smallest: 6.2, sameReader: false };
    expect(uncertaintyWords.change(change, '%')).toBe('52.0 to 47.0 %, -2.0 percentage points without their biases, is within it.');
  });
});
