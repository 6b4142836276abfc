import { Type } from 'typebox';
import { DataType } from '../../records/data-type.ts';
import { StudyId } from '../../records/study.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Type and code of every study of a project, those without any work included. */
export const getTypes = defineCall({
  path: 'studies/get_types',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ ...ProjectScope }),
  answer: Strict({
    studies: Type.Array(
      Strict({
        study_id: StudyId,
        /** Code of the patient. */
        patient_show: Type.String(),
        /** YYYY-MM-DD, shifted. */
        date: Type.String(),
        data_type: DataType,
        study_type: Nullable(Name),
        code: Nullable(Name),
      }),
    ),
  }),
});
