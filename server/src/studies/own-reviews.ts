import { reviewTask, type ReviewTask } from '@echometry/contract/rules/review-task.ts';
import type { ReviewSummary } from '@echometry/contract/records/study.ts';

const review = (state: ReviewSummary['state'], changed_since: boolean): ReviewSummary => ({
  state,
  changed_since,
  study_state: null,
  updated_at: 0,
  finish_reason: null,
  incomplete_since: null,
  consensus: false,
  settled: false,
  open_points: 0,
});

function taskOf(found: ReviewSummary | null): ReviewTask {
  const task = reviewTask(found);
  if (task === null) throw new Error('The rule of review tasks has no next step where lists in SQL count on one');
  return task;
}

/**
 * Next steps of a Reviewer by the rule of the contract: of work without a review, of a started review, and of a review that the editor overtook.
 */
export const REVIEW_TASKS = {
  none: taskOf(null),
  begun: taskOf(review('draft', false)),
  finished: taskOf(review('finished', true)),
} as const;
