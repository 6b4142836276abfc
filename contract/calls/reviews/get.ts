import { Type } from 'typebox';
import { ReviewRecord } from '../../records/review.ts';
import { Name, Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES, TEAM_REVIEW_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { NO_ANALYSIS } from '../error.ts';
import { REVIEW } from './scope.ts';

/**
 * The caller's review of an editor's work; without one the editor's newest complete version as the copy to begin with. Without
 * `editor` it is of the newest work given to the caller. No analysis for other people's, and for incomplete work. A team review
 * names the study only and gets the review that speaks for it, without names unless the project shows them.
 */
export const reviewsGet = defineCall({
  path: 'reviews/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: [...REVIEWING_ROLES, ...TEAM_REVIEW_ROLES] },
  body: Strict({ ...REVIEW, editor: Type.Optional(Name) }),
  answer: Type.Union([Strict({ review: ReviewRecord }), Strict({ review: Type.Null(), message: Type.Literal(NO_ANALYSIS) })]),
});
