/** Columns of the studies list; each sorts it by the rule of its name (contract/rules/study-list.ts). */
import type { StatusName } from '@echometry/contract/records/status.ts';
import type { ListColumn } from '@echometry/contract/records/study-list.ts';

export interface Column {
  key: ListColumn;
  label: string;
}

export const COLUMNS: readonly Column[] = [
  { key: 'date', label: 'Date' },
  { key: 'patient', label: 'Patient' },
  { key: 'type', label: 'Type' },
  { key: 'status', label: 'Status' },
  { key: 'editor', label: 'Editor' },
  { key: 'updated', label: 'Updated' },
  { key: 'validated', label: 'Validated by' },
];

/** Columns of the list of tasks: the next step is in the place of the validators. */
export const TASK_COLUMNS: readonly Column[] = [...COLUMNS.filter(({ key }) => key !== 'validated'), { key: 'next', label: 'Next step' }];

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
