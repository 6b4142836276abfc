import { describe, expect, it } from 'vitest';
import { decimalsOf } from '../../lib/format.ts';
import { cell } from './tables.tsx';

describe('a table of statistics', () => {
  it('writes the numbers of a column with the same decimals', () => {
    const column = [61.5, 58, null, 60.125];
    expect(column.map((one) => cell(one, decimalsOf(column)))).toEqual(['61.50', '58.00', '—', '60.13']);
    const counts = [3, 12, 'all'];
    expect(counts.map((one) => cell(one, decimalsOf(counts)))).toEqual(['3', '12', 'all']);
  });
});
