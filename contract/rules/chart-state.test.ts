import { expect, it } from 'vitest';
import type { ReaderChart } from '../records/agreement.ts';
import { chartState, recentBias } from './chart-state.ts';

const point = (ewma: number, above = 0, below = 0) => ({
  score: 0,
  ewma,
  ewma_limit: 1,
  cusum_above: above,
  cusum_below: below,
  cusum_limit: 5.4,
});
const chart = (more: Partial<ReaderChart>): ReaderChart => ({ points: [point(0.1)], alarm: null, reason: null, ...more });

it.each<[string, ReaderChart | undefined, ReturnType<typeof chartState>]>([
  ['no charts', undefined, null],
  ['no case with a time', chart({ points: [] }), null],
  ['too few cases', chart({ reason: 'too-few-subjects' }), 'too-few'],
  ['an alarm', chart({ alarm: { at: 3, since: 1, chart: 'ewma', deviation: 'above' } }), 'alarm'],
  ['an average near its limit', chart({ points: [point(0.9), point(-0.7)] }), 'watch'],
  ['a sum near its limit', chart({ points: [point(0, 0, 4)] }), 'watch'],
  ['values that were near their limits and came back', chart({ points: [point(0.9, 5), point(0.2, 1, 0)] }), 'steady'],
])('with %s', (_, of, state) => expect(chartState(of)).toBe(state));

it('the recent bias is the mean of the last twelve cases with a time', () => {
  const at = (difference: number, read_at: number | null) => ({
    study_id: '1_20260101',
    patient_show: '',
    instance_id: '',
    mean: 0,
    difference,
    read_at,
  });
  // Eight of 10, then twelve of 2, then one without a time, which comes last.
  const points = [...Array(8).fill(10), ...Array(12).fill(2)].map((difference: number, n) => at(difference, n)).concat(at(99, null));
  const over_time = chart({ points: Array.from({ length: 20 }, () => point(0)) });
  expect(recentBias({ points, over_time })).toBe(2);
  expect(recentBias({ points: [], over_time: chart({ points: [] }) })).toBeNull();
});
