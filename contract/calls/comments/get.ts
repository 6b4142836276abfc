import { Type } from 'typebox';
import { StoredComment } from '../../records/comment.ts';
import { Name, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Comments of a study, or of one image of it, that the caller sees (contract/rules/comments.ts), oldest first. */
export const commentsGet = defineCall({
  path: 'comments/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ study_id: StudyId, image_filename: Type.Optional(Name), db_name: Name }),
  tagged: true,
  answer: Strict({ comments: Type.Array(StoredComment) }),
});
