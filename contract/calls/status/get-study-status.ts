import { StatusFlags } from '../../records/status.ts';
import { StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Step dots of one study, of the analysis this role sees. */
export const getStudyStatus = defineCall({
  path: 'status/get_study_status',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ study_id: StudyId, ...ProjectScope }),
  answer: Strict({ study_id: StudyId, status: StatusFlags }),
});
