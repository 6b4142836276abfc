import type { ReviewState, ReviewSummary } from '../records/study.ts';

/** The next step of a Reviewer with a row of their list. */
export interface ReviewTask {
  verb: string;
  /** The object of the step. */
  type: string;
  /** The reason in a few words. */
  brief: string;
}

const UNDER_WAY: Readonly<Record<Exclude<ReviewState, 'finished'>, string>> = { draft: 'a draft', checkpoint: 'at its check point' };
const CHANGED = 'the editor saved since';

/**
 * The next step of a review (docs/specification.md#platform-2, Tasks): started, finished, or viewed again where the editor
 * continued. Null where the review is finished on the newest version.
 * @param review null before it is started; undefined for a row that the caller does not review
 */
export function reviewTask(review: ReviewSummary | null | undefined): ReviewTask | null {
  if (review === undefined) return null;
  if (review === null) return { verb: 'Review', type: 'the study', brief: 'not begun' };
  const { state, changed_since } = review;
  if (state === 'finished') return changed_since ? { verb: 'Reopen', type: 'the review', brief: CHANGED } : null;
  return { verb: 'Finish', type: 'the review', brief: changed_since ? `${UNDER_WAY[state]}, ${CHANGED}` : UNDER_WAY[state] };
}

/** The step, in the words of the next best action. */
export const taskWords = (task: Pick<ReviewTask, 'verb' | 'type'>): string => `${task.verb} ${task.type}`;
