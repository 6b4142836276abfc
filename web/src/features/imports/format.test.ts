import { describe, expect, it } from 'vitest';
import { bytes, dayText, durationText } from './format.ts';

describe('amounts and times of imports', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 kB'],
    [5 * 1024 ** 2, '5.0 MB'],
    [250 * 1024 ** 2, '250 MB'],
    [3.5 * 1024 ** 3, '3.5 GB'],
  ])('%i bytes are %s', (size, text) => expect(bytes(size)).toBe(text));

  it.each([
    [59, '59 s'],
    [61, '1 min 1 s'],
    [3 * 3600 + 120, '3 h 2 min'],
  ])('%i seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it('a day is written as everywhere, and an unknown one as a dash', () => {
    expect(dayText('20260302')).toBe('2026-03-02');
    expect(dayText('')).toBe('—');
  });
});
