import { Type } from 'typebox';
import { StoredComment } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Score entries of a project, oldest first: comments of the types of quality control that the caller sees
 * (contract/rules/comments.ts). Data scientists see entries of all users except test users, blind ones marked.
 */
export const scoresGetAll = defineCall({
  path: 'scores/get_all',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ db_name: Name }),
  answer: Strict({ scores: Type.Array(Strict({ ...StoredComment.properties, blind: Type.Boolean() })) }),
});
