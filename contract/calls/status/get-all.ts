import { Type } from 'typebox';
import { StatusFlags } from '../../records/status.ts';
import { StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Step dots of every study of a project. */
export const getAllStatus = defineCall({
  path: 'status/get_all',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict(ProjectScope),
  tagged: true,
  answer: Strict({ studies: Type.Array(Strict({ study_id: StudyId, status: StatusFlags })) }),
});
