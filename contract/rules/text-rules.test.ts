import { describe, expect, it } from 'vitest';
import { matchesSearch } from './search.ts';
import { sortRows } from './sort.ts';
import { defaultRows } from './paging.ts';
import { dashedDate, objectPathOf, splitStudyId, studyIdOf } from './study-id.ts';
import { isOpen } from './open-study.ts';
import { isHiddenAsCompleted, reviewerCountText } from './completed.ts';

const EDITOR = { role: 'Editor', email: 'ada@site' } as const;

describe('search on the patient display id', () => {
  it.each([
    ['P-0012', '12', 'contain', true],
    ['P-0012', 'p-00', 'contain', true],
    ['P-0012', '13', 'contain', false],
    ['P-0012', 'p-0012', 'match', true],
    ['P-0012', 'p-001', 'match', false],
    ['P-0012', 'p-0', 'start_with', true],
    ['P-0012', '0012', 'start_with', false],
  ] as const)('%s for %s by %s: %s', (id, query, method, found) => expect(matchesSearch(id, query, method)).toBe(found));
  it('is skipped when empty', () => expect(matchesSearch('P-1', '', 'match')).toBe(true));
});

describe('sorting', () => {
  const sorted = (values: Array<string | null>, direction: 'ascending' | 'descending') => sortRows(values, (v) => v, direction);
  it('is numeric and ignores spaces, hyphens, underscores and case', () => {
    expect(sorted(['p 10', 'P-9', 'p_8'], 'ascending')).toEqual(['p_8', 'P-9', 'p 10']);
    expect(sorted(['b', 'A', 'c'], 'descending')).toEqual(['c', 'b', 'A']);
  });
  it('puts empty values last in both directions', () => {
    expect(sorted([null, 'a', '', 'b'], 'ascending')).toEqual(['a', 'b', null, '']);
    expect(sorted([null, 'a', '', 'b'], 'descending')).toEqual(['b', 'a', null, '']);
  });
  it('keeps the order of equal rows', () => expect(sorted(['a-1', 'a1', 'a_1'], 'descending')).toEqual(['a-1', 'a1', 'a_1']));
});

describe('default rows', () => {
  it.each([
    [720, 'studies', 6],
    [900, 'studies', 9],
    [1080, 'studies', 12],
    [900, 'other', 10],
    [400, 'studies', 5],
  ] as const)('a window of %i px shows, on %s, %i rows', (height, site, rows) => expect(defaultRows(height, site)).toBe(rows));
});

describe('study ids', () => {
  it('part at the last underscore', () => {
    expect(splitStudyId('a_b_20260102')).toEqual({ patient: 'a_b', date: '20260102' });
    expect(splitStudyId('20260102')).toBeNull();
    expect(splitStudyId('x_')).toBeNull();
  });
  it('are written from patient and date', () => {
    expect(studyIdOf(12, '20260102')).toBe('12_20260102');
    expect(dashedDate('20260102')).toBe('2026-01-02');
  });
  it('are in the bucket floor(patient / 1000) under US/ unless the project has one', () => {
    expect(objectPathOf(null, 12_345, '20260102')).toEqual({ bucket: '12', object: 'US/12345/20260102/' });
    expect(objectPathOf('fetal', 12_345, '20260102')).toEqual({ bucket: 'fetal', object: '12345/20260102/' });
  });
});

describe('open studies', () => {
  const day = 86_400_000;
  it('count as open under one day after the last update', () => {
    expect(isOpen(1000, 1000 + day - 1)).toBe(true);
    expect(isOpen(1000, 1000 + day)).toBe(false);
    expect(isOpen(null, 1000)).toBe(false);
  });
});

describe('completed studies', () => {
  const status = { selected: true, annotated: false, segmented_dop: false, segmented_2d: false, measured: false, validated: false };
  const row = { validated_by: [] as string[], study_type: 'Scan', status };
  it("are those whose first validated_by entry contains 'reviewer'", () => {
    expect(isHiddenAsCompleted({ ...row, validated_by: reviewerCountText(1) }, 'p', EDITOR)).toBe(true);
    expect(isHiddenAsCompleted({ ...row, validated_by: reviewerCountText(3) }, 'p', EDITOR)).toBe(true);
    expect(isHiddenAsCompleted(row, 'p', EDITOR)).toBe(false);
    expect(reviewerCountText(1)).toEqual(['1 reviewer']);
    expect(reviewerCountText(3)).toEqual(['3 reviewers']);
  });
  it('for a Reviewer are the ones that they finished themselves, whatever their address is', () => {
    const me = { role: 'Reviewer', email: 'ada@site' } as const;
    expect(isHiddenAsCompleted({ ...row, validated_by: ['ben@site', 'ada@site'] }, 'p', me)).toBe(true);
    expect(isHiddenAsCompleted({ ...row, validated_by: ['reviewer@site'] }, 'p', me)).toBe(false);
    expect(isHiddenAsCompleted({ ...row, validated_by: ['ben@site'] }, 'p', { role: 'Admin', email: 'cleo@site' })).toBe(true);
    expect([0, 1, 2, 3].map((step) => isHiddenAsCompleted({ ...row, validated_by: step }, 'p', me))).toEqual([false, false, true, true]);
  });
  it('in fedoc-arc are also those without study type, of type Enrollment, or selected with qc', () => {
    expect(isHiddenAsCompleted({ ...row, study_type: null }, 'fedoc-arc', EDITOR)).toBe(true);
    expect(isHiddenAsCompleted({ ...row, study_type: 'Enrollment' }, 'fedoc-arc', EDITOR)).toBe(true);
    expect(isHiddenAsCompleted({ ...row, status: { ...status, qc: true } }, 'fedoc-arc', EDITOR)).toBe(true);
    expect(isHiddenAsCompleted(row, 'fedoc-arc', EDITOR)).toBe(false);
    expect(isHiddenAsCompleted({ ...row, study_type: null }, 'p', EDITOR)).toBe(false);
  });
});
