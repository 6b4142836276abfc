/** What is left to do in the studies of a project, in the role of who is here. */
import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { reviewTask, type ReviewTask } from '@echometry/contract/rules/review-task.ts';
import { call } from '../../lib/api.ts';

/** The next step of a row: of the study for those who work on it, of their review for Reviewers. */
export type ShownTask = ReviewTask & Partial<Pick<StudyTask, 'step' | 'instance_id' | 'left'>>;
export type Tasks = (row: StudyRow) => ShownTask | undefined;

export const NO_TASKS: Tasks = () => undefined;
const REVIEWS: Tasks = ({ review }) => reviewTask(review) ?? undefined;

/** What to do, in the words of the next best action. */
export const taskWords = (task: Pick<ShownTask, 'verb' | 'type'> | undefined): string => (task ? `${task.verb} ${task.type}` : '');

interface Found {
  tasks: Tasks | null;
  failure: string | null;
}
const NONE: Found = { tasks: null, failure: null };

/**
 * The tasks of a project; null while they load, and where none are asked for.
 * @param reviewing the list itself says how far the reviews of a Reviewer are
 */
export function useTasks(project: string | null, reviewing: boolean): Found {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (project === null || reviewing) return;
    const request = new AbortController();
    setFound(NONE);
    call(CALLS.getTasks, { db_name: project, medical_data_type: MEDICAL_DATA_TYPE }, { signal: request.signal }).then(
      ({ tasks }) => {
        const known = new Map(tasks.map((task) => [task.study_id, task]));
        setFound({ tasks: ({ study_id }) => known.get(study_id), failure: null });
      },
      (error: unknown) => {
        if (!request.signal.aborted) setFound({ tasks: null, failure: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => request.abort();
  }, [project, reviewing]);
  return project !== null && reviewing ? { tasks: REVIEWS, failure: null } : found;
}
