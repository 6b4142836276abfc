import { describe, expect, it } from 'vitest';
import { ago, decimalsOf, fixed, number, shortlyAgo, signed } from './format.ts';
import { counted } from '@echometry/contract/rules/counted.ts';

describe('format', () => {
  it('rounds to two decimals and shows a dash for what is not a number', () => {
    expect(number(1.005 + 1e-9)).toBe('1.01');
    expect(number(12)).toBe('12');
    expect([number(null), number(Number.NaN), number(Infinity), fixed(undefined, 1)]).toEqual(['—', '—', '—', '—']);
  });

  it('writes the sign of a difference, and none where it rounds to zero', () => {
    expect([signed(1.234, 2), signed(-1.236, 2), signed(-0.0004, 2), signed(0.0004, 2)]).toEqual(['+1.23', '-1.24', '0.00', '0.00']);
    expect([signed(1.5), signed(-0.004), signed(-12), signed(null)]).toEqual(['+1.5', '0', '-12', '—']);
  });

  it('gives whole numbers no decimals, unless one of their row has some', () => {
    expect([decimalsOf([3, 12, 'all', null]), decimalsOf([3, 12.5])]).toEqual([0, 2]);
  });

  it('counts one thing in the singular', () => {
    expect([counted(0, 'study', 'studies'), counted(1, 'study', 'studies'), counted(1200, 'image')]).toEqual([
      '0 studies',
      '1 study',
      '1,200 images',
    ]);
  });

  it('gives how long ago in words', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    const cases: [number, string][] = [
      [30e3, 'now'],
      [5 * 60e3, '5 min ago'],
      [2.5 * 3600e3, '2 h ago'],
      [30 * 3600e3, 'yesterday'],
      [3.2 * 86400e3, '3 days ago'],
    ];
    for (const [passed, text] of cases) expect(ago(now - passed, now)).toBe(text);
    expect(ago(null, now)).toBe('—');
    expect(shortlyAgo(now - 3400, now)).toBe('3 s ago');
  });
});
