import { type Static, Type } from 'typebox';
import { DataType, MedicalDataType } from '../records/data-type.ts';
import { REFERENCE_UNITS } from '../records/reference-units.ts';
import { MAX_STATED_VALUES } from '../records/stated-value.ts';
import { StatusFlags } from '../records/status.ts';
import { Instant, Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { StudyListQuery, StudyListSummary } from '../records/study-list.ts';
import { AgeDays, GestationalAgeDays, HeightCm, Sex, StudyHead, StudyId, StudyRow, WeightKg } from '../records/study.ts';
import { ACTION_STEPS } from '../rules/next-action.ts';
import {
  COUNTING_ROLES,
  DATA_TYPE_ROLES,
  IMPORTING_ROLES,
  LISTING_ROLES,
  OPENING_ROLES,
  READING_ROLES,
  SAVING_ROLES,
} from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { ProjectScope } from './project-scope.ts';

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
  byToken: 'read',
  body: Strict({ patient_list: Type.Array(PatientNumber, { maxItems: MAX_PATIENTS }), get_all_ids: Type.Boolean() }),
  answer: Strict({ institution_id: Type.String() }),
});

/** The patients of a project, named by its `_id`, in the order of their codes. */
export const patientsGet = defineCall({
  path: 'patients/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ project: Name }),
  answer: Strict({ patients: Type.Array(Strict({ patient_id: Type.Integer({ minimum: 1 }), patient_show: Type.String() })) }),
});

/** Step dots of every study of a project. */
export const getAllStatus = defineCall({
  path: 'status/get_all',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict(ProjectScope),
  tagged: true,
  answer: Strict({ studies: Type.Array(Strict({ study_id: StudyId, status: StatusFlags })) }),
});

/** Step dots of one study, of the analysis this role sees. */
export const getStudyStatus = defineCall({
  path: 'status/get_study_status',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ study_id: StudyId, ...ProjectScope }),
  answer: Strict({ study_id: StudyId, status: StatusFlags }),
});

/** How much there is in a project for the caller's role. */
export const ProjectWork = Strict({
  project: Name,
  /** Studies, or for Reviewers analyses, that the role is shown. */
  total: Type.Integer({ minimum: 0 }),
  /** Those with something left to do for the caller; null for roles that only read. */
  left: Nullable(Type.Integer({ minimum: 0 })),
});
export type ProjectWork = Static<typeof ProjectWork>;

/** Counts of every project in which the caller has their role, in the order of their projects. */
export const countWork = defineCall({
  path: 'studies/count_work',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COUNTING_ROLES },
  byToken: 'read',
  body: Strict({}),
  answer: Strict({ projects: Type.Array(ProjectWork) }),
});

/** Who holds a study open, within the one-day window (docs/specification.md#platform-4). */
export const OpenState = Strict({
  is_open: Type.Boolean(),
  /** The caller is the holder. */
  mine: Type.Boolean(),
  open_by: Nullable(Type.String()),
  /** Last time the holder renewed the flag. */
  since: Nullable(Instant),
});
export type OpenState = Static<typeof OpenState>;

/** Reads the open flag of one study. */
export const getOpen = defineCall({
  path: 'studies/get_open',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ study_id: StudyId, ...ProjectScope }),
  answer: OpenState,
});

/** The next step in a study, by the rule of the next best action (contract/rules/next-action.ts). */
export const StudyTask = Strict({
  study_id: StudyId,
  step: OneOf(ACTION_STEPS),
  /** Image type it is about. */
  type: Type.String(),
  /** Image to open; null where one has yet to be found or chosen. */
  instance_id: Nullable(Type.String()),
  /** The action: a verb, to be followed by the type. */
  verb: Type.String(),
  /** The reason in a few words. */
  brief: Type.String(),
  /** Steps left in the study, this one included. */
  left: Type.Integer({ minimum: 1 }),
});
export type StudyTask = Static<typeof StudyTask>;

/** The active studies of a project in which the caller's role still has something to do, each with its next step. */
export const getTasks = defineCall({
  path: 'studies/get_tasks',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'read',
  body: Strict(ProjectScope),
  tagged: true,
  answer: Strict({ tasks: Type.Array(StudyTask) }),
});

/** Type and code of every study of a project, those without any work included. */
export const getTypes = defineCall({
  path: 'studies/get_types',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  byToken: 'read',
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

/**
 * The studies of a project, each with the analysis this role may see. `active: true` leaves out withdrawn studies. With `list` it
 * is one page of them, ordered, searched and filtered by contract/rules/study-list.ts, with what that page is a part of; a page
 * of tasks comes with the next step of each of its studies. 304 for a tag that the caller has already
 * (docs/why/storage.md#etags-come-from-the-response).
 */
export const studiesGet = defineCall({
  path: 'studies/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: LISTING_ROLES },
  byToken: 'read',
  body: Strict({
    search_query: Strict({ medical_data_type: MedicalDataType, active: Type.Boolean() }),
    db_name: Name,
    list: Type.Optional(StudyListQuery),
  }),
  tagged: true,
  answer: Strict({
    studies: Type.Array(StudyRow),
    list: Type.Optional(StudyListSummary),
    tasks: Type.Optional(Type.Array(StudyTask)),
  }),
});

/** Changes the age group a study is read as. Viewers cannot (docs/specification.md#platform-6). */
export const setDataType = defineCall({
  path: 'studies/set_data_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  byToken: 'write',
  body: Strict({ study_id: StudyId, data_type: DataType, ...ProjectScope }),
  answer: Strict({ study_id: StudyId, data_type: DataType }),
});

/** Sets the gestational age of a study by hand, or (null) removes it. Allowed for roles that may change the data type. */
export const setGestationalAge = defineCall({
  path: 'studies/set_gestational_age',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  byToken: 'write',
  body: Strict({ study_id: StudyId, gestational_age_days: Nullable(GestationalAgeDays), ...ProjectScope }),
  answer: Strict({ study_id: StudyId, gestational_age_days: Nullable(GestationalAgeDays) }),
});

const Lease = Type.String({ minLength: 8, maxLength: 64 });

/**
 * Takes or gives back the open flag. `lease` names the tab of the holder: giving back one lease leaves the flag up while another
 * of the same person lives. Without it the flag itself is given back. A study held by another stays theirs: the response names
 * the holder and `mine` is false.
 */
export const setOpen = defineCall({
  path: 'studies/set_open',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: OPENING_ROLES },
  byToken: 'write',
  body: Strict({ study_id: StudyId, user: Name, open: Type.Boolean(), lease: Type.Optional(Lease), ...ProjectScope }),
  answer: OpenState,
});

const { age_days, sex, height_cm, weight_kg, stated } = StudyHead.properties;

/**
 * Sets what normal ranges and grades depend on, by hand: age in days, sex, height in cm, weight in kg, and in `stated` the inputs of
 * decision tables that nothing here measures, in their units (docs/references.md#stated-values). Omitted quantities stay, null removes
 * a quantity. Allowed for roles that may change the data type; the source is `administrator` for Admins and `person` for the
 * others. Repeating it changes nothing. 400 when no quantity is named.
 */
export const setQuantities = defineCall({
  path: 'studies/set_quantities',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  byToken: 'write',
  body: Strict({
    study_id: StudyId,
    age_days: Type.Optional(Nullable(AgeDays)),
    sex: Type.Optional(Nullable(Sex)),
    height_cm: Type.Optional(Nullable(HeightCm)),
    weight_kg: Type.Optional(Nullable(WeightKg)),
    stated: Type.Optional(
      Type.Array(Strict({ name: Name, unit: OneOf(REFERENCE_UNITS), value: Nullable(Type.Number()) }), {
        minItems: 1,
        maxItems: MAX_STATED_VALUES,
      }),
    ),
    ...ProjectScope,
  }),
  answer: Strict({ study_id: StudyId, age_days, sex, height_cm, weight_kg, stated }),
});

/** Sets type and code of a study by hand; null takes one away. Repeating it changes nothing. */
export const setType = defineCall({
  path: 'studies/set_type',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  byToken: 'write',
  body: Strict({ study_id: StudyId, study_type: Nullable(Name), code: Nullable(Name), ...ProjectScope }),
  answer: Strict({ study_id: StudyId, study_type: Nullable(Name), code: Nullable(Name) }),
});

/** All calls of this module. */
export const studyCalls = {
  patientsGetInstitutionIdFromList,
  patientsGet,
  getAllStatus,
  getStudyStatus,
  countWork,
  getOpen,
  getTasks,
  getTypes,
  studiesGet,
  setDataType,
  setGestationalAge,
  setOpen,
  setQuantities,
  setType,
};
