import { GestationalAgeDays, StudyId } from '../../records/study.ts';
import { Nullable, Strict } from '../../records/strict.ts';
import { DATA_TYPE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Sets the gestational age of a study by hand, or (null) removes it. Allowed for roles that may change the data type. */
export const setGestationalAge = defineCall({
  path: 'studies/set_gestational_age',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  body: Strict({ study_id: StudyId, gestational_age_days: Nullable(GestationalAgeDays), ...ProjectScope }),
  answer: Strict({ study_id: StudyId, gestational_age_days: Nullable(GestationalAgeDays) }),
});
