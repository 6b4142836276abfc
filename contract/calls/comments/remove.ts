import { Type } from 'typebox';
import { CommentId, MAX_COMMENT_LENGTH } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { COMMENTING_ROLES } from '../../rules/comments.ts';
import { defineCall } from '../call.ts';

/**
 * Removes the caller's own comment: with `id` and `study_id` that one, else the newest of this text in the project. A comment
 * that is gone already, or never existed, is not a failure: `removed` is 0.
 */
export const commentsRemove = defineCall({
  path: 'comments/remove',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  body: Strict({
    text: Type.String({ maxLength: MAX_COMMENT_LENGTH }),
    user: Name,
    db_name: Name,
    id: Type.Optional(CommentId),
    study_id: Type.Optional(StudyId),
  }),
  answer: Strict({ removed: Type.Integer({ minimum: 0 }) }),
});
