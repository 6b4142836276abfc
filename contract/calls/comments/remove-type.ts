import { Type } from 'typebox';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { COMMENTING_ROLES } from '../../rules/comments.ts';
import { defineCall } from '../call.ts';

/** Removes the caller's own comments of these types on an image. */
export const commentsRemoveType = defineCall({
  path: 'comments/remove_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMMENTING_ROLES },
  body: Strict({
    image_filename: Name,
    study_id: StudyId,
    types: Type.Array(Name, { minItems: 1, maxItems: 16 }),
    user: Name,
    db_name: Name,
  }),
  answer: Strict({ removed: Type.Integer({ minimum: 0 }) }),
});
