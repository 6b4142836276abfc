import type { Measurement, Provenance } from '@echometry/contract/generated/analysis-image.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { describe, expect, it } from 'vitest';
import { valueKey } from './halves.ts';
import { messages } from './messages.ts';
import { copiedTable, copiedValue, footnotesOf, tableOf } from './tables.ts';

const scale = (source: Provenance['calibration']['source'], region_indices: number[]): Provenance => ({
  formula: { kind: 'EF', name: null, version: 1 },
  engine_version: '0.1.0',
  config_versions: { echo_measurements: 2 },
  calibration: { source, region_indices, version: null, velocity_axis: 'up', flow_direction: 'toward', baseline_y: null },
  points: [],
  marks: [],
  inputs: [],
  other_image: null,
  warnings: [],
});

const ef: Measurement = {
  name: 'EF',
  type: 'EF',
  units: '%',
  value: [58, null, 62],
  aggregate: 60,
  normal: { state: 'in_range', low: 52, high: 72, expected: null, z: null, indexed: null, source: 'ASE/EACVI 2015', reason: null },
  provenance: scale('regions', [0]),
};
const valueOf = (measurement: Measurement, part: Partial<ReportValue> = {}): ReportValue => ({
  key: measurement.name,
  name: measurement.name,
  value: measurement.value,
  units: measurement.units ?? '',
  type: 'calculated',
  from: '4-chamber 2D',
  image_id: '1',
  view: 'A4C',
  also: [],
  reference: true,
  standings: [],
  judged: null,
  color: measurement.normal?.state ?? 'undefined',
  measurement,
  ...part,
});
const report = (...values: ReportValue[]): AnatomySummary[] => [
  {
    name_short: 'LV',
    name_long: 'Left ventricle',
    sides: ['Left heart'],
    modalities: [{ name: '2D', color: '#fff', measurements: values }],
  },
];

describe('the report as a table', () => {
  it('has a row for each value: aggregate, cycles, range, citation and image', () => {
    expect(tableOf(report(valueOf(ef)))[0]?.cells).toEqual([
      'LV',
      'EF',
      '60.00',
      '%',
      '',
      '58.00 · — · 62.00',
      '52 – 72 %',
      'in range',
      '',
      '',
      'ASE/EACVI 2015',
      '4-chamber 2D, A4C',
    ]);
  });

  it('has how far the value of each cycle moves with the drawn points, where that is known', () => {
    const cyclesOf = (value: number[], halves: (number | null)[]): string | undefined => {
      const one = valueOf({ ...ef, value });
      return tableOf(report(one), new Map([[valueKey(one.image_id, ef.name), halves]]))[0]?.cells[5];
    };
    expect(cyclesOf([58, 62], [1.234, null])).toBe('58.00 ± 1.23 · 62.00');
    expect(cyclesOf([60], [2])).toBe('± 2.00');
    expect(cyclesOf([60], [null])).toBe('');
  });

  it('shows an indexed range with the indexed value, and both images of a biplane value', () => {
    const volume: Measurement = {
      ...ef,
      name: 'LV EDV biplane',
      units: 'ml',
      value: [106.23],
      aggregate: 106.23,
      normal: { state: 'in_range', low: 34, high: 74, expected: null, z: null, indexed: 56.5053, source: 'ASE/EACVI 2015', reason: null },
    };
    const value = valueOf(volume, { from: '2-chamber 2D', view: 'A2C', also: [{ from: '4-chamber 2D', view: 'A4C' }] });
    // 106.23 ml over 1.88 m² are 56.51 ml/m².
    expect(tableOf(report(value))[0]?.cells).toEqual([
      'LV',
      'LV EDV biplane',
      '106.23',
      'ml',
      '56.51 ml/m²',
      '',
      '34 – 74 ml/m²',
      'in range',
      '',
      '',
      'ASE/EACVI 2015',
      '2-chamber 2D, A2C and 4-chamber 2D, A4C',
    ]);
    expect(copiedValue(value).text).toBe(
      'LV EDV biplane 106.23 ml (indexed 56.51 ml/m²; normal 34 – 74 ml/m², ASE/EACVI 2015; 2-chamber 2D, A2C and 4-chamber 2D, A4C)',
    );
  });

  it('has z-score, percentile, limits of the patient and source where a reference value counts', () => {
    const value = valueOf(ef, {
      color: 'out_of_range',
      judged: {
        standing: {
          row: 'r',
          state: 'out_of_range',
          outcome: { kind: 'z', z: -2.345, percentile: 0.95 },
          reason: null,
          low: 55.25,
          high: 73.1,
          expected: 64,
          limits: { kind: 'z', z: 2 },
        },
        source: 'Cantinotti 2017',
      },
    });
    expect(tableOf(report(value))[0]?.cells.slice(6)).toEqual([
      '55.25 – 73.1 %',
      'out of range',
      'z −2.3',
      '<1',
      'Cantinotti 2017',
      '4-chamber 2D, A4C',
    ]);
    expect(copiedValue(value).text).toBe(
      'EF 60.00 % (58.00 · — · 62.00; z −2.3, percentile <1; normal 55.25 – 73.1 %, Cantinotti 2017; 4-chamber 2D, A4C)',
    );
  });

  it('names the grade of a value', () => {
    const jet: Measurement = { ...ef, normal: { ...ef.normal!, state: 'out_of_range', grade: 'moderate' } };
    expect(tableOf(report(valueOf(jet)))[0]?.cells[7]).toBe('out of range, moderate');
  });

  it('is copied as text and as HTML, with any content', () => {
    const { text, html } = copiedTable(
      ['Name', 'Value'],
      [
        ['a <b>\t&', '1'],
        ['x\ny', '2'],
      ],
    );
    expect(text).toBe('Name\tValue\na <b> &\t1\nx y\t2');
    expect(html).toContain('<th>Name</th><th>Value</th>');
    expect(html).toContain('<td>a &lt;b&gt;\t&amp;</td><td>1</td>');
    expect(messages.table.columns).toHaveLength(tableOf(report(valueOf(ef)))[0]?.cells.length ?? 0);
  });

  it.each(['=1+1', '@SUM(A1)', ';=1', '＝1', '\n=1', "-1+cmd|' /C calc'!A0"])(
    'is copied without running the name %j in a sheet',
    (name) => {
      const { text, html } = copiedTable(['Name'], [[name]]);
      expect(text.split('\n')[1]).toBe(`'${name.replace('\n', ' ')}`);
      expect(html).toContain(`<td>'${name}</td>`);
    },
  );
  it.each(['-1.23', '+0.50', '-2.0 – 2.0', '-1.20 · — · 0.40'])('is copied with the numbers %s as they are', (amount) => {
    expect(copiedTable(['z'], [[amount]]).text).toBe(`z\n${amount}`);
  });

  it('copies a single value as a sentence', () => {
    expect(copiedValue(valueOf(ef)).text).toBe('EF 60.00 % (58.00 · — · 62.00; normal 52 – 72 %, ASE/EACVI 2015; 4-chamber 2D, A4C)');
    expect(copiedValue(valueOf({ name: 'E', type: 'velocity', value: [80], aggregate: 80 }, { units: 'cm/s', view: null })).text).toBe(
      'E 80.00 cm/s (4-chamber 2D)',
    );
  });

  it('names scales and versions in footnotes, each scale once', () => {
    const tapse = valueOf({ ...ef, name: 'TAPSE', provenance: scale('manual', []) });
    const rate = valueOf({ ...ef, name: 'HR', provenance: scale('none', []) });
    const rows = tableOf(report(valueOf(ef), tapse, valueOf({ ...ef, name: 'SV' }), rate));
    const { scales, numberOf, versions } = footnotesOf(rows);
    expect(scales).toEqual(['US region 1, file header', 'set by hand']);
    expect(rows.map(({ value }) => numberOf(value))).toEqual([1, 2, 1, null]);
    expect(versions).toBe('engine 0.1.0, echo measurements 2');
  });
});
