import { describe, expect, it } from 'vitest';
import type { StudyListQuery } from '../records/study-list.ts';
import type { StudyRow } from '../records/study.ts';
import { editorsOf, filterRows, pageOfList, pageStart } from './study-list.ts';

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
const EDITOR = { role: 'Editor', email: 'anna@site' } as const;
const shown = (filter: Omit<StudyListQuery, 'offset' | 'limit'>): string[] =>
  filterRows(ROWS, filter, EDITOR).map(({ patient_show }) => patient_show);

describe('the list of studies', () => {
  it('shows all without a filter', () => {
    expect(shown({})).toEqual(['A01', 'A02', 'B01']);
  });

  it('is filtered by a step that is done or open, and by open studies', () => {
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
    expect(shown({ editor: 'anna@site', search: { text: 'b0', method: 'contain' } })).toEqual(['B01']);
    expect(shown({ editor: 'anna@site', hide_completed: true })).toEqual(['A02']);
  });

  it('comes in pages, of which one beyond the end is the last', () => {
    const page = (offset: number, limit: number) =>
      pageOfList(ROWS, { offset, limit, sort: { by: 'patient', direction: 'ascending' } }, EDITOR);
    expect(page(0, 2).rows.map(({ patient_show }) => patient_show)).toEqual(['A01', 'A02']);
    expect(page(2, 2).rows.map(({ patient_show }) => patient_show)).toEqual(['B01']);
    expect(page(90, 2)).toEqual(page(2, 2));
    expect([pageStart(0, 5, 0), pageStart(9, 5, 0), pageStart(7, 5, 12), pageStart(15, 5, 15), pageStart(15, 5, 16)]).toEqual([
      0, 0, 7, 10, 15,
    ]);
  });

  it('counts the list of its page: rows before filters, and validated and open ones among the rest', () => {
    const { list } = pageOfList(ROWS, { offset: 0, limit: 1, editor: 'anna@site' }, EDITOR);
    expect(list).toEqual({
      offset: 0,
      total: 3,
      found: 2,
      validated: 1,
      open: 1,
      editors: ['anna@site', 'ben@site'],
      steps: ['selected', 'annotated', 'segmented_dop', 'segmented_2d', 'measured', 'validated'],
    });
  });

  it('of tasks has only rows with a next step, and is ordered by its words', () => {
    const next = ({ patient_show }: StudyRow): string | null => ({ A01: 'Trace it', B01: 'Find it' })[patient_show] ?? null;
    const by = (tasks: boolean) =>
      pageOfList(ROWS, { offset: 0, limit: 9, tasks, sort: { by: 'next', direction: 'ascending' } }, EDITOR, next).rows.map(
        (r) => r.patient_show,
      );
    expect(by(true)).toEqual(['B01', 'A01']);
    expect(by(false)).toEqual(['A01', 'A02', 'B01']);
  });
});
