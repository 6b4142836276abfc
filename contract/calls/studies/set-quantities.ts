import { Type } from 'typebox';
import { AgeDays, HeightCm, Sex, StudyHead, StudyId, WeightKg } from '../../records/study.ts';
import { Nullable, Strict } from '../../records/strict.ts';
import { DATA_TYPE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

const { age_days, sex, height_cm, weight_kg } = StudyHead.properties;

/**
 * Sets what normal ranges depend on, by hand: age in days, sex, height in cm, weight in kg. Omitted quantities stay, null removes
 * a quantity. Allowed for roles that may change the data type; the source is `administrator` for Admins and `person` for the
 * others. Repeating it changes nothing. 400 when no quantity is named.
 */
export const setQuantities = defineCall({
  path: 'studies/set_quantities',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  body: Strict({
    study_id: StudyId,
    age_days: Type.Optional(Nullable(AgeDays)),
    sex: Type.Optional(Nullable(Sex)),
    height_cm: Type.Optional(Nullable(HeightCm)),
    weight_kg: Type.Optional(Nullable(WeightKg)),
    ...ProjectScope,
  }),
  answer: Strict({ study_id: StudyId, age_days, sex, height_cm, weight_kg }),
});
