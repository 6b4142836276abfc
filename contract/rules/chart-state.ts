/** The state of the control charts of a measurement, in one word. */
import type { ReaderChart, ValueAgreementRow } from '../records/agreement.ts';

export type ChartState = 'alarm' | 'watch' | 'steady' | 'too-few';

/** A chart whose last value is beyond this share of its limit is worth a look; no convention names the share. */
const WATCH_SHARE = 2 / 3;

const share = (value: number, limit: number): number => (limit === 0 ? 0 : Math.abs(value) / limit);

/** The state of the charts; null where none were made, because cases have no time. */
export function chartState(chart: ReaderChart | undefined): ChartState | null {
  const last = chart?.points.at(-1);
  if (chart === undefined || last === undefined) return null;
  if (chart.reason !== null) return 'too-few';
  if (chart.alarm !== null) return 'alarm';
  const nearest = Math.max(
    share(last.ewma, last.ewma_limit),
    share(last.cusum_above, last.cusum_limit),
    share(last.cusum_below, last.cusum_limit),
  );
  return nearest > WATCH_SHARE ? 'watch' : 'steady';
}

/** Cases that a recent bias is the mean of. */
export const RECENT_CASES = 12;

/** Mean difference of the last cases that have a time; null without any. */
export function recentBias({ points, over_time }: Pick<ValueAgreementRow, 'points' | 'over_time'>): number | null {
  const recent = points.slice(0, over_time?.points.length ?? 0).slice(-RECENT_CASES);
  return recent.length === 0 ? null : recent.reduce((sum, { difference }) => sum + difference, 0) / recent.length;
}
