import { type Static, Type } from 'typebox';
import { DataType } from './data-type.ts';
import { JOB_STATES, JobId } from './export.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

/** A calendar day as DICOM writes it, YYYYMMDD. */
const Day = Type.String({ pattern: '^[0-9]{8}$' });
const Uid = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)*$', maxLength: 64 });

/** Studies that one import may name. */
export const MAX_CHOSEN_STUDIES = 2000;

/** Search criteria for a PACS; null leaves a criterion out. */
export const PacsSearch = Strict({
  /** Patient ID, exactly. */
  patient: Nullable(Name),
  /** First and last day of the study. */
  from: Nullable(Day),
  to: Nullable(Day),
  /** Part of Study Description. */
  description: Nullable(Name),
  /** Such as US. */
  modality: Nullable(Type.String({ pattern: '^[A-Z]{2,16}$' })),
});
export type PacsSearch = Static<typeof PacsSearch>;

/** Studies by their UID, or all that a search finds; of a modality only its series. */
export const PacsSelection = Type.Union([
  Strict({ studies: Type.Array(Uid, { minItems: 1, maxItems: MAX_CHOSEN_STUDIES }), modality: PacsSearch.properties.modality }),
  PacsSearch,
]);
export type PacsSelection = Static<typeof PacsSelection>;

/** A study that a PACS offers. It names a patient: shown to the searching user, and stored nowhere. */
export const PacsStudy = Strict({
  study_uid: Uid,
  patient_id: Type.String(),
  patient_name: Type.String(),
  accession_number: Type.String(),
  /** YYYYMMDD; empty where the PACS names none. */
  study_date: Type.String(),
  description: Type.String(),
  modalities: Type.Array(Type.String()),
  /** Number of images and documents; null where the PACS does not count. */
  instances: Nullable(Type.Integer({ minimum: 0 })),
});
export type PacsStudy = Static<typeof PacsStudy>;

/** Treatment of patient ids that identify no person, such as UNKNOWN or 0. */
export const PatientChoice = Type.Union([
  /** Files with such an id are refused by name. */
  Strict({ kind: Type.Literal('refuse') }),
  /** Every study under such an id is a separate patient. */
  Strict({ kind: Type.Literal('by-study') }),
  /** By id in capitals: the identity of the patient it stands for in this source. */
  Strict({ kind: Type.Literal('map'), identities: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 64 })) }),
]);
export type PatientChoice = Static<typeof PatientChoice>;

const Identifier = Type.String({ minLength: 1, maxLength: 64 });

/** Rows of a mapping at most. */
export const MAX_MAPPING_ROWS = 50_000;

/**
 * Facts of the studies of these identifiers, of which at least one is given and all given must fit. It holds patients'
 * identifiers: used during one import, and sealed where it has to be kept until then.
 */
export const MappingRow = Strict({
  /** Row of the file it came from, from 1; names it in reports. */
  row: Type.Integer({ minimum: 1 }),
  patient_id: Nullable(Identifier),
  accession_number: Nullable(Identifier),
  study_instance_uid: Nullable(Uid),
  /** Null leaves a field as it is. */
  code: Nullable(Name),
  study_type: Nullable(Name),
  data_type: Nullable(DataType),
});
export type MappingRow = Static<typeof MappingRow>;

export const ImportMapping = Type.Array(MappingRow, { maxItems: MAX_MAPPING_ROWS });

export const UploadId = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** An upload of the caller that no import was made of yet. */
export const UploadUnderWay = Strict({
  id: UploadId,
  files: Type.Integer({ minimum: 1 }),
  size_bytes: Type.Integer({ minimum: 0 }),
  received_bytes: Type.Integer({ minimum: 0 }),
  /** When it was last started, continued or used. */
  touched_at: Instant,
});
export type UploadUnderWay = Static<typeof UploadUnderWay>;

/** Where an import takes its files from. */
export const ImportSource = Type.Union([
  /** A configured folder of the server, and a folder or ZIP file below it. */
  Strict({ kind: Type.Literal('folder'), folder: Name, path: Type.String({ maxLength: 4096 }) }),
  /** An upload from the browser; it is gone afterwards. */
  Strict({ kind: Type.Literal('upload'), upload: UploadId }),
  Strict({ kind: Type.Literal('pacs'), pacs: Name, selection: PacsSelection }),
]);
export type ImportSource = Static<typeof ImportSource>;

export const ImportOrder = Strict({
  /** `_id` of the project. */
  project: Name,
  source: ImportSource,
  /** Data type of new studies; null takes the project's. */
  data_type: Nullable(DataType),
  patients: PatientChoice,
  mapping: ImportMapping,
  /** Real files get into a demo workspace only on purpose. */
  into_demo: Type.Boolean(),
});
export type ImportOrder = Static<typeof ImportOrder>;

/** Outcome of a file. */
export const IMPORT_OUTCOMES = ['imported', 'already-there', 'measurements', 'ecg', 'held', 'skipped', 'conflict'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const Count = Type.Integer({ minimum: 0 });

/** Results of an import, in numbers. */
export const ImportCounts = Strict({
  imported: Count,
  already_there: Count,
  /** Structured reports of machines whose measurements were stored. */
  measurements: Count,
  /** Separate ECG files whose ECG was attached to clips. */
  ecg: Count,
  /** Files that wait until the visible parts of their device's pictures are approved. */
  held: Count,
  skipped: Count,
  conflict: Count,
  /** Studies that got images. */
  studies: Count,
  /** Imported images whose patient has an impossible date, without the age that would rest on it. */
  ages_left_out: Count,
  /** Imported images whose burned-in text was blacked out, every frame verified. */
  blacked_out: Count,
  /** Imported images that may carry text burned into the picture. */
  may_carry_burned_in_text: Count,
  /** Imported images whose file declares no burned-in text, which is unverified. */
  burned_in_text_unverified: Count,
  /** Rows of the mapping that no file belongs to, by number; the first thousand. */
  mapping_rows_unused: Type.Array(Type.Integer({ minimum: 1 })),
});
export type ImportCounts = Static<typeof ImportCounts>;

/** An import as Admins see it. It names no patient. */
export const ImportRecord = Strict({
  id: JobId,
  status: OneOf(JOB_STATES),
  /** It begins when a mask of its project is approved. */
  waits_for_mask: Type.Boolean(),
  /** The import whose files it takes that waited for a mask; null for all others. */
  continues: Nullable(JobId),
  /** `_id` and name of the project. */
  project: Name,
  project_name: Type.String(),
  source: OneOf(['folder', 'upload', 'pacs']),
  /** Configured name of the folder or PACS; empty for an upload. */
  source_name: Type.String(),
  /** E-mail of the person who requested it. */
  by: Type.String(),
  created_at: Instant,
  started_at: Nullable(Instant),
  ended_at: Nullable(Instant),
  done: Count,
  total: Nullable(Count),
  /** Why it ended in an error, for people; null otherwise. */
  failure: Nullable(Type.String()),
  counts: ImportCounts,
  /** Until when the report lists its files by name. */
  files_kept_until: Instant,
});
export type ImportRecord = Static<typeof ImportRecord>;

/** A file of an import, and why it became what it did. */
export const ImportedFile = Strict({
  file: Type.String(),
  outcome: OneOf(IMPORT_OUTCOMES),
  /** Empty without a reason. */
  reason: Type.String(),
  /** The study that has the image, whether this import brought it or an earlier one; null without an image of it. */
  study_id: Nullable(Type.String()),
});
export type ImportedFile = Static<typeof ImportedFile>;
