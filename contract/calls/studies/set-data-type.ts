import { DataType } from '../../records/data-type.ts';
import { StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { DATA_TYPE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Changes the age group a study is read as. Viewers cannot (docs/specification.md#platform-6). */
export const setDataType = defineCall({
  path: 'studies/set_data_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  body: Strict({ study_id: StudyId, data_type: DataType, ...ProjectScope }),
  answer: Strict({ study_id: StudyId, data_type: DataType }),
});
