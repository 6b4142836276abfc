import type { ImportRecord } from '@echometry/contract/records/import.ts';
import { describe, expect, it } from 'vitest';
import { columnsOf, countsIn } from './record.ts';

const none: ImportRecord['counts'] = {
  imported: 0,
  already_there: 0,
  measurements: 0,
  ecg: 0,
  held: 0,
  skipped: 0,
  conflict: 0,
  studies: 0,
  ages_left_out: 0,
  blacked_out: 0,
  may_carry_burned_in_text: 0,
  burned_in_text_unverified: 0,
  mapping_rows_unused: [],
};

describe('columns of a table of imports', () => {
  const plain = { counts: { ...none, imported: 3 } };
  const withEcg = { counts: { ...none, imported: 1, ecg: 2 } };

  it('are the usual outcomes, also where they are zero', () => {
    expect(columnsOf([plain])).toEqual(['imported', 'already-there', 'skipped', 'conflict']);
  });

  it('have a rare outcome where any import has it, and every row a count for each', () => {
    const columns = columnsOf([plain, withEcg]);
    expect(columns).toEqual(['imported', 'already-there', 'ecg', 'skipped', 'conflict']);
    expect(countsIn(columns, plain)).toEqual(columns.map((outcome) => [outcome, outcome === 'imported' ? 3 : 0]));
    expect(countsIn(columns, withEcg)).toContainEqual(['ecg', 2]);
  });
});
