import { Type } from 'typebox';
import { CommentId } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ISSUE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { REVIEW } from './scope.ts';

/** Resolves an issue that the caller reads, or reopens it. `changed` is 0 where it stood so already, and for what is not theirs. */
export const reviewsResolveIssue = defineCall({
  path: 'reviews/resolve_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: ISSUE_ROLES },
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), issue: CommentId, resolved: Type.Boolean() }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});
