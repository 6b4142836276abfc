import { Type } from 'typebox';
import {
  ExportData,
  ExportFormats,
  ExportRecord,
  ExportRequest,
  JobId,
  JobStatus,
  ModeFilter,
  SendingRecord,
  SendingRequest,
  TextFilter,
} from '../records/export.ts';
import { Instant, Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { MachineValues } from '../records/machine.ts';
import { EndOfValues, StoredValue } from '../records/stored-value.ts';
import { StudyId } from '../records/study.ts';
import { EXPORTING_ROLES, JOB_READING_ROLES, READING_ROLES } from '../rules/permissions.ts';
import { defineCall, defineLines } from './call.ts';
import { ProjectScope } from './project-scope.ts';

/** Fields of CREATE_EXPORT; `id`, `formats` and `validated_only` are ours, and left out by a plain client. */
export const ExportFields = {
  project: Name,
  editor: TextFilter,
  data: ExportData,
  mode: ModeFilter,
  only_study_type: TextFilter,
  images: Type.Boolean(),
  image_type: TextFilter,
  single_file: Type.Boolean(),
  all_files: Type.Boolean(),
  /** From the client: a request that is sent twice is one export. */
  id: Type.Optional(JobId),
  formats: Type.Optional(ExportFormats),
  /** Of reviews, only images that the reviewer validated; absent: all. */
  validated_only: Type.Optional(Type.Boolean()),
};

/** Fields of CREATE_EXPORT_MEAS; `id`, `formats`, `only_study_type`, `all_files` and `validated_only` are ours. */
export const MeasurementExportFields = {
  project: Name,
  editor: TextFilter,
  image_type: TextFilter,
  data: ExportData,
  mode: ModeFilter,
  imview_header: Type.Boolean(),
  include_normal: Type.Boolean(),
  include_caliper: Type.Boolean(),
  id: Type.Optional(JobId),
  formats: Type.Optional(ExportFormats),
  /** Of reviews, only images that the reviewer validated; absent: all. */
  validated_only: Type.Optional(Type.Boolean()),
  only_study_type: Type.Optional(TextFilter),
  all_files: Type.Optional(Type.Boolean()),
};

/** An export that was queued, or why it was not: too many of this person or project are under way. */
export const Queued = Type.Union([
  Strict({ accepted: Type.Literal(true), export: ExportRecord }),
  Strict({ accepted: Type.Literal(false), message: Type.String() }),
]);

/** CREATE_EXPORT_MEAS of the specification: measurements. `user` is the caller's own e-mail. */
export const exportsCreateMeasurements = defineCall({
  path: 'exports/create_measurements',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'write',
  body: Strict({ ...MeasurementExportFields, user: Name }),
  answer: Queued,
});

/** CREATE_EXPORT of the specification: segmentations. `user` is the caller's own e-mail. */
export const exportsCreate = defineCall({
  path: 'exports/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'write',
  body: Strict({ ...ExportFields, user: Name }),
  answer: Queued,
});

/** GET_EXPORT of the specification: an export of the caller, or any for an Admin of its project. */
export const exportsGet = defineCall({
  path: 'exports/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: ExportRecord,
});

/** One's own exports of a project, the newest first, and how many more may be under way. */
export const exportsList = defineCall({
  path: 'exports/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'read',
  body: Strict({ project: Name }),
  answer: Strict({
    exports: Type.Array(ExportRecord),
    /** Own exports that wait or run, of all projects, and how many may. */
    under_way: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1 }),
    /** Days that an archive is kept. */
    kept_days: Type.Integer({ minimum: 1 }),
    /** Study types that occur in the project. */
    study_types: Type.Array(Type.String()),
    /** Names of the PACS that take objects of exports. */
    pacs: Type.Array(Name),
    /** Own exports of this project that were sent to a PACS, the newest first. */
    sendings: Type.Array(SendingRecord),
  }),
});

/**
 * Sends the DICOM SR and SEG objects of an own export to a configured PACS. The id comes from the client: asking twice is one
 * sending. An object that is sent again keeps its UID, so that the PACS has it once.
 */
export const exportsSend = defineCall({
  path: 'exports/send',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'write',
  body: Strict({ id: JobId, ...SendingRequest.properties }),
  answer: Type.Union([
    Strict({ accepted: Type.Literal(true), sending: SendingRecord }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});

const Count = Type.Integer({ minimum: 0 });

/** Before an export is made: the first rows of its table of values, computed like the export itself, how much it would hold, and what it would leave out. */
export const exportsPreview = defineCall({
  path: 'exports/preview',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'read',
  body: Strict({ project: Name, request: ExportRequest }),
  answer: Strict({
    /** Columns of the long table; none for segmentations. */
    columns: Type.Array(Type.String()),
    /** Cells as in the file, unquoted. */
    rows: Type.Array(Type.Array(Type.String())),
    /** Works (a study by one editor) that the filters choose. */
    works: Count,
    /** True when these are all rows there are. */
    complete: Type.Boolean(),
    left_out: Strict({
      /** Whole analyses and reviews, the first of them, and how many there are. */
      works: Type.Array(
        Strict({ study_id: Type.String(), editor: Type.String(), reviewer: Nullable(Type.String()), reason: Type.String() }),
      ),
      total: Count,
      /** Images that a chosen format cannot hold, by reason. */
      images: Type.Array(Strict({ format: Type.String(), reason: Type.String(), count: Count })),
      /** Works that were read for this; the other ones are only looked at by the export. */
      examined: Count,
    }),
  }),
});

/** Ends a job that waits or runs; an ended one stays as it is. */
export const jobsCancel = defineCall({
  path: 'jobs/cancel',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'write',
  body: Strict({ id: JobId }),
  answer: JobStatus,
});

/** GET_JOB of the specification: state and log; the last entry of the log of a finished job is its output object. */
export const jobsGet = defineCall({
  path: 'jobs/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: JobStatus,
});

/** Of exports of segmentations and of measurements. */
export const WORKFLOWS = ['iapexport', 'iapexportmeasurements'] as const;

/** A job by its workflow. `user_id` is the caller's own e-mail, `output` is `exports/{job id}`. */
export const jobsRun = defineCall({
  path: 'jobs_run',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'write',
  body: Strict({
    user_id: Name,
    workflow: OneOf(WORKFLOWS),
    parameters: Type.Union([Strict(ExportFields), Strict(MeasurementExportFields)]),
    output: Type.String({ pattern: '^exports/[A-Za-z0-9][A-Za-z0-9._-]{7,127}$' }),
  }),
  answer: Queued,
});

/**
 * GET_PRESIGNED_URLS_FROM_MINIO of the specification: addresses of an export, of which there is one. It is bound to person,
 * project and sign-in, and carries no token.
 */
export const getPresignedUrls = defineCall({
  path: 'minio/get_presigned_urls',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ bucket: Name, object: Name }),
  answer: Type.Array(
    Strict({
      /** Path and query, same origin as the call. */
      url: Type.String(),
      /** Under which it is saved: the name of the object with .zip. */
      filename: Type.String(),
      size_bytes: Type.Integer({ minimum: 0 }),
      expires_at: Instant,
    }),
    { minItems: 1 },
  ),
});

/** Most studies that are named at once. */
export const MAX_STUDIES_OF_VALUES = 500;

/**
 * Every stored value of the work that the role sees, in the active studies of a project or in those named: as the report stored it,
 * not computed again. Work whose document is damaged ends the response before its last line.
 */
export const valuesGet = defineLines({
  path: 'values/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({
    studies: Type.Optional(Type.Array(StudyId, { minItems: 1, maxItems: MAX_STUDIES_OF_VALUES, uniqueItems: true })),
    ...ProjectScope,
  }),
  line: Type.Union([StoredValue, EndOfValues]),
});

/**
 * The measurements of a study that its machine reported (docs/data.md#measurements-of-the-machine), in the units of the configuration,
 * and those without a counterpart in it. A Ground-truth generator, whose work is blind, gets none.
 */
export const machineGet = defineCall({
  path: 'machine/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, ...ProjectScope }),
  answer: MachineValues,
});

/** All calls of this module. */
export const exportCalls = {
  exportsCreateMeasurements,
  exportsCreate,
  exportsGet,
  exportsList,
  exportsPreview,
  exportsSend,
  jobsCancel,
  jobsGet,
  jobsRun,
  getPresignedUrls,
  machineGet,
  valuesGet,
};
