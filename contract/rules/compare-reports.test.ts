import { describe, expect, it } from 'vitest';
import type { Measurement } from '../generated/analysis-image.ts';
import { compareReports } from './compare-reports.ts';
import type { AnatomySummary, ReportValue } from './report.ts';

const value = (image_id: string, name: string, aggregate: number | null, part: Partial<ReportValue> = {}): ReportValue => {
  const measurement: Measurement = { name, type: 'EF', value: [aggregate], ...(aggregate === null ? {} : { aggregate }) };
  return {
    key: `${image_id} ${name}`,
    name,
    value: [aggregate],
    units: '%',
    type: 'calculated',
    from: '4-chamber 2D',
    image_id,
    view: 'A4C',
    also: [],
    reference: true,
    standings: [],
    judged: null,
    color: 'undefined',
    measurement,
    ...part,
  };
};
const report = (...measurements: ReportValue[]): AnatomySummary[] => [
  { name_short: 'LV', name_long: 'Left ventricle', sides: ['Left heart'], modalities: [{ name: '2D', color: '#fff', measurements }] },
];

describe('two reports side by side', () => {
  it('give the difference of each value, second less first, and its share of their mean', () => {
    const [ef] = compareReports(report(value('1', 'EF', 60)), report(value('9', 'EF', 50)), 'type');
    expect(ef).toMatchObject({ name: 'EF', anatomy: 'LV', units: '%', difference: 10 });
    // 10 of the mean 55.
    expect(ef?.percent).toBeCloseTo(18.181818, 6);
    const [gls] = compareReports(report(value('1', 'GLS', -20)), report(value('9', 'GLS', -18)), 'type');
    expect(gls?.difference).toBe(-2);
    expect(gls?.percent).toBeCloseTo(-10.526316, 6);
  });

  it('show what only one of them has, without a difference', () => {
    const found = compareReports(report(value('1', 'EF', 60), value('1', 'SV', null)), report(value('9', 'GLS', -18)), 'type');
    expect(found.map(({ name, first, second, difference }) => [name, first !== null, second !== null, difference])).toEqual([
      ['EF', true, false, null],
      ['GLS', false, true, null],
    ]);
  });

  it('of one study belong together by image, references or not', () => {
    const spare = { reference: false };
    const found = compareReports(
      report(value('1', 'EF', 60), value('2', 'EF', 40, spare)),
      report(value('2', 'EF', 44, spare), value('1', 'EF', 61)),
      'image',
    );
    expect(found.map(({ key, difference }) => [key, difference])).toEqual([
      ['1 EF', -1],
      ['2 EF', -4],
    ]);
  });

  it('of two studies belong together by type, and by view where a type has several references', () => {
    const other = compareReports(report(value('1', 'EF', 60)), report(value('9', 'EF', 50, { view: 'A4C RV' })), 'type');
    expect(other).toHaveLength(1);
    const basal = { view: 'Basal 4C' };
    const several = compareReports(
      report(value('1', 'EF', 60), value('2', 'EF', 58, basal), value('3', 'EF', 1, { reference: false })),
      report(value('9', 'EF', 50, basal)),
      'type',
    );
    expect(several.map(({ first, second, difference }) => [first?.image_id, second?.image_id, difference])).toEqual([
      ['1', undefined, null],
      ['2', '9', 8],
    ]);
  });

  it('have no difference where their units differ, and none in percent around zero', () => {
    const [units] = compareReports(report(value('1', 'E', 80)), report(value('9', 'E', 0.8, { units: 'm/s' })), 'type');
    expect(units?.difference).toBeNull();
    const [zero] = compareReports(report(value('1', 'E', -1)), report(value('9', 'E', 1)), 'type');
    expect(zero).toMatchObject({ difference: -2, percent: null });
  });
});
