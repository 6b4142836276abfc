import { Type } from 'typebox';
import { CommentListQuery, OlderComments, StoredComment } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Comments of a study, or of one image of it, or of one type on them, that the caller sees (contract/rules/comments.ts), oldest
 * first. With `list` it is the newest of each chat, or those before one, and `older` names each chat that has more
 * (docs/why/storage.md#comments-in-pages). 304 for the tag of what the caller has already.
 */
export const commentsGet = defineCall({
  path: 'comments/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({
    study_id: StudyId,
    image_filename: Type.Optional(Name),
    db_name: Name,
    type: Type.Optional(Name),
    list: Type.Optional(CommentListQuery),
  }),
  tagged: true,
  answer: Strict({ comments: Type.Array(StoredComment), older: Type.Optional(Type.Array(OlderComments)) }),
});
