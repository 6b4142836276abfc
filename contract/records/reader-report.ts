import { Type, type Static } from 'typebox';
import { ReaderChart } from './agreement.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { STANDARDS } from '../rules/standards.ts';

const Count = Type.Integer({ minimum: 0 });

export const StandardName = OneOf(STANDARDS);

/** One measurement of a reader against a standard. Differences are the reader minus the standard, in `units`. */
export const ReaderMeasurement = Strict({
  image_type: Type.String(),
  name: Type.String(),
  units: Type.String(),
  /** Cases with a value of both. */
  n: Count,
  /** Mean difference of the last cases; null without any. */
  bias: Nullable(Type.Number()),
  /** Standard deviation of all differences; null of fewer than two. */
  sd: Nullable(Type.Number()),
  icc: Nullable(Type.Number()),
  state: OneOf(['alarm', 'watch', 'steady', 'too-few'] as const),
  /** Of an alarm. */
  deviation: Nullable(OneOf(['above', 'below'] as const)),
  /** When the case was saved with which the change probably began; null without an alarm. */
  since: Nullable(Instant),
});
export type ReaderMeasurement = Static<typeof ReaderMeasurement>;

/** A reader's own first readings against a standard, in short. */
export const ReaderSummary = Strict({
  reader: Name,
  blind: Type.Boolean(),
  standard: StandardName,
  /** Studies that both have. */
  studies: Count,
  measurements: Type.Array(ReaderMeasurement),
  made_at: Instant,
});
export type ReaderSummary = Static<typeof ReaderSummary>;

/** Cases by which charts that readers see of themselves grow: so none shows which study it is. */
export const OWN_CHART_GROUP = 5;
/** Fewest cases of a chart that readers see of themselves. */
export const OWN_CHART_FROM = 10;

/** A chart as readers see it: of whole groups of cases, without studies, days and values. */
export const OwnChart = Strict({
  reader: Name,
  blind: Type.Boolean(),
  standard: StandardName,
  image_type: Type.String(),
  name: Type.String(),
  units: Type.String(),
  /** Mean difference of the last cases that are shown; null for blind work, because it would change how the reader reads. */
  bias: Nullable(Type.Number()),
  chart: ReaderChart,
});
export type OwnChart = Static<typeof OwnChart>;
