import { Type } from 'typebox';
import { CommentId } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { COMMENTING_ROLES } from '../../rules/comments.ts';
import { defineCall } from '../call.ts';

/**
 * Resolves an anchored comment, or opens it again. Its author may, and the person whose work it is about; for other callers, for
 * a comment without an anchor, and without a change, `changed` is 0.
 */
export const commentsResolve = defineCall({
  path: 'comments/resolve',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  body: Strict({ id: CommentId, study_id: StudyId, resolved: Type.Boolean(), db_name: Name }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});
