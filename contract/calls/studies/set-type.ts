import { StudyId } from '../../records/study.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Sets type and code of a study by hand; null takes one away. Repeating it changes nothing. */
export const setType = defineCall({
  path: 'studies/set_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ study_id: StudyId, study_type: Nullable(Name), code: Nullable(Name), ...ProjectScope }),
  answer: Strict({ study_id: StudyId, study_type: Nullable(Name), code: Nullable(Name) }),
});
