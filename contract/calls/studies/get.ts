import { Type } from 'typebox';
import { MedicalDataType } from '../../records/data-type.ts';
import { StudyRow } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { LISTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** The studies of a project, each with the analysis this role may see. `active: true` leaves out withdrawn studies. */
export const studiesGet = defineCall({
  path: 'studies/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: LISTING_ROLES },
  body: Strict({ search_query: Strict({ medical_data_type: MedicalDataType, active: Type.Boolean() }), db_name: Name }),
  answer: Strict({ studies: Type.Array(StudyRow) }),
});
