import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { describe, expect, it } from 'vitest';
import { trendOf } from './trend.ts';

const value = (aggregate: number, part: Partial<ReportValue> = {}): ReportValue => ({
  key: 'k',
  name: 'EF',
  value: [aggregate - 1, null, aggregate + 1],
  units: '%',
  type: 'calculated',
  from: '4-chamber 2D',
  image_id: '1',
  view: 'A4C',
  reference: true,
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

  it('takes the same type and view, references alone, and nothing that is ambiguous or in another unit', () => {
    const of = value(60);
    const at = (...values: ReportValue[]) => trendOf(of, [{ date: '2026-01-01', report: report(...values) }]).map((point) => point.value);
    expect(at(value(40, { view: 'Basal 4C' }), value(45))).toEqual([45]);
    expect(at(value(40, { view: 'Basal 4C' }))).toEqual([40]);
    expect(at(value(40, { view: 'Basal 4C' }), value(45, { view: 'Apical' }))).toEqual([]);
    expect(at(value(40, { reference: false }))).toEqual([]);
    expect(at(value(40, { from: '2-chamber 2D' }), value(0.4, { units: '' }))).toEqual([]);
  });
});
