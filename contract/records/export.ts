import { Type, type Static } from 'typebox';
import { EXPORT_FORMATS } from '../rules/export-formats.ts';
import { MODALITIES } from './project.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

/** Content of an export: lines and curves, or values. */
export const EXPORT_TYPES = ['segmentations', 'measurements'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Whose work: that of editors, or the copies of reviewers. */
export const EXPORT_DATA = ['analysis', 'review'] as const;
export const ExportData = OneOf(EXPORT_DATA);

/** Empty text of a filter: everything. */
export const ALL = '';

const FORMAT_NAMES = EXPORT_FORMATS.map(({ name }) => name);
export const ExportFormats = Type.Array(OneOf(FORMAT_NAMES), { minItems: 1, maxItems: FORMAT_NAMES.length, uniqueItems: true });
export const ModeFilter = OneOf([ALL, ...MODALITIES] as const);
export const TextFilter = Type.String({ maxLength: 256 });

/** Letters, digits, dot, hyphen and underscore; the first is a letter or a digit. It names a file. */
export const JobId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$' });

/** Options of an export, as stored with its job (docs/specification.md#platform-3, Export request). */
export const ExportRequest = Strict({
  type: OneOf(EXPORT_TYPES),
  data: ExportData,
  /** E-mail of the editor; empty for all. */
  editor: TextFilter,
  image_type: TextFilter,
  /** Modality of the images; empty for all. */
  mode: ModeFilter,
  study_type: TextFilter,
  /** The DICOM files of the exported images go with them. */
  images: Type.Boolean(),
  /** One JSON file for everything instead of one for each study and editor. */
  single_file: Type.Boolean(),
  /** All images with work; otherwise only reference images. */
  all_files: Type.Boolean(),
  /** Of reviews, only images that the reviewer validated. Absent in requests of earlier versions: all. */
  validated_only: Type.Optional(Type.Boolean()),
  /** A row of views above the header of wide tables. */
  view_header: Type.Boolean(),
  include_normal: Type.Boolean(),
  include_caliper: Type.Boolean(),
  formats: ExportFormats,
});
export type ExportRequest = Static<typeof ExportRequest>;

export const JOB_STATES = ['queued', 'running', 'finished', 'error', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Word of other servers for a finished job, which a client takes as one (docs/specification.md#platform-4). */
export const PROCESSING_FINISHED = 'processing finished';

const Count = Type.Integer({ minimum: 0 });

/** Content of a finished export. */
export const ExportContents = Strict({
  studies: Count,
  images: Count,
  /** Values of measurements, with those that are empty for a reason. */
  values: Count,
  /** Values whose stored number differs from the recomputed one. */
  differing: Count,
  /** Images and works that a format could not carry; the archive lists them. */
  left_out: Count,
  files: Count,
  size_bytes: Count,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type ExportContents = Static<typeof ExportContents>;

/** A job as its owner sees it. */
export const JobStatus = Strict({
  id: JobId,
  status: OneOf([...JOB_STATES, PROCESSING_FINISHED] as const),
  /** Lines of `{ISO instant} {text}`; the last one of a finished job is its output object. */
  log: Type.Array(Type.String()),
  done: Count,
  /** Null until it is known. */
  total: Nullable(Count),
});
export type JobStatus = Static<typeof JobStatus>;

/** Formats whose objects a PACS can take. */
export const FORMATS_FOR_PACS = ['sr', 'seg'] as const;

/** Which export is sent to which PACS. */
export const SendingRequest = Strict({ export: JobId, pacs: Name });
export type SendingRequest = Static<typeof SendingRequest>;

/** Objects of an export that a PACS took and refused. */
export const SendingCounts = Strict({ stored: Count, refused: Count });
export type SendingCounts = Static<typeof SendingCounts>;

/** The sending of an export to a PACS. */
export const SendingRecord = Strict({
  ...JobStatus.properties,
  ...SendingRequest.properties,
  created_at: Instant,
  ended_at: Nullable(Instant),
  /** Why it ended in an error, for people; null otherwise. */
  failure: Nullable(Type.String()),
  /** Null until it has ended. */
  counts: Nullable(SendingCounts),
});
export type SendingRecord = Static<typeof SendingRecord>;

/** An export with what it was asked for and what it contains. */
export const ExportRecord = Strict({
  ...JobStatus.properties,
  project: Name,
  request: ExportRequest,
  created_at: Instant,
  started_at: Nullable(Instant),
  ended_at: Nullable(Instant),
  /** Why it ended in an error, for people; null otherwise. */
  failure: Nullable(Type.String()),
  contents: Nullable(ExportContents),
  /** Where the archive lies: bucket and object of minio/get_presigned_urls; null when there is none, or none any more. */
  output: Nullable(Strict({ bucket: Name, object: Name })),
  /** When the archive is removed; null without one. */
  kept_until: Nullable(Instant),
});
export type ExportRecord = Static<typeof ExportRecord>;
