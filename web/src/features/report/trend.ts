/** One measurement over the studies of a patient. */
import { valuesOf, type AnatomySummary, type ReportValue } from '@echometry/contract/rules/report.ts';

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
}

/**
 * The value of the same measurement in each report, by date. It comes from the reference of the same type; where there are
 * several, from the one of the same view.
 */
export function trendOf(of: Pick<ReportValue, 'from' | 'name' | 'view' | 'units'>, reports: readonly DatedReport[]): TrendPoint[] {
  return reports
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(({ date, report }) => {
      const same = valuesOf(report).filter(
        ({ from, name, units, reference, measurement }) =>
          reference && from === of.from && name === of.name && units === of.units && measurement.aggregate !== undefined,
      );
      const found = same.find(({ view }) => view === of.view) ?? (same.length === 1 ? same[0] : undefined);
      if (found?.measurement.aggregate === undefined) return [];
      const cycles = found.value.filter((one) => one !== null);
      return [{ date, value: found.measurement.aggregate, cycles, color: found.color, limits: limitsOf(found), z: zOf(found) }];
    });
}
