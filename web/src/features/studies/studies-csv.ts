import type { StudyRow } from '@echometry/contract/records/study.ts';
import { toCsv } from '../../lib/csv.ts';

const COLUMNS = ['PATIENT_ID', 'STUDY_DATE'] as const;

/** Name and content of the studies list as a file (docs/specification.md#platform-2): the codes people see, in the order of the list. */
export const studiesCsv = (project: string, rows: readonly Pick<StudyRow, 'patient_show' | 'date'>[]): { name: string; text: string } => ({
  name: `${project}_studies-list.csv`,
  text: toCsv(
    COLUMNS,
    rows.map((row) => [row.patient_show, row.date ?? '']),
  ),
});
