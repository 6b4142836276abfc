import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { describe, expect, it } from 'vitest';
import { changesOf, commonLimits, methodsThatDiffer, trendOf } from './trend.ts';

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

/** Nothing is known of the reader. */
const UNKNOWN = { reader: null, measured: [], methods: new Map<string, string>() };

describe('the trend of a measurement', () => {
  it('goes by date, with the cycles that have a value', () => {
    const points = trendOf(value(60), [
      { date: '2026-03-01', report: report(value(50)), ...UNKNOWN },
      { date: '2026-01-01', report: report(value(60)), ...UNKNOWN },
    ]);
    expect(points.map(({ date, value: of, cycles }) => [date, of, cycles])).toEqual([
      ['2026-01-01', 60, [59, 61]],
      ['2026-03-01', 50, [49, 51]],
    ]);
  });

  it('has limits across all studies only where they are the same at each', () => {
    const at = (date: string, low: number, high: number | null) => {
      const normal = { state: 'in_range', low, high, expected: null, z: null, indexed: null, source: 's', reason: null } as const;
      return { date, report: report(value(1, { measurement: { name: 'EF', type: 'EF', value: [], aggregate: 1, normal } })), ...UNKNOWN };
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
    const at = (...values: ReportValue[]) =>
      trendOf(of, [{ date: '2026-01-01', report: report(...values), ...UNKNOWN }]).map((point) => point.value);
    expect(at(value(40, { view: 'Basal 4C' }), value(45))).toEqual([45]);
    expect(at(value(40, { view: 'Basal 4C' }))).toEqual([40]);
    expect(at(value(40, { view: 'Basal 4C' }), value(45, { view: 'Apical' }))).toEqual([]);
    expect(at(value(40, { reference: false }))).toEqual([]);
    expect(at(value(40, { from: '2-chamber 2D' }), value(0.4, { units: '' }))).toEqual([]);
  });
});

describe('the trend of a value of curves', () => {
  const ofCurve = (aggregate: number): ReportValue => {
    const name = 'LV endo curve, EF';
    return value(aggregate, { name, measurement: { name, type: 'curve-volume', class: 'curve', value: [aggregate], aggregate } });
  };
  const at = (date: string, ef: number, method: string) => ({
    ...UNKNOWN,
    date,
    report: report(value(70), ofCurve(ef)),
    methods: new Map([['1', method]]),
  });

  it('is taken from the curves of each study, and names methods that differ', () => {
    const same = trendOf(ofCurve(0), [at('2026-03-01', 41, 'speckle-tracking 4'), at('2026-01-01', 52, 'speckle-tracking 4')]);
    expect(same.map(({ value: of }) => of)).toEqual([52, 41]);
    expect(methodsThatDiffer(same)).toEqual([]);
    const other = trendOf(ofCurve(0), [at('2026-01-01', 52, 'speckle-tracking 3'), at('2026-03-01', 41, 'speckle-tracking 4')]);
    expect(methodsThatDiffer(other).map(({ date, method }) => [date, method])).toEqual([
      ['2026-01-01', 'speckle-tracking 3'],
      ['2026-03-01', 'speckle-tracking 4'],
    ]);
  });

  it('does not name how lines were followed for a value of drawn lines', () => {
    const drawn = trendOf(value(0), [at('2026-01-01', 52, 'speckle-tracking 3'), at('2026-03-01', 41, 'speckle-tracking 4')]);
    expect(methodsThatDiffer(drawn)).toEqual([]);
  });
});

describe('the smallest real change', () => {
  const measured = (sd: number, bias: number) => [
    { image_type: '4-chamber 2D', name: 'EF', units: '%', n: 1_000_000, bias, sd, standard: 'gold', certified: true, since: 0 } as const,
  ];
  const at = (date: string, ef: number, reader: string, [sd, bias]: readonly [number, number]) => ({
    date,
    report: report(value(ef)),
    reader,
    measured: measured(sd, bias),
    methods: new Map<string, string>(),
  });

  it('is 1.96 √2 standard deviations of the same reader', () => {
    const points = trendOf(value(0), [at('2026-01-01', 52, 'a@x', [3, 1]), at('2026-03-01', 47, 'a@x', [3, 1])]);
    const [change, ...more] = changesOf(points) ?? [];
    expect(more).toEqual([]);
    expect(change).toMatchObject({ from: 52, to: 47, change: -5, sameReader: true });
    expect(change?.smallest).toBeCloseTo(1.96 * Math.SQRT2 * 3, 2);
  });

  it('is of both variances and without both biases for different readers', () => {
    const points = trendOf(value(0), [at('2026-01-01', 52, 'a@x', [3, 1]), at('2026-03-01', 47, 'b@x', [4, -2])]);
    const [change] = changesOf(points) ?? [];
    // 52 - 1 and 47 + 2; the root of 3² + 4² is 5.
    expect(change?.change).toBeCloseTo(-2, 10);
    expect(change?.smallest).toBeCloseTo(1.96 * 5, 2);
  });

  it('is stated from the date before and from the first one, and is unknown without variability', () => {
    const dates = ['2026-01-01', '2026-03-01', '2026-06-01'].map((date, n) => at(date, 60 - n, 'a@x', [3, 0]));
    expect(changesOf(trendOf(value(0), dates))?.map(({ from, to }) => [from, to])).toEqual([
      [59, 58],
      [60, 58],
    ]);
    const unknown = { date: '2026-07-01', report: report(value(50)), ...UNKNOWN };
    expect(changesOf(trendOf(value(0), [...dates, unknown]))).toBeNull();
    expect(changesOf(trendOf(value(0), dates.slice(0, 1)))).toBeNull();
  });
});
