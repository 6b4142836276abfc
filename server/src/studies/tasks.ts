import type { StudyTask } from '@echometry/contract/calls/studies.ts';
import type { WorkTask } from '@echometry/contract/rules/work-task.ts';
import type { HeadRecord } from '../db/analyses.ts';
import type { StudyRecord } from '../db/studies.ts';

/**
 * The next step in a study, as it was kept with the work when the study was listed; null where nothing is left.
 * @param first the next step without work
 */
export function taskOf(
  { study_id }: Pick<StudyRecord, 'study_id'>,
  head: Pick<HeadRecord, 'study_state' | 'list_task'> | undefined,
  first: WorkTask | null,
): StudyTask | null {
  if (head === undefined) return first && { study_id, ...first };
  if (head.study_state !== 'Incomplete' || head.list_task === null) return null;
  return { study_id, ...(JSON.parse(head.list_task) as WorkTask) };
}
