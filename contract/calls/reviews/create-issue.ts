import { NewIssue, ReviewIssue } from '../../records/review-issue.ts';
import { Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { REVIEW } from './scope.ts';

/** Raises an issue in the caller's review; the same `id` again returns what is stored. `wrong-state` for a finished review. */
export const reviewsCreateIssue = defineCall({
  path: 'reviews/create_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  body: Strict({ ...REVIEW, issue: NewIssue }),
  answer: Strict({ issue: ReviewIssue }),
});
