import { Type } from 'typebox';
import { StudyFile } from '../../records/study-file.ts';
import { StudyHead, StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { IMAGE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/**
 * Image files of a study; for a team review the images of the review that waits for it. `selection_stored` is false for
 * Viewers, who see no stored selection, and before the first one.
 */
export const filesGet = defineCall({
  path: 'files/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMAGE_ROLES },
  body: Strict({ id: StudyId, ...ProjectScope }),
  answer: Strict({ study: StudyHead, selection_stored: Type.Boolean(), images: Type.Array(StudyFile) }),
});
