import { Type } from 'typebox';
import { NewComment, StoredComment } from '../../records/comment.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { COMMENTING_ROLES } from '../../rules/comments.ts';
import { defineCall } from '../call.ts';

/**
 * Stores a comment or a score entry about one image of a study. `update` takes the place of the author's entries of the
 * same type on the image. The same `id` again returns the comment of the first time. An empty text stores nothing: null.
 */
export const commentsCreate = defineCall({
  path: 'comments/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  body: Strict({ comment: NewComment, update: Type.Optional(Type.Boolean()), db_name: Name }),
  answer: Strict({ comment: Nullable(StoredComment) }),
});
