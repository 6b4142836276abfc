import type { SourcedTable } from '@echometry/contract/rules/guidelines.ts';
import { toCsv } from '../../lib/csv.ts';
import type { CohortRow } from './cohort.ts';
import { messages } from './messages.ts';

const COLUMNS = [
  'study_id',
  'patient',
  'table_before',
  'table_after',
  'class_before',
  'class_after',
  'criteria_before',
  'criteria_after',
  'missing',
] as const;
const SEPARATOR = '; ';

/** Studies that change class or have none, as a file. */
export const cohortCsv = (
  project: string,
  [before, after]: readonly [SourcedTable, SourcedTable],
  rows: readonly CohortRow[],
): { name: string; text: string } => ({
  name: `${project}_guidelines.csv`,
  text: toCsv(
    COLUMNS,
    rows.map((row) => [
      row.study_id,
      row.patient_show,
      before.table.id,
      after.table.id,
      row.before ?? '',
      row.after ?? '',
      messages.guidelines.because(row.becauseBefore),
      messages.guidelines.because(row.becauseAfter),
      row.missing.join(SEPARATOR),
    ]),
  ),
});
