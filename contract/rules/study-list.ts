/**
 * The list of studies: what its columns are sorted by, what its filters leave out, and what is counted. The server applies
 * the same rules in SQL (server/src/studies), shown equal by server/src/studies/lists.test.ts.
 */
import { STATUS_ORDER, type StatusName } from '../records/status.ts';
import type { RoleName } from '../records/role.ts';
import type { ListColumn, ListStatus, StudyListQuery, StudyListSummary } from '../records/study-list.ts';
import type { StudyRow } from '../records/study.ts';
import { isHiddenAsCompleted } from './completed.ts';
import { DEFAULT_SEARCH_METHOD, matchesSearch } from './search.ts';
import { sortRows } from './sort.ts';

/** Order of a list before the user chose one (docs/specification.md#platform-9). */
export const DEFAULT_SORT = { by: 'date', direction: 'descending' } as const;

/** Who looks at the list: what counts as completed follows from that. */
export interface Looking {
  role: RoleName | null;
  email: string;
}

/** Words of the next step of a row; null where nothing is left to do. */
export type NextStepOf = (row: StudyRow) => string | null;

const NOTHING_NEXT: NextStepOf = () => null;

/** Validated when any person, or any step, is named. */
export const isValidated = ({ validated_by }: Pick<StudyRow, 'validated_by'>): boolean =>
  Array.isArray(validated_by) ? validated_by.length > 0 : validated_by > 0;

/** Sort key of a row in a column. */
export function listCell(by: ListColumn, row: StudyRow, next: NextStepOf): string | number | null {
  switch (by) {
    case 'date':
      return row.date;
    case 'patient':
      return row.patient_show;
    case 'type':
      return row.data_type;
    case 'status':
      return STATUS_ORDER.filter((name) => row.status[name]).length;
    case 'editor':
      return row.editor;
    case 'updated':
      return row.updated_at;
    case 'validated':
      return Array.isArray(row.validated_by) ? row.validated_by.join(' ') : row.validated_by;
    case 'next':
      return next(row);
  }
}

/** Name of the step that a filter is about, and whether it has to be done; null for studies in work. */
export function stepOfStatus(status: ListStatus): { name: StatusName; done: boolean } | null {
  const name = STATUS_ORDER.find((known) => status.startsWith(`${known} `));
  return name === undefined ? null : { name, done: status.endsWith(' done') };
}

function hasStatus(row: StudyRow, status: ListStatus): boolean {
  const step = stepOfStatus(status);
  // A step that the row does not have is neither done nor open.
  return step === null ? row.is_open : row.status[step.name] === step.done;
}

/** Rows that pass search and filters, in their order. */
export const filterRows = (
  rows: readonly StudyRow[],
  { search, hide_completed, status, editor, study_id }: Omit<StudyListQuery, 'offset' | 'limit'>,
  looking: Looking,
): StudyRow[] =>
  rows.filter(
    (row) =>
      matchesSearch(row.patient_show, search?.text ?? '', search?.method ?? DEFAULT_SEARCH_METHOD) &&
      !(hide_completed === true && isHiddenAsCompleted(row, row.project, looking)) &&
      (status === undefined || hasStatus(row, status)) &&
      (editor === undefined || row.editor === editor) &&
      (study_id === undefined || row.study_id === study_id),
  );

/** Everybody whose work a row shows, in order. */
export const editorsOf = (rows: readonly StudyRow[]): string[] => [...new Set(rows.flatMap(({ editor }) => editor ?? []))].toSorted();

/** Place of the first row of a page: beyond the end it is the last page. */
export const pageStart = (offset: number, limit: number, found: number): number =>
  offset < found ? offset : Math.max(0, Math.ceil(found / limit) - 1) * limit;

/**
 * One page of the whole list.
 * @param all in the order of the whole list, which equal rows keep
 * @param next of rows; only a list of tasks is ordered by it
 */
export function pageOfList(
  all: readonly StudyRow[],
  query: StudyListQuery,
  looking: Looking,
  next: NextStepOf = NOTHING_NEXT,
): { rows: StudyRow[]; list: StudyListSummary } {
  const nextOf = query.tasks === true ? next : NOTHING_NEXT;
  const rows = query.tasks === true ? all.filter((row) => nextOf(row) !== null) : all;
  const { by, direction } = query.sort ?? DEFAULT_SORT;
  const found = sortRows(filterRows(rows, query, looking), (row) => listCell(by, row, nextOf), direction);
  const offset = pageStart(query.offset, query.limit, found.length);
  return {
    rows: found.slice(offset, offset + query.limit),
    list: {
      offset,
      total: rows.length,
      found: found.length,
      validated: found.filter(isValidated).length,
      open: found.filter(({ is_open }) => is_open).length,
      editors: editorsOf(rows),
      steps: STATUS_ORDER.filter((name) => rows.some(({ status }) => status[name] !== undefined)),
    },
  };
}
