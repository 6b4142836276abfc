import references from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import type { Cohort } from '@echometry/contract/generated/references.ts';
import { NO_REFERENCE_CHOICE } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { describe, expect, it } from 'vitest';
import { cohortCsv } from './cohort-csv.ts';
import { chosenTables, classesOf, comparableTables, mostMissing, rowsOf, studiesFor } from './cohort.ts';

const packs = references.data as unknown as ReferencePack[];
const study = (n: number, data_type: 'adult' | 'fetal' = 'adult'): GuidelineCohort['studies'][number] => ({
  study_id: `${n}_20260101`,
  patient_show: `P${n}`,
  data_type,
  sex: null,
  height_cm: null,
  weight_kg: null,
  measured: [],
});
const cohort: GuidelineCohort = { format: 1, date: 0, measurements: [], studies: [study(1), study(2), study(3, 'fetal')] };
const tables = comparableTables(packs, NO_REFERENCE_CHOICE, cohort);
const pairOf = (names: Parameters<typeof chosenTables>[1]) => {
  const pair = chosenTables(tables, names);
  if (pair === null) throw new Error('No pair');
  return pair;
};

describe('guidelines that can be compared', () => {
  it('are those with another one on their subject, in use or not', () => {
    expect(tables.map(({ table, inUse }) => [table.id, inUse])).toEqual([
      ['ase2025.sinus', false],
      ['ase2025.fibrillation', false],
      ['ase2016.normal_ef', true],
      ['ase2016.disease', false],
    ]);
    expect(comparableTables(packs, NO_REFERENCE_CHOICE, { ...cohort, studies: [study(3, 'fetal')] })).toEqual([]);
  });

  it('begin with an earlier and a later guideline with the same classes, and follow the choice', () => {
    expect(pairOf([null, null]).map(({ table }) => table.id)).toEqual(['ase2016.disease', 'ase2025.sinus']);
    expect(pairOf(['ase2016.normal_ef', 'ase2025.fibrillation']).map(({ table }) => table.id)).toEqual([
      'ase2016.normal_ef',
      'ase2025.fibrillation',
    ]);
    // A table is not compared with itself.
    expect(pairOf(['ase2025.sinus', 'ase2025.sinus'])[1].table.id).not.toBe('ase2025.sinus');
  });

  it('grade only the studies that both are for', () => {
    expect(studiesFor(cohort, pairOf([null, null])).map(({ study_id }) => study_id)).toEqual(['1_20260101', '2_20260101']);
  });
});

describe('a graded cohort', () => {
  const pair = pairOf([null, null]);
  const result: Cohort = {
    counts: [
      { before: 'normal', after: 'raised', studies: 1 },
      { before: 'indeterminate', after: null, studies: 1 },
    ],
    changed: [
      {
        id: '1_20260101',
        before: 'normal',
        after: 'raised',
        because_before: [{ name: 'TR fast', met: false }],
        because_after: [
          { name: "e' low", met: true },
          { name: 'further sign', met: true },
        ],
      },
      { id: '2_20260101', before: 'indeterminate', after: null, because_before: [{ name: "E/e' raised", met: true }], because_after: [] },
    ],
    open: [{ id: '2_20260101', missing_before: [], missing_after: ['LA reservoir strain', 'IVRT'] }],
  };

  it('lists studies that change class with the criteria in words, and studies without a grade with the missing quantities', () => {
    const { changed, open } = rowsOf(result, cohort, pair);
    expect(changed).toEqual([
      {
        study_id: '1_20260101',
        patient_show: 'P1',
        before: 'normal',
        after: 'raised',
        becauseBefore: [{ title: 'tricuspid regurgitation fast', met: false }],
        becauseAfter: [
          { title: "e' low", met: true },
          { title: 'further sign of raised pressure', met: true },
        ],
        missing: [],
      },
    ]);
    expect(open).toMatchObject([
      {
        patient_show: 'P2',
        before: 'indeterminate',
        after: null,
        missing: ['left atrial reservoir strain', 'isovolumetric relaxation time'],
      },
    ]);
    expect(mostMissing([...open, ...open.map((one) => ({ ...one, missing: ['isovolumetric relaxation time'] }))])).toEqual([
      ['isovolumetric relaxation time', 2],
      ['left atrial reservoir strain', 1],
    ]);
  });

  it('has its classes in the order of the table, and those without one last', () => {
    expect(classesOf(pair[0].table, [null, 'indeterminate', 'normal'])).toEqual(['normal', 'indeterminate', null]);
  });

  it('is a file with both tables, classes, criteria and missing quantities of each study', () => {
    const { changed, open } = rowsOf(result, cohort, pair);
    const { name, text } = cohortCsv('heart', pair, [...changed, ...open]);
    expect(name).toBe('heart_guidelines.csv');
    expect(text.split('\r\n').slice(1, 3)).toEqual([
      '"1_20260101","P1","ase2016.disease","ase2025.sinus","normal","raised","tricuspid regurgitation fast: not met","e\' low: met; further sign of raised pressure: met",""',
      '"2_20260101","P2","ase2016.disease","ase2025.sinus","indeterminate","","E/e\' raised: met","","left atrial reservoir strain; isovolumetric relaxation time"',
    ]);
  });
});
