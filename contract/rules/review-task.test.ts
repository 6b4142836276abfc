import { expect, it } from 'vitest';
import type { ReviewSummary } from '../records/study.ts';
import { reviewTask } from './review-task.ts';

const review = (state: ReviewSummary['state'], changed_since = false): ReviewSummary => ({
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
const words = (of: Parameters<typeof reviewTask>[0]): string | null => {
  const task = reviewTask(of);
  return task && `${task.verb} ${task.type}: ${task.brief}`;
};

it.each([
  ['not begun', null, 'Review the study: not begun'],
  ['a draft', review('draft'), 'Finish the review: a draft'],
  ['at its check point', review('checkpoint'), 'Finish the review: at its check point'],
  ['overtaken while it is a draft', review('draft', true), 'Finish the review: a draft, the editor saved since'],
  ['finished and overtaken', review('finished', true), 'Reopen the review: the editor saved since'],
  ['finished on the newest version', review('finished'), null],
  ['nobody’s to review', undefined, null],
] as const)('the task of a review that is %s', (_what, of, expected) => {
  expect(words(of)).toBe(expected);
});
