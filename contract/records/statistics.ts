/**
 * Statistics of a project (docs/specification.md#platform-3): its studies and values in numbers, what is odd in them, and its
 * assessments of quality. Made from the store at one moment, which each file names. Counted is the newest work of each study that
 * is neither blind nor a test user's (docs/why/measuring.md#content-of-the-statistics).
 */
import { Type, type Static } from 'typebox';
import { DataType } from './data-type.ts';
import { StatedValue } from './stated-value.ts';
import { Instant, Nullable, OneOf, Strict } from './strict.ts';
import { Sex, StudyId } from './study.ts';

export const STATISTICS_FORMAT = 1;

/** Files of a project, below `project_statistics/{project}/`. */
export const STATISTICS_FILES = {
  data: 'data_statistics.json',
  anomalies: 'data_anomalies.json',
  quality: 'image_quality.json',
  guidelines: 'guideline_values.json',
} as const;

const Count = Type.Integer({ minimum: 0 });
const Format = Type.Literal(STATISTICS_FORMAT);

/** Studies whose work was last saved in a month, each counted once, by how far it has come. */
export const StudiesOfMonth = Strict({
  /** YYYY-MM, in UTC. */
  month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
  validated: Count,
  /** Measured, and not validated. */
  measured: Count,
  /** Begun, and not measured. */
  in_work: Count,
});
export type StudiesOfMonth = Static<typeof StudiesOfMonth>;

/** General quality of the images of a type. */
export const QualityOfType = Strict({
  image_type: Type.String(),
  accepted: Count,
  refused: Count,
  /** Assessed without a verdict. */
  undecided: Count,
});
export type QualityOfType = Static<typeof QualityOfType>;

/** A study that points are of. */
export const PlottedStudy = Strict({
  study_id: StudyId,
  patient_show: Type.String(),
  /** Its gestational age (fetal) or age in days; null where it is not known. */
  age_days: Nullable(Type.Integer({ minimum: 0 })),
  /** Normal ranges may differ by it; absent in files that were made before it was kept. */
  sex: Type.Optional(Nullable(Sex)),
});
export type PlottedStudy = Static<typeof PlottedStudy>;

/** One aggregate of a reference image, with the normal limits that apply to this study; a limit is null where none is. */
export const PlottedValue = Strict({
  /** Place of its study among `studies`. */
  study: Count,
  instance_id: Type.String(),
  value: Type.Number(),
  low: Nullable(Type.Number()),
  high: Nullable(Type.Number()),
  expected: Nullable(Type.Number()),
  state: OneOf(['in_range', 'out_of_range', 'undefined'] as const),
  outlier: Type.Boolean(),
});
export type PlottedValue = Static<typeof PlottedValue>;

/** A measurement over the studies of a data type. */
export const PlottedMeasurement = Strict({
  name: Type.String(),
  image_type: Type.String(),
  /** As in the configuration; empty for a pure number. */
  units: Type.String(),
  data_type: DataType,
  points: Type.Array(PlottedValue),
});
export type PlottedMeasurement = Static<typeof PlottedMeasurement>;

/** The picture of a plot, an SVG next to the file. */
const Picture = Type.String();
const Cell = Nullable(Type.Union([Type.String(), Type.Number()]));

export const StatisticsTable = Strict({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  data: Type.Array(Type.Array(Cell)),
  /** Notes for readers of the table; the third table has them. */
  comments: Type.Optional(Type.Array(Type.String())),
});
export type StatisticsTable = Static<typeof StatisticsTable>;

export const DataStatistics = Strict({
  format: Format,
  /** When it was made, UTC+0. */
  date: Instant,
  /** Versions of the engine that the values counted were computed by, ascending. */
  engine_versions: Type.Array(Type.String()),
  totals: Strict({ studies: Count, validated: Count, images: Count, values: Count }),
  plots: Type.Tuple([
    Strict({ name: Type.Literal('studies_by_month'), image: Picture, months: Type.Array(StudiesOfMonth) }),
    Strict({ name: Type.Literal('quality_by_type'), image: Picture, types: Type.Array(QualityOfType) }),
    Strict({
      name: Type.Literal('values_by_age'),
      image: Picture,
      studies: Type.Array(PlottedStudy),
      measurements: Type.Array(PlottedMeasurement),
    }),
  ]),
  stats: Type.Tuple([StatisticsTable, StatisticsTable, StatisticsTable]),
});
export type DataStatistics = Static<typeof DataStatistics>;

/** Kind of an anomaly, with the page that shows it. */
export const ANOMALY_KINDS = ['implausible', 'outlier', 'cycles', 'missing_reference', 'missing_age'] as const;

export const Anomaly = Strict({
  kind: OneOf(ANOMALY_KINDS),
  /** A whole statement without its study. */
  text: Type.String(),
  study_id: StudyId,
  patient_show: Type.String(),
  /** The image it is about; null for the study. */
  instance_id: Nullable(Type.String()),
});
export type Anomaly = Static<typeof Anomaly>;

export const DataAnomalies = Strict({ format: Format, date: Instant, anomalies: Type.Array(Anomaly) });
export type DataAnomalies = Static<typeof DataAnomalies>;

/** The assessment of one image. */
export const AssessedImage = Strict({
  study_id: StudyId,
  image_type: Type.String(),
  /** When the assessment was stored last. */
  assessed_at: Instant,
  gestational_age_days: Nullable(Type.Integer({ minimum: 0 })),
  /** The quick assessment; null without one. */
  accepted: Nullable(OneOf(['yes', 'no'] as const)),
  /** Options of the complete assessment by section and question; empty without one. An open question is null. */
  sections: Type.Array(
    Strict({
      name: Type.String(),
      items: Type.Array(Strict({ name: Type.String(), options: Type.Array(Type.String()), value: Nullable(Type.String()) })),
    }),
  ),
});
export type AssessedImage = Static<typeof AssessedImage>;

/** Facts of each study, and values that decision tables compare and equations of reference values use (docs/references.md). */
export const GuidelineCohort = Strict({
  format: Format,
  date: Instant,
  /** Measurements that studies have; values refer to them by their place. */
  measurements: Type.Array(Strict({ image_type: Type.String(), name: Type.String(), unit: Type.String() })),
  /** Studies with work, those without a value as well. */
  studies: Type.Array(
    Strict({
      study_id: StudyId,
      patient_show: Type.String(),
      data_type: DataType,
      sex: Nullable(Sex),
      height_cm: Nullable(Type.Number()),
      weight_kg: Nullable(Type.Number()),
      /** Absent in files that were made before they were kept. */
      age_days: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      gestational_age_days: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      /** Inputs of tables that nothing here measures. */
      stated: Type.Optional(Type.Array(StatedValue)),
      /** Place of the measurement, and the mean of its cycles. */
      measured: Type.Array(Type.Tuple([Count, Type.Number()])),
    }),
  ),
});
export type GuidelineCohort = Static<typeof GuidelineCohort>;

export const ImageQuality = Strict({ format: Format, date: Instant, images: Type.Array(AssessedImage) });
export type ImageQuality = Static<typeof ImageQuality>;
