import { Type } from 'typebox';
import { Filename } from '../../records/study-file.ts';
import { StudyId } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { SAVING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Stores which files of a study the user works with; every file of the study is named once. */
export const filesUpdate = defineCall({
  path: 'files/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  body: Strict({
    id: StudyId,
    editor: Name,
    images: Type.Array(Strict({ filename: Filename, active: Type.Boolean() }), { maxItems: 10_000 }),
    ...ProjectScope,
  }),
  answer: Strict({ images_selected: Type.Integer({ minimum: 0 }), total_images: Type.Integer({ minimum: 0 }) }),
  maxBodyBytes: 1024 * 1024,
});
