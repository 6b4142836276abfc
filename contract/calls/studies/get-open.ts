import { StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';
import { OpenState } from './open-state.ts';

/** Reads the open flag of one study. */
export const getOpen = defineCall({
  path: 'studies/get_open',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ study_id: StudyId, ...ProjectScope }),
  answer: OpenState,
});
