/** One measurement over the studies of a patient. */
import { CURVE_CLASS } from '@echometry/contract/rules/curve-values.ts';
import type { Variability } from '@echometry/contract/records/variability.ts';
import { valuesOf, type AnatomySummary, type ReportValue } from '@echometry/contract/rules/report.ts';
import { changeOf, type Change } from '@echometry/contract/rules/uncertainty.ts';
import { uncertaintyOf, type Uncertainty } from './uncertainty.ts';

export interface TrendPoint {
  /** YYYY-MM-DD. */
  date: string;
  /** The aggregate, in the unit of the measurement. */
  value: number;
  cycles: readonly number[];
  color: ReportValue['color'];
  /** Normal limits at this study, in the unit of the measurement. */
  limits: readonly number[];
  /** z-score at this study; null without one. */
  z: number | null;
  /** Whose value it is; null where it is not known. */
  reader: string | null;
  uncertainty: Uncertainty | null;
  /** How the lines of its curves were followed; empty for a value of drawn lines. */
  method: string;
}

const zOf = ({ judged }: Pick<ReportValue, 'judged'>): number | null =>
  judged?.standing.outcome?.kind === 'z' ? judged.standing.outcome.z : null;

/** Limits of a value that are in its unit: of the reference value that counts, otherwise of the normal range. */
const limitsOf = ({ judged, measurement: { normal } }: Pick<ReportValue, 'judged' | 'measurement'>): readonly number[] => {
  if (judged !== null) return [judged.standing.low, judged.standing.high].filter((one) => one !== null);
  return normal && normal.state !== 'undefined' && normal.indexed === null ? [normal.low, normal.high].filter((one) => one !== null) : [];
};

/** Limits that are the same at every study; null where they change, with age for example. */
export function commonLimits(points: readonly Pick<TrendPoint, 'limits'>[]): readonly number[] | null {
  const [first] = points;
  return first !== undefined && points.every(({ limits }) => limits.join() === first.limits.join()) ? first.limits : null;
}

export interface DatedReport {
  date: string;
  report: readonly AnatomySummary[];
  reader: string | null;
  /** Variability of the reader. */
  measured: readonly Variability[];
  /** How the lines of followed images were followed, by image. */
  methods: ReadonlyMap<string, string>;
}

/**
 * The value of the same measurement in each report, by date. It comes from the reference of the same type; where there are
 * several, from the one of the same view.
 */
export function trendOf(of: Pick<ReportValue, 'from' | 'name' | 'view' | 'units'>, reports: readonly DatedReport[]): TrendPoint[] {
  return reports
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(({ date, report, reader, measured, methods }) => {
      const all = valuesOf(report);
      const same = all.filter(
        ({ from, name, units, reference, measurement }) =>
          reference && from === of.from && name === of.name && units === of.units && measurement.aggregate !== undefined,
      );
      const found = same.find(({ view }) => view === of.view) ?? (same.length === 1 ? same[0] : undefined);
      if (found?.measurement.aggregate === undefined) return [];
      const cycles = found.value.filter((one) => one !== null);
      const { aggregate: value } = found.measurement;
      const uncertainty = uncertaintyOf(found, all, measured, null);
      return [
        {
          date,
          value,
          cycles,
          color: found.color,
          limits: limitsOf(found),
          z: zOf(found),
          reader,
          uncertainty: typeof uncertainty === 'object' ? uncertainty : null,
          method: found.measurement.class === CURVE_CLASS ? (methods.get(found.image_id) ?? '') : '',
        },
      ];
    });
}

/** Dates with their methods, where lines were not followed in the same way on all of them: such values differ for this reason too. */
export const methodsThatDiffer = (points: readonly TrendPoint[]): readonly TrendPoint[] =>
  new Set(points.map(({ method }) => method)).size > 1 ? points : [];

/** A change between two dates, against the smallest real one. */
export interface DatedChange extends Change {
  from: number;
  to: number;
  sameReader: boolean;
}

function changeBetween(earlier: TrendPoint, later: TrendPoint): DatedChange | null {
  if (earlier.uncertainty === null || later.uncertainty === null) return null;
  const sameReader = earlier.reader === later.reader;
  const [from, to] = [earlier.value, later.value];
  const change = changeOf({ value: from, error: earlier.uncertainty.error }, { value: to, error: later.uncertainty.error }, sameReader);
  return change && { ...change, from, to, sameReader };
}

/** The last change, and of more than two dates that from the first; null where the variability of a reader is not known. */
export function changesOf(points: readonly TrendPoint[]): DatedChange[] | null {
  const [first, before, last] = [points[0], points.at(-2), points.at(-1)];
  if (first === undefined || before === undefined || last === undefined) return null;
  const changes = (first === before ? [before] : [before, first]).map((earlier) => changeBetween(earlier, last));
  return changes.includes(null) ? null : changes.filter((one) => one !== null);
}
