import { describe, expect, it } from 'vitest';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { editorsOf, filterRows, type RowFilter } from './filter-rows.ts';

const row = (patient_show: string, more: Partial<StudyRow> = {}): StudyRow =>
  ({
    patient_show,
    project: 'heart',
    is_open: false,
    study_type: null,
    validated_by: [],
    editor: null,
    status: { selected: false, annotated: false, segmented_dop: false, segmented_2d: false, measured: false, validated: false },
    ...more,
  }) as StudyRow;

const selected = { ...row('').status, selected: true };
const ROWS = [
  row('A01', { editor: 'ben@site', status: selected }),
  row('A02', { editor: 'anna@site', is_open: true }),
  row('B01', { editor: 'anna@site', status: selected, validated_by: ['1 reviewer'] }),
];
const ANY: RowFilter = { query: '', method: 'contain', hideCompleted: false, status: null, editor: null };
const EDITOR = { role: 'Editor', email: 'anna@site' } as const;
const shown = (filter: Partial<RowFilter>): string[] =>
  filterRows(ROWS, { ...ANY, ...filter }, EDITOR).map(({ patient_show }) => patient_show);

describe('the list of studies', () => {
  it('shows all without a filter', () => {
    expect(shown({})).toEqual(['A01', 'A02', 'B01']);
  });

  it('is filtered by a step that is done or open, and by what somebody works in', () => {
    expect(shown({ status: 'selected done' })).toEqual(['A01', 'B01']);
    expect(shown({ status: 'selected open' })).toEqual(['A02']);
    expect(shown({ status: 'in work' })).toEqual(['A02']);
  });

  it('leaves out studies that have no such step at all', () => {
    expect(shown({ status: 'segmented_bio open' })).toEqual([]);
  });

  it('is filtered by editor, together with the search and the completed ones', () => {
    expect(editorsOf(ROWS)).toEqual(['anna@site', 'ben@site']);
    expect(shown({ editor: 'anna@site' })).toEqual(['A02', 'B01']);
    expect(shown({ editor: 'anna@site', query: 'b0' })).toEqual(['B01']);
    expect(shown({ editor: 'anna@site', hideCompleted: true })).toEqual(['A02']);
  });
});
