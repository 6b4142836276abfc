import { Type } from 'typebox';
import { CommentId } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { COMMENTING_ROLES } from '../../rules/comments.ts';
import { defineCall } from '../call.ts';

/**
 * Restores the caller's own removed comment: the undo of comments/remove. Score entries follow the record of the image and are
 * not brought back this way. `restored` is 0 where there is nothing to bring back.
 */
export const commentsRestore = defineCall({
  path: 'comments/restore',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  body: Strict({ id: CommentId, study_id: StudyId, user: Name, db_name: Name }),
  answer: Strict({ restored: Type.Integer({ minimum: 0, maximum: 1 }) }),
});
