/** One measurement over the studies of a patient. */
import { valuesOf, type AnatomySummary, type ReportValue } from '@echometry/contract/rules/report.ts';

export interface TrendPoint {
  /** YYYY-MM-DD. */
  date: string;
  /** The aggregate, in the unit of the measurement. */
  value: number;
  cycles: readonly number[];
  color: ReportValue['color'];
}

export interface DatedReport {
  date: string;
  report: readonly AnatomySummary[];
}

/** The value of the same measurement in each report, by date: that of a reference of the same type, of the same view where there are several. */
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
      return [{ date, value: found.measurement.aggregate, cycles, color: found.color }];
    });
}
