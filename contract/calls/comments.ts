import { Type } from 'typebox';
import { CommentId, CommentListQuery, MAX_COMMENT_LENGTH, NewComment, OlderComments, StoredComment } from '../records/comment.ts';
import { Name, Nullable, Strict } from '../records/strict.ts';
import { StudyId } from '../records/study.ts';
import { COMMENTING_ROLES } from '../rules/comments.ts';
import { READING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';

/**
 * Stores a comment or a score entry about one image of a study. `update` takes the place of the author's entries of the
 * same type on the image. The same `id` again returns the comment of the first time. An empty text stores nothing: null.
 */
export const commentsCreate = defineCall({
  path: 'comments/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  byToken: 'write',
  body: Strict({ comment: NewComment, update: Type.Optional(Type.Boolean()), db_name: Name }),
  answer: Strict({ comment: Nullable(StoredComment) }),
});

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
  byToken: 'read',
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

/** Removes the caller's own comments of these types on an image. */
export const commentsRemoveType = defineCall({
  path: 'comments/remove_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  byToken: 'write',
  body: Strict({
    image_filename: Name,
    study_id: StudyId,
    types: Type.Array(Name, { minItems: 1, maxItems: 16 }),
    user: Name,
    db_name: Name,
  }),
  answer: Strict({ removed: Type.Integer({ minimum: 0 }) }),
});

/**
 * Removes the caller's own comment: with `id` and `study_id` that one, else the newest of this text in the project. A comment
 * that is gone already, or never existed, is not a failure: `removed` is 0.
 */
export const commentsRemove = defineCall({
  path: 'comments/remove',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  byToken: 'write',
  body: Strict({
    text: Type.String({ maxLength: MAX_COMMENT_LENGTH }),
    user: Name,
    db_name: Name,
    id: Type.Optional(CommentId),
    study_id: Type.Optional(StudyId),
  }),
  answer: Strict({ removed: Type.Integer({ minimum: 0 }) }),
});

/**
 * Resolves an anchored comment, or opens it again. Its author may, and the person whose work it is about; for other callers, for
 * a comment without an anchor, and without a change, `changed` is 0.
 */
export const commentsResolve = defineCall({
  path: 'comments/resolve',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  byToken: 'write',
  body: Strict({ id: CommentId, study_id: StudyId, resolved: Type.Boolean(), db_name: Name }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/**
 * Restores the caller's own removed comment: the undo of comments/remove. Score entries follow the record of the image and are
 * not brought back this way. `restored` is 0 where there is nothing to bring back.
 */
export const commentsRestore = defineCall({
  path: 'comments/restore',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  byToken: 'write',
  body: Strict({ id: CommentId, study_id: StudyId, user: Name, db_name: Name }),
  answer: Strict({ restored: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/**
 * Score entries of a project, oldest first: comments of the types of quality control that the caller sees
 * (contract/rules/comments.ts). Data scientists see entries of all users except test users, blind ones marked.
 */
export const scoresGetAll = defineCall({
  path: 'scores/get_all',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ scores: Type.Array(Strict({ ...StoredComment.properties, blind: Type.Boolean() })) }),
});

/** All calls of this module. */
export const commentCalls = {
  commentsCreate,
  commentsGet,
  commentsRemoveType,
  commentsRemove,
  commentsResolve,
  commentsRestore,
  scoresGetAll,
};
