import type { AgreementReport } from '../records/agreement.ts';
import { OWN_CHART_FROM, OWN_CHART_GROUP, type OwnChart, type ReaderMeasurement } from '../records/reader-report.ts';
import { chartState, recentBias } from './chart-state.ts';

/** The measurements of a comparison with a standard, in short. Those without a value of both are left out. */
export function readerMeasurements({ values }: Pick<AgreementReport, 'values'>): ReaderMeasurement[] {
  return values
    .filter(({ n }) => n > 0)
    .map((row) => {
      const alarm = row.over_time?.alarm ?? null;
      return {
        image_type: row.image_type,
        name: row.name,
        units: row.units,
        n: row.n,
        bias: recentBias(row),
        sd: row.sd,
        icc: row.icc.value,
        state: chartState(row.over_time) ?? 'too-few',
        deviation: alarm?.deviation ?? null,
        since: alarm === null ? null : (row.points[alarm.since]?.read_at ?? null),
      };
    });
}

/**
 * The charts of a comparison as the reader may see them (docs/readers.md#who-sees-what). A chart has whole groups of cases only:
 * growing with every save, it would show which study was a gold case.
 */
export const ownCharts = ({ values }: Pick<AgreementReport, 'values'>): Omit<OwnChart, 'reader' | 'blind' | 'standard'>[] =>
  values.flatMap(({ image_type, name, units, points, over_time }) => {
    const cases = over_time === undefined ? 0 : Math.floor(over_time.points.length / OWN_CHART_GROUP) * OWN_CHART_GROUP;
    if (over_time === undefined || cases < OWN_CHART_FROM) return [];
    const { alarm, reason } = over_time;
    const chart = { points: over_time.points.slice(0, cases), alarm: alarm !== null && alarm.at < cases ? alarm : null, reason };
    return [{ image_type, name, units, bias: recentBias({ points, over_time: chart }), chart }];
  });
