import references from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import type { GuidelineResult } from '@echometry/contract/generated/references.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { gradedTables, tablesOf, type GradedCriterion } from '@echometry/contract/rules/guidelines.ts';
import { describe, expect, it } from 'vitest';
import { besideThreshold, changeWords, criterionCells, divided, guidelineRows, missingWords, settledWords } from './guidelines.ts';

const tables = tablesOf(references.data as unknown as ReferencePack[]);

/** E/e' raised, e' low; velocity and atrium missing: two of four criteria, as the engine reports it (engine-rs/tests/guidelines.rs). */
const RESULT: GuidelineResult = {
  table: 'ase2016.normal_ef',
  grade: null,
  class: null,
  possible: ['indeterminate', 'dysfunction'],
  missing: ['TR velocity', 'LA volume index'],
  criteria: [
    {
      name: "E/e' raised",
      title: "E/e' raised",
      met: true,
      comparisons: [
        { input: "E/e' mean", value: 14.003, op: '>', threshold: 14, met: true },
        { input: "E/e' septal", value: null, op: '>', threshold: 15, met: null },
        { input: "E/e' lateral", value: null, op: '>', threshold: 13, met: null },
      ],
      if_met: null,
      if_not_met: null,
      decides: false,
    },
    {
      name: "e' low",
      title: "e' low",
      met: true,
      comparisons: [
        { input: "e' septal", value: 5, op: '<', threshold: 7, met: true },
        { input: "e' lateral", value: null, op: '<', threshold: 10, met: null },
      ],
      if_met: null,
      if_not_met: null,
      decides: false,
    },
    {
      name: 'TR fast',
      title: 'tricuspid regurgitation fast',
      met: null,
      comparisons: [{ input: 'TR velocity', value: null, op: '>', threshold: 2.8, met: null }],
      if_met: 'dysfunction',
      if_not_met: null,
      decides: true,
    },
    {
      name: 'LA large',
      title: 'left atrium large',
      met: null,
      comparisons: [{ input: 'LA volume index', value: null, op: '>', threshold: 34, met: null }],
      if_met: 'dysfunction',
      if_not_met: null,
      decides: true,
    },
  ],
};
const graded = gradedTables(tables, [RESULT])[0]!;
const criterion = (part: Partial<GradedCriterion>): GradedCriterion => ({
  name: 'c',
  title: 'c',
  met: true,
  compared: [],
  decides: true,
  if_met: 'raised',
  if_not_met: 'normal',
  ...part,
});

describe('a grade in words', () => {
  it('shows as many decimals of a value as distinguish it from the cut-off', () => {
    expect(besideThreshold(14.003, 14)).toBe('14.003');
    expect(besideThreshold(13.9999, 14)).toBe('13.9999');
    expect(besideThreshold(14, 14)).toBe('14');
    expect(besideThreshold(2.345_67, 2.8)).toBe('2.35');
    expect(besideThreshold(1, null)).toBe('1');
  });

  it('names counts, possible grades, missing values and facts of the patient', () => {
    expect(settledWords(graded)).toBe('2 of 4 criteria known, 2 met. Possible: indeterminate, dysfunction.');
    const body = { sex: null, height_cm: { value: 170 }, weight_kg: null };
    expect(missingWords(graded, body)).toBe('peak tricuspid regurgitation velocity, maximum left atrial volume / body surface, weight');
    const settled = { ...graded, grade: 'dysfunction', criteria: graded.criteria.map((one) => ({ ...one, decides: false })) };
    expect(settledWords(settled)).toBe('2 of 4 criteria known, 2 met. The missing values cannot change the grade.');
  });

  it('states which result of a criterion would change the grade', () => {
    expect(changeWords(criterion({}))).toBe('if not met: normal');
    expect(changeWords(criterion({ met: false }))).toBe('if met: raised');
    expect(changeWords(criterion({ met: null, if_not_met: null }))).toBe('if met: raised; if not: Not graded');
    expect(changeWords(criterion({ decides: false }))).toBe('');
  });

  it('has a line on paper for each criterion, with all values that are compared', () => {
    expect(graded.criteria.map(criterionCells)).toEqual([
      ["E/e' raised", '14.003', '> 14', 'met', ''],
      ["e' low", "septal e' 5 cm/s; lateral e' —", "septal e' < 7 cm/s; lateral e' < 10 cm/s", 'met', ''],
      ['tricuspid regurgitation fast', '—', '> 2.8 m/s', 'unknown', 'if met: dysfunction; if not: Not graded'],
      ['left atrium large', '—', '> 34 ml/m²', 'unknown', 'if met: dysfunction; if not: Not graded'],
    ]);
  });

  it('has rows for the clipboard: the grade, then each comparison', () => {
    const rows = guidelineRows([graded]);
    expect(rows).toHaveLength(6);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([12]));
    expect(rows[0]?.slice(0, 3)).toEqual(['Guideline grading', 'Diastolic function, normal ejection fraction (2016)', 'Not graded']);
    expect(rows[1]?.filter((cell) => cell !== '')).toEqual([
      'Guideline grading',
      "Diastolic function, normal ejection fraction (2016): E / mean e'",
      '14.003',
      "E/e' raised (> 14): met",
      'ASE/EACVI 2016',
    ]);
  });

  it('separates tables without any value', () => {
    const none = gradedTables(tables, [
      {
        ...RESULT,
        criteria: RESULT.criteria.map((one) => ({ ...one, comparisons: one.comparisons.map((of) => ({ ...of, value: null })) })),
      },
    ]);
    expect(divided([graded, ...none])).toEqual({ graded: [graded], empty: none });
  });
});
