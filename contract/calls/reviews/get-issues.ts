import { Type } from 'typebox';
import { ReviewIssue } from '../../records/review-issue.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ISSUE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { REVIEW } from './scope.ts';

/**
 * Issues of reviews: for a Reviewer issues of the own review of an editor's work, for an editor issues of all reviews of the own
 * work, from the check point onwards.
 */
export const reviewsGetIssues = defineCall({
  path: 'reviews/get_issues',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: ISSUE_ROLES },
  body: Strict({ ...REVIEW, editor: Type.Optional(Name) }),
  answer: Strict({ issues: Type.Array(ReviewIssue) }),
});
