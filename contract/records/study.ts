import { Type, type Static } from 'typebox';
import { CoursePlace } from './course-place.ts';
import { DataType } from './data-type.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { QuantitySource } from './quantity-source.ts';
import { StatedValue } from './stated-value.ts';
import { StatusFlags } from './status.ts';

/** `{patient_id}_{YYYYMMDD}`, the shifted date (docs/contracts.md#keys-and-coordinates); an alias where that is hidden. */
export const StudyId = Type.String({ pattern: '^.+_[0-9]{8}$', maxLength: 64 });

export const STUDY_STATES = ['Incomplete', 'Valid', 'Not valid', 'Consensus pending', 'Suboptimal'] as const;
export const StudyState = OneOf(STUDY_STATES);
export type StudyState = Static<typeof StudyState>;

/** Longest gestational age taken, in days: 45 weeks. */
export const MAX_GESTATIONAL_AGE_DAYS = 45 * 7;
export const GestationalAgeDays = Type.Integer({ minimum: 0, maximum: MAX_GESTATIONAL_AGE_DAYS });

export const REVIEW_STATES = ['draft', 'checkpoint', 'finished'] as const;
/** A review is started, has a check point, or is finished and locked (docs/contracts.md#reviews). */
export const ReviewState = OneOf(REVIEW_STATES);
export type ReviewState = Static<typeof ReviewState>;

/** A review in the list of a Reviewer. */
export const ReviewSummary = Strict({
  state: ReviewState,
  /** The editor saved after the version it is based on. */
  changed_since: Type.Boolean(),
  /** By the rule for Reviewers, or as a team review decided; null where neither was computed yet. */
  study_state: Nullable(StudyState),
  updated_at: Instant,
  /** Why it was finished with open points; null where nothing was open, or no reason was given. */
  finish_reason: Nullable(Type.String()),
  /** Since when the work is incomplete, by its last save or by changed requirements; null for complete work. */
  incomplete_since: Nullable(Instant),
  /** It settles the differences of other reviews of the work. */
  consensus: Type.Boolean(),
  /** A consensus review replaced it; it stays readable. */
  settled: Type.Boolean(),
  /** Points that were open when it was finished. */
  open_points: Type.Integer({ minimum: 0 }),
});
export type ReviewSummary = Static<typeof ReviewSummary>;
/** Longest age taken, in days: 130 years. */
export const MAX_AGE_DAYS = 47_482;
export const AgeDays = Type.Integer({ minimum: 0, maximum: MAX_AGE_DAYS });
/** Shortest and tallest, lightest and heaviest persons that are taken: outside of these a number has the wrong unit. */
export const HEIGHT_CM = { minimum: 20, maximum: 260 } as const;
export const HeightCm = Type.Number(HEIGHT_CM);
export const WEIGHT_KG = { minimum: 0.3, maximum: 400 } as const;
export const WeightKg = Type.Number(WEIGHT_KG);
/** Sex of the patient, as in DICOM. */
export const SEXES = ['M', 'F', 'O'] as const;
export const Sex = OneOf(SEXES);

/** One row of the studies list (docs/specification.md#platform-3). */
export const StudyRow = Strict({
  study_id: StudyId,
  /** Patient number, unique in the workspace. */
  patient: Type.Integer({ minimum: 1 }),
  /** Code shown to people; search runs on it. */
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted; null where the project hides the order of studies from the caller. */
  date: Nullable(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })),
  project: Name,
  is_open: Type.Boolean(),
  /** Who holds the study open; null when it is free. */
  open_by: Nullable(Type.String()),
  data_type: DataType,
  study_type: Nullable(Type.String()),
  study_instance_id: Type.String(),
  code: Nullable(Type.String()),
  /** Version shown to this user; null when there is none. */
  analysis: Nullable(Type.Integer()),
  editor: Nullable(Type.String()),
  updated_at: Nullable(Instant),
  /** Ids for reviewers, one count text ('1 reviewer', 'N reviewers') for the others, the step of a team review for that role. */
  validated_by: Type.Union([Type.Array(Type.String()), Type.Integer()]),
  study_state: Nullable(StudyState),
  /** Null without a value from the file or a user. */
  gestational_age_days: Nullable(Type.Integer({ minimum: 0 })),
  status: StatusFlags,
  total_images: Type.Integer({ minimum: 0 }),
  /** True for a row of blind work, which Reviewers and Admins see. */
  blind: Type.Optional(Type.Boolean()),
  /** The pass of blind work, starting with the second: of the row's work, and for its author of what they are asked for. */
  pass: Type.Optional(Type.Integer({ minimum: 2 })),
  /** Place of the study in a course of the caller. Only for blind readers. */
  course: Type.Optional(CoursePlace),
  /** The Reviewer's own review of the row's work; null before there is one. Only for Reviewers. */
  review: Type.Optional(Nullable(ReviewSummary)),
});
export type StudyRow = Static<typeof StudyRow>;

/** A quantity of the study for normal ranges, with where it came from (docs/contracts.md#stored-work). */
export const StudyQuantity = Nullable(Strict({ value: Type.Number(), source: QuantitySource }));

const SourceOrNull = Nullable(QuantitySource);

/** Facts that normal ranges and indices of a study depend on, each with its source: of a raw download and an export. */
export const StudyQuantities = Strict({
  data_type: DataType,
  gestational_age_days: Nullable(Type.Number()),
  gestational_age_source: SourceOrNull,
  age_days: Nullable(Type.Number()),
  age_source: SourceOrNull,
  sex: Nullable(Sex),
  sex_source: SourceOrNull,
  height_cm: Nullable(Type.Number()),
  height_source: SourceOrNull,
  weight_kg: Nullable(Type.Number()),
  weight_source: SourceOrNull,
  /** Inputs of guidelines that nothing here measures. */
  stated: Type.Array(StatedValue),
});
export type StudyQuantities = Static<typeof StudyQuantities>;

/** The study in files/get. */
export const StudyHead = Strict({
  study_id: StudyId,
  patient_id: Type.Integer({ minimum: 1 }),
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted; null where the project hides the order of studies from the caller. */
  date: Nullable(Type.String()),
  project: Name,
  data_type: DataType,
  study_instance_id: Type.String(),
  gestational_age_days: StudyQuantity,
  age_days: StudyQuantity,
  sex: Nullable(Strict({ value: Sex, source: QuantitySource })),
  height_cm: StudyQuantity,
  weight_kg: StudyQuantity,
  /** Inputs of guidelines that nothing here measures, as they were stated. */
  stated: Type.Array(StatedValue),
});
export type StudyHead = Static<typeof StudyHead>;
