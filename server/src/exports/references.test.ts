import references from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type { Standing } from '@echometry/contract/generated/references.ts';
import { describe, expect, it } from 'vitest';
import { ExportReferences, gradeColumns } from './references.ts';

const packs = references.data as unknown as ReferencePack[];
const ROW = 'pettersen2008.lvidd';
const standing = (part: Partial<Standing>): Standing => ({
  row: ROW,
  state: 'in_range',
  outcome: null,
  reason: null,
  low: 3.07,
  high: 4.22,
  expected: 3.6,
  limits: { kind: 'z', z: 2 },
  ...part,
});

describe('an exported reference value', () => {
  const all = new ExportReferences(references);

  it('names source, row and version, with the result in the column of its kind', () => {
    const row = packs.flatMap(({ source, rows }) => rows.map(({ id }) => ({ id, name: source.name })))[0]!;
    expect(all.exported(standing({ row: row.id, outcome: { kind: 'z', z: -1.8, percentile: 3.6 } }))).toEqual({
      reference_source: row.name,
      reference_row: row.id,
      z: -1.8,
      percentile: 3.6,
      multiple_of_median: null,
      reference_low: 3.07,
      reference_high: 4.22,
      in_reference: true,
      reference_reason: null,
      reference_version: references.version,
    });
    expect(all.exported(standing({ outcome: { kind: 'multiple', multiple: 1.2, label: null } })).multiple_of_median).toBe(1.2);
  });

  it('has a code of the reason with what it is about', () => {
    const reasonOf = (reason: Standing['reason']) => all.exported(standing({ state: 'undefined', reason }));
    expect(reasonOf({ code: 'missing', facts: ['height_cm', 'sex'] })).toMatchObject({
      reference_reason: 'missing height_cm sex',
      in_reference: null,
    });
    expect(reasonOf({ code: 'outside_range', of: 'age_years', value: 40, from: 0, to: 18 }).reference_reason).toBe(
      'outside_range age_years',
    );
    expect(reasonOf({ code: 'no_grade' }).reference_reason).toBe('no_grade');
  });

  it('has the grade of a guideline with its source, what is missing and what decides', () => {
    const criterion = (name: string, met: boolean | null, decides: boolean) => ({
      name,
      title: name,
      met,
      comparisons: [],
      if_met: null,
      if_not_met: null,
      decides,
    });
    const result = {
      table: 'ase2016.normal_ef',
      grade: null,
      class: null,
      possible: ['indeterminate', 'dysfunction'],
      criteria: [criterion("e' low", true, false), criterion("E/e' raised", false, false), criterion('TR fast', null, true)],
      missing: ['TR velocity', 'LA volume index'],
    };
    const graded = all.graded(result, []);
    expect(graded).toEqual({
      guideline: 'ase2016.normal_ef',
      source: 'ASE/EACVI 2016',
      reference_version: references.version,
      grade: null,
      possible: ['indeterminate', 'dysfunction'],
      criteria: [
        { criterion: "e' low", result: 'met', decides: false },
        { criterion: "E/e' raised", result: 'not met', decides: false },
        { criterion: 'TR fast', result: 'unknown', decides: true },
      ],
      missing: ['TR velocity', 'LA volume index'],
      stated: [],
    });
    expect(gradeColumns(graded)).toEqual({
      guideline: 'ase2016.normal_ef',
      source: 'ASE/EACVI 2016',
      reference_version: references.version,
      grade: null,
      possible: 'indeterminate; dysfunction',
      criteria: "e' low: met; E/e' raised: not met; TR fast: unknown",
      deciding: 'TR fast',
      missing: 'TR velocity; LA volume index',
      stated: '',
    });
  });

  it('names the inputs that a person stated, as far as the guideline compares them', () => {
    const vein = { name: 'IVC diameter', unit: 'mm', value: 18, source: 'person' } as const;
    const strain = { name: 'LA reservoir strain', unit: '%', value: 25, source: 'person' } as const;
    const result = { table: 'ase2015.ra_pressure', grade: null, class: null, possible: [], criteria: [], missing: ['IVC collapse'] };
    const graded = all.graded(result, [vein, strain]);
    expect(graded.stated).toEqual([{ input: 'IVC diameter', value: 18, unit: 'mm' }]);
    expect(gradeColumns(graded).stated).toBe('IVC diameter: 18 mm');
    expect(all.of('adult', [vein, strain]).values).toEqual({ 'IVC diameter': 18 });
  });

  it('uses rows of one source only in a project that activated them', () => {
    const once = packs
      .flatMap(({ rows }) => rows)
      .find(({ status, population }) => status === 'one source' && population.data_types.includes('adult'))!;
    const choice = { active: [{ row: once.id, by: 'a@a', at: 1 }], sources: [], z_limit: 2.5 };
    const used = (one: ExportReferences) => one.of('adult', []).rows.some(({ id }) => id === once.id);
    expect([used(all), used(new ExportReferences(references, choice))]).toEqual([false, true]);
    expect(new ExportReferences(references, choice).of('adult', []).z_limit).toBe(2.5);
  });
});
