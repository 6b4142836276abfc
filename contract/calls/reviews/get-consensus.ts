import { Type } from 'typebox';
import { ReviewedWork } from '../../records/review.ts';
import { Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { REVIEW } from './scope.ts';

/**
 * Finished reviews of one piece of work by others, for the person who settles their differences: a Reviewer who has the editor
 * and all of these reviewers in reviews_to. Empty for other callers, and with fewer than two finished reviews.
 */
export const reviewsGetConsensus = defineCall({
  path: 'reviews/get_consensus',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  body: Strict(REVIEW),
  answer: Strict({ reviews: Type.Array(ReviewedWork) }),
});
