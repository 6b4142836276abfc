import { Type } from 'typebox';
import { CommentId } from '../../records/comment.ts';
import { Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { REVIEW } from './scope.ts';

/** Takes an issue of the caller's review away, or brings it back; `changed` is 0 for what is not theirs. */
export const reviewsRemoveIssue = defineCall({
  path: 'reviews/remove_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  body: Strict({ ...REVIEW, issue: CommentId, removed: Type.Boolean() }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});
