import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** A number above the limit of the databases matches no patient. */
const PatientNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Patients asked for at once, at most. */
export const MAX_PATIENTS = 1000;

/**
 * The codes shown of patients, joined by ' / ', in the order of the list and each once. Patients of projects that the caller is
 * not a member of are left out like unknown ones. `get_all_ids` false returns only the first code.
 */
export const patientsGetInstitutionIdFromList = defineCall({
  path: 'patients/get_institution_id_from_list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ patient_list: Type.Array(PatientNumber, { maxItems: MAX_PATIENTS }), get_all_ids: Type.Boolean() }),
  answer: Strict({ institution_id: Type.String() }),
});
