import type { StudyRow } from '@echometry/contract/records/study.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { mayReview } from '@echometry/contract/rules/permissions.ts';
import type { StudyTask } from '@echometry/contract/calls/studies.ts';
import { pathOfPage } from '../lib/go-to-page.ts';
import { pageOfStep } from './next-step.ts';

/** Address of a page of a study, coming from the list; null when there is no such page. */
export const pathOfRow = (row: StudyRow, page: string, image: string | null = null, measurement: string | null = null): string | null =>
  pathOfPage({
    page,
    from: 'studies',
    project: row.project,
    id_study: row.study_id,
    id_patient: row.patient,
    id_patient_show: row.patient_show,
    date: row.date,
    study_instance_id: row.study_instance_id,
    type: row.data_type,
    // Whose work is meant is asked where a list has rows of several editors.
    ...(row.review !== undefined && row.editor !== null ? { editor: row.editor, blind: row.blind ?? false } : {}),
    ...(row.review?.state === 'finished' ? { db_status: 'validated' } : {}),
    ...(image === null ? {} : { image }),
    ...(measurement === null ? {} : { measurement }),
  });

/** The page a study is opened on: a Reviewer validates it; for the others its files are chosen first, unless that was done. */
export function firstPage(row: StudyRow, role: RoleName | null): 'preview' | 'selection' | 'validation' {
  if (mayReview(role)) return 'validation';
  return row.analysis === null && !row.status.selected ? 'preview' : 'selection';
}

/** Page and image a row leads to: where its next step is done, else its first page. */
export function placeOf(
  row: StudyRow,
  role: RoleName | null,
  task: Partial<Pick<StudyTask, 'step' | 'instance_id'>> | undefined,
): [page: string, image: string | null] {
  const first = firstPage(row, role);
  // Files are chosen before anything is looked for among them, and a review is done where it is opened.
  if (task?.step === undefined || first !== 'selection') return [first, null];
  return [pageOfStep(task.step), task.instance_id ?? null];
}
