import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { describe, expect, it } from 'vitest';
import { commonLimits, trendOf } from './trend.ts';

const value = (aggregate: number, part: Partial<ReportValue> = {}): ReportValue => ({
  key: 'k',
  name: 'EF',
  value: [aggregate - 1, null, aggregate + 1],
  units: '%',
  type: 'calculated',
  from: '4-chamber 2D',
  image_id: '1',
  view: 'A4C',
  also: [],
  reference: true,
  standings: [],
  judged: null,
  color: 'in_range',
  measurement: { name: 'EF', type: 'EF', value: [], aggregate } satisfies Measurement,
  ...part,
});
const report = (...measurements: ReportValue[]): AnatomySummary[] => [
  { name_short: 'LV', name_long: 'Left ventricle', sides: ['Left heart'], modalities: [{ name: '2D', color: '#fff', measurements }] },
];

describe('the trend of a measurement', () => {
  it('goes by date, with the cycles that have a value', () => {
    const points = trendOf(value(60), [
      { date: '2026-03-01', report: report(value(50)) },
      { date: '2026-01-01', report: report(value(60)) },
    ]);
    expect(points.map(({ date, value: of, cycles }) => [date, of, cycles])).toEqual([
      ['2026-01-01', 60, [59, 61]],
      ['2026-03-01', 50, [49, 51]],
    ]);
  });

  it('has limits across all studies only where they are the same at each', () => {
    const at = (date: string, low: number, high: number | null) => {
      const normal = { state: 'in_range', low, high, expected: null, z: null, indexed: null, source: 's', reason: null } as const;
      return { date, report: report(value(1, { measurement: { name: 'EF', type: 'EF', value: [], aggregate: 1, normal } })) };
    };
    const of = (...reports: ReturnType<typeof at>[]) => trendOf(value(1), reports);
    expect(commonLimits(of(at('2026-01-01', 52, 72), at('2026-03-01', 52, 72)))).toEqual([52, 72]);
    // Centiles of two gestational ages: a line through both would be wrong at each.
    const growing = of(at('2026-01-01', 0.86, 1.38), at('2026-03-01', 0.72, 1.24));
    expect([commonLimits(growing), growing.map(({ limits }) => limits)]).toEqual([
      null,
      [
        [0.86, 1.38],
        [0.72, 1.24],
      ],
    ]);
    expect(commonLimits(of(at('2026-01-01', 17, null)))).toEqual([17]);
  });

  it('takes the same type and view, only references, and nothing that is ambiguous or in another unit', () => {
    const of = value(60);
    const at = (...values: ReportValue[]) => trendOf(of, [{ date: '2026-01-01', report: report(...values) }]).map((point) => point.value);
    expect(at(value(40, { view: 'Basal 4C' }), value(45))).toEqual([45]);
    expect(at(value(40, { view: 'Basal 4C' }))).toEqual([40]);
    expect(at(value(40, { view: 'Basal 4C' }), value(45, { view: 'Apical' }))).toEqual([]);
    expect(at(value(40, { reference: false }))).toEqual([]);
    expect(at(value(40, { from: '2-chamber 2D' }), value(0.4, { units: '' }))).toEqual([]);
  });
});
