/** Columns of the studies list and what each is sorted by. */
import { taskWords, type Tasks } from './tasks.ts';
import type { StatusName } from '@echometry/contract/records/status.ts';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';

export type ColumnKey = 'date' | 'patient' | 'type' | 'status' | 'editor' | 'updated' | 'validated' | 'next';

export interface Column {
  key: ColumnKey;
  label: string;
  sortable: boolean;
  value: (row: StudyRow) => string | number | null;
}

export const COLUMNS: readonly Column[] = [
  { key: 'date', label: 'Date', sortable: true, value: (row) => row.date },
  { key: 'patient', label: 'Patient', sortable: true, value: (row) => row.patient_show },
  { key: 'type', label: 'Type', sortable: true, value: (row) => row.data_type },
  { key: 'status', label: 'Status', sortable: true, value: (row) => STATUS_ORDER.filter((name) => row.status[name]).length },
  { key: 'editor', label: 'Editor', sortable: true, value: (row) => row.editor },
  { key: 'updated', label: 'Updated', sortable: true, value: (row) => row.updated_at },
  {
    key: 'validated',
    label: 'Validated by',
    sortable: true,
    value: (row) => (Array.isArray(row.validated_by) ? row.validated_by.join(' ') : row.validated_by),
  },
];

/** Columns of the list of tasks: the next step stands in the place of who validated. */
export const taskColumns = (tasks: Tasks): readonly Column[] => [
  ...COLUMNS.filter(({ key }) => key !== 'validated'),
  { key: 'next', label: 'Next step', sortable: true, value: (row) => taskWords(tasks(row)) },
];

export const STATUS_LABELS: Readonly<Record<StatusName, string>> = {
  qc: 'quality',
  selected: 'selected',
  annotated: 'annotated',
  segmented_bio: 'segmented biometry',
  segmented_dop: 'segmented Doppler',
  segmented_2d: 'segmented 2D',
  measured: 'measured',
  validated: 'validated',
};
