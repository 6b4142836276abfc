import { Type } from 'typebox';
import { Name, Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** The patients of a project, named by its `_id`, in the order of their codes. */
export const patientsGet = defineCall({
  path: 'patients/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({ patients: Type.Array(Strict({ patient_id: Type.Integer({ minimum: 1 }), patient_show: Type.String() })) }),
});
