/** Which studies the list shows: search, completed ones, and filters by status and editor. */
import { STATUS_ORDER, type StatusName } from '@echometry/contract/records/status.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { isHiddenAsCompleted } from '@echometry/contract/rules/completed.ts';
import { matchesSearch, type SearchMethod } from '@echometry/contract/rules/search.ts';

/** A step that is done or still open, or a study that somebody works in; null for any. */
export type StatusFilter = `${StatusName} done` | `${StatusName} open` | 'in work' | null;

export interface RowFilter {
  query: string;
  method: SearchMethod;
  hideCompleted: boolean;
  status: StatusFilter;
  /** E-mail of the editor; null for any. */
  editor: string | null;
}

/** Validated when anybody, or any step, is named. */
export const isValidated = ({ validated_by }: Pick<StudyRow, 'validated_by'>): boolean =>
  Array.isArray(validated_by) ? validated_by.length > 0 : validated_by > 0;

function hasStatus(row: StudyRow, filter: StatusFilter): boolean {
  if (filter === null) return true;
  if (filter === 'in work') return row.is_open;
  const name = STATUS_ORDER.find((known) => filter.startsWith(`${known} `));
  if (!name || row.status[name] === undefined) return false;
  return row.status[name] === filter.endsWith(' done');
}

/** @param looking who looks at the list: what counts as completed follows from that */
export const filterRows = (
  rows: readonly StudyRow[],
  { query, method, hideCompleted, status, editor }: RowFilter,
  looking: { role: RoleName | null; email: string },
): StudyRow[] =>
  rows.filter(
    (row) =>
      matchesSearch(row.patient_show, query, method) &&
      !(hideCompleted && isHiddenAsCompleted(row, row.project, looking)) &&
      hasStatus(row, status) &&
      (editor === null || row.editor === editor),
  );

/** Everybody who edited one of the studies, in order. */
export const editorsOf = (rows: readonly StudyRow[]): string[] => [...new Set(rows.flatMap(({ editor }) => editor ?? []))].toSorted();
