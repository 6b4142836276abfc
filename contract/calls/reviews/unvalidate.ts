import { ReviewState } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { PROJECT, REVIEW } from './scope.ts';

/** Reopens a review: a draft again, without the outcome of a team review. 400 `not-found` where there is none. */
export const reviewsUnvalidate = defineCall({
  path: 'reviews/unvalidate',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  body: Strict({ ...REVIEW, project: PROJECT }),
  answer: Strict({ state: ReviewState }),
});
