/** How far readers of the same images agree (docs/agreement.md). Differences are the second reader minus the first. */
import { Type, type Static } from 'typebox';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

export const AGREEMENT_FORMAT = 1;
/** Most readers that are compared at once. */
export const MAX_READERS = 6;

/** One reader: a person's own work, blind or shared, in one pass, or their review of an editor's. */
export const Reader = Strict({
  editor: Name,
  /** Null for the editor's own work. */
  reviewer: Nullable(Name),
  blind: Type.Boolean(),
  /** From 1. */
  pass: Type.Integer({ minimum: 1 }),
});
export type Reader = Static<typeof Reader>;

const Count = Type.Integer({ minimum: 0 });
/** A number with its 95 % interval; `reason` explains a missing one. */
const Estimated = Strict({
  value: Nullable(Type.Number()),
  low: Nullable(Type.Number()),
  high: Nullable(Type.Number()),
  reason: Nullable(Type.String()),
});
/** Mean and standard deviation of a sample; null where it is too small. */
const Spread = Strict({ mean: Nullable(Type.Number()), sd: Nullable(Type.Number()) });
export type Spread = Static<typeof Spread>;

export const AgreementPoint = Strict({
  study_id: StudyId,
  patient_show: Type.String(),
  instance_id: Type.String(),
  mean: Type.Number(),
  difference: Type.Number(),
  /** When the second reader last saved the study; null for the machine, absent in reports of before it was kept. */
  read_at: Type.Optional(Nullable(Instant)),
});
export type AgreementPoint = Static<typeof AgreementPoint>;

/** A case of a control chart, in standard deviations of the second reader's differences. */
const ControlPoint = Strict({
  /** Standardised difference; null while there are too few cases to judge it. */
  score: Nullable(Type.Number()),
  ewma: Type.Number(),
  ewma_limit: Type.Number(),
  cusum_above: Type.Number(),
  cusum_below: Type.Number(),
  cusum_limit: Type.Number(),
});

/** Control charts of the second reader over the points with a time, in their order (docs/readers.md). */
export const ReaderChart = Strict({
  points: Type.Array(ControlPoint),
  /** The first alarm by places of points: the case that gave it, and the case with which the change probably began. */
  alarm: Nullable(
    Strict({ at: Count, since: Count, chart: OneOf(['ewma', 'cusum'] as const), deviation: OneOf(['above', 'below'] as const) }),
  ),
  /** Why no case could be judged; null with a score. */
  reason: Nullable(Type.String()),
});
export type ReaderChart = Static<typeof ReaderChart>;

/** A measurement of an image type: bias and limits of the first two readers, reliability of all. */
export const ValueAgreementRow = Strict({
  name: Type.String(),
  image_type: Type.String(),
  units: Type.String(),
  n: Count,
  /** Images of which one of the two has no value. */
  left_out: Count,
  bias: Estimated,
  sd: Nullable(Type.Number()),
  lower: Estimated,
  upper: Estimated,
  /** ICC(2,1) over all readers, and the images it is of. */
  icc: Estimated,
  icc_n: Count,
  /** In the order of `read_at`; those without one come last. */
  points: Type.Array(AgreementPoint),
  /** Absent in reports of before it was kept. */
  over_time: Type.Optional(ReaderChart),
});
export type ValueAgreementRow = Static<typeof ValueAgreementRow>;

/** A line of an image type, by the first two readers. Distances are in mm. */
export const LineAgreementRow = Strict({
  line: Type.String(),
  image_type: Type.String(),
  event: Nullable(OneOf(['end_diastole', 'end_systole'] as const)),
  n: Count,
  dice: Spread,
  hausdorff: Spread,
  mean_distance: Spread,
  /** Why some have no distance or overlap, by how often. */
  reasons: Type.Array(Strict({ reason: Type.String(), count: Count })),
});
export type LineAgreementRow = Static<typeof LineAgreementRow>;

/** A mark of an image type, by the first two readers. */
export const EventAgreementRow = Strict({
  event: Type.String(),
  image_type: Type.String(),
  n: Count,
  /** Beats in which one of the two did not set it. */
  left_out: Count,
  /** Frames of clips, columns of strips. */
  unit: OneOf(['frame', 'column'] as const),
  steps: Spread,
  ms: Spread,
});
export type EventAgreementRow = Static<typeof EventAgreementRow>;

/** How the first two readers differ in the lines and marks of one image. Differences are the second minus the first. */
export const AgreementCase = Strict({
  study_id: StudyId,
  instance_id: Type.String(),
  image_type: Type.String(),
  lines: Type.Array(
    Strict({
      line: Type.String(),
      event: Nullable(OneOf(['end_diastole', 'end_systole'] as const)),
      /** mm */
      mean_distance: Type.Number(),
      /** mm²; null for an open line. */
      area_difference: Nullable(Type.Number()),
    }),
  ),
  marks: Type.Array(
    Strict({
      event: Type.String(),
      /** Mean over the beats. */
      steps: Type.Number(),
      unit: OneOf(['frame', 'column'] as const),
      ms: Nullable(Type.Number()),
    }),
  ),
});
export type AgreementCase = Static<typeof AgreementCase>;

export const AgreementReport = Strict({
  format: Type.Literal(AGREEMENT_FORMAT),
  date: Instant,
  engine_version: Type.String(),
  readers: Type.Array(Reader, { minItems: 2, maxItems: MAX_READERS }),
  /** Studies and images that the first two readers worked on. */
  studies: Count,
  images: Count,
  /** Images that the two labelled as different types: nothing else of them is compared. */
  labelled_differently: Count,
  values: Type.Array(ValueAgreementRow),
  lines: Type.Array(LineAgreementRow),
  events: Type.Array(EventAgreementRow),
  /** Absent in reports of before they were kept. */
  cases: Type.Optional(Type.Array(AgreementCase)),
});
export type AgreementReport = Static<typeof AgreementReport>;
