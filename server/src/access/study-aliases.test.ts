import { isAlias } from '@echometry/contract/rules/blinding.ts';
import { describe, expect, it } from 'vitest';
import { studyAliases } from './study-aliases.ts';

const SECRET = new Uint8Array(32).fill(5);
const aliases = studyAliases(SECRET);
const DAY_MS = 86_400_000;
/** Days of a hundred years, in order. */
const DAYS = Array.from({ length: 36_525 }, (_, n) =>
  new Date(Date.UTC(1950, 0, 1) + n * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
);

/** Rank correlation of aliases with the order of their days (Spearman 1904); without order it is near 0. */
function rankCorrelation(numbers: readonly number[]): number {
  const order = numbers.map((_, n) => n).toSorted((a, b) => numbers[a]! - numbers[b]!);
  const squares = order.reduce((sum, place, rank) => sum + (place - rank) ** 2, 0);
  return 1 - (6 * squares) / (numbers.length * (numbers.length ** 2 - 1));
}

describe('an alias of a study', () => {
  const made = DAYS.map((day) => aliases.aliasOf(`17_${day}`));

  it('leads back to its study, and differs from the aliases of all other days', () => {
    expect(made.map((alias) => aliases.studyIdOf(alias))).toEqual(DAYS.map((day) => `17_${day}`));
    expect(new Set(made).size).toBe(DAYS.length);
  });

  it('keeps the patient, and cannot be taken for a date', () => {
    expect(made.every((alias) => /^17_0\d{7}$/.test(alias) && isAlias(alias))).toBe(true);
    expect(isAlias('17_20260102')).toBe(false);
  });

  it('has nothing of the order of dates', () => {
    // Its standard deviation without order is 1 / sqrt(36,524).
    expect(Math.abs(rankCorrelation(made.map((alias) => Number(alias.slice(3)))))).toBeLessThan(4 / Math.sqrt(DAYS.length - 1));
  });

  it('is another one for each patient and in each workspace', () => {
    const others = [aliases.aliasOf('18_20260102'), studyAliases(new Uint8Array(32).fill(6)).aliasOf('17_20260102')];
    const digits = [aliases.aliasOf('17_20260102'), ...others].map((alias) => alias.slice(3));
    expect(new Set(digits).size).toBe(3);
  });

  it.each(['17_20260102', '17', '_01234567', '017_01234567', '17_0123456', '17_04194304', '17_0123456x', 'a_01234567'])(
    'is not %s',
    (text) => expect(aliases.studyIdOf(text)).toBeNull(),
  );
});
