/** Columns of the studies list; each sorts it by the rule of its name (contract/rules/study-list.ts). */
import type { ListColumn } from '@echometry/contract/records/study-list.ts';

export const COLUMNS: readonly ListColumn[] = ['date', 'patient', 'type', 'status', 'editor', 'updated', 'validated'];

/** Columns of the list of tasks: the next step is in the place of the validators. */
export const TASK_COLUMNS: readonly ListColumn[] = [...COLUMNS.filter((column) => column !== 'validated'), 'next'];
