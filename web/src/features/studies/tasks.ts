/** Remaining tasks in the studies of a project, for the current role. */
import type { StudyTask } from '@echometry/contract/calls/studies.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { reviewTask, type ReviewTask } from '@echometry/contract/rules/review-task.ts';

/** The next step of a row: of the study for editors, of their review for Reviewers. */
export type ShownTask = ReviewTask & Partial<Pick<StudyTask, 'step' | 'instance_id' | 'left'>>;
export type Tasks = (row: StudyRow) => ShownTask | undefined;

/** Next steps of the rows of a page: the ones that came with it, or the step of a Reviewer's own review of the row. */
export const tasksOf = (tasks: readonly StudyTask[]): Tasks => {
  const known = new Map(tasks.map((task) => [task.study_id, task]));
  return ({ study_id, review }) => known.get(study_id) ?? reviewTask(review) ?? undefined;
};
