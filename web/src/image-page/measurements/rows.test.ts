import type { Measurement, NormalState } from '@echometry/contract/generated/analysis-image.ts';
import type { Explanation, ImageMeasurements, ImageRead } from '@echometry/contract/generated/study-measurements.ts';
import { describe, expect, it } from 'vitest';
import { explainRows } from './explain-rows.ts';
import { cyclesOf, isUncalibrated, rowsOf } from './rows.ts';

const area: Measurement = { name: 'LV area', type: 'area', units: 'cm2', line: 'LV endo', value: [12.345, 11], aggregate: 11.6725 };
const image = (...measurements: Measurement[]): ImageMeasurements => ({ instance_id: '1', measurements, calipers: [] });
const range = (state: NormalState['state']): NormalState => ({
  state,
  low: 10,
  high: null,
  expected: null,
  z: null,
  indexed: null,
  source: 'ASE 2015',
  reason: null,
});

describe('rows of values', () => {
  it('are rounded to 2 decimals with their unit, cycle by cycle where there are several', () => {
    expect(rowsOf(image(area))).toEqual([
      { name: 'LV area', value: '11.67', unit: 'cm²', cycles: ['12.35', '11.00'], range: 'undefined', stands: '', reasons: [], ends: [] },
    ]);
    expect(rowsOf(image({ ...area, value: [3], aggregate: 3 }))[0]).toMatchObject({ value: '3.00', cycles: [] });
  });

  it('are coloured by the normal range, undefined without one', () => {
    const states = rowsOf(image({ ...area, normal: range('in_range') }, { ...area, normal: range('out_of_range') }, area));
    expect(states.map((row) => row.range)).toEqual(['in_range', 'out_of_range', 'undefined']);
  });

  it('are the mean of the cycles that have a value', () => {
    expect(cyclesOf(image(area, { ...area, value: [1, null] }))).toBe(2);
    expect(cyclesOf(image({ ...area, value: [null], reasons: ['no-region'] }))).toBe(0);
  });

  it('distinguish a missing scale from a missing value', () => {
    expect(isUncalibrated(image(area))).toBe(false);
    expect(isUncalibrated(image({ ...area, refused: { code: 'not-calibrated', message: '' } }))).toBe(true);
    const distance = { name: 'AB', value: null, unit: null, reason: 'no-region', length_px: null };
    const caliper = {
      id: 'k',
      type: 'Length',
      cycle: null,
      event: null,
      superseded: false,
      distances: [distance],
      angles: [],
      real: [],
      provenance: null,
    };
    expect(isUncalibrated({ ...image(area), calipers: [caliper] })).toBe(false);
    expect(isUncalibrated({ ...image(area), calipers: [{ ...caliper, distances: [{ ...distance, length_px: 50 }] }] })).toBe(true);
  });
});

describe('an explanation', () => {
  const read = {
    instance_id: '1',
    lines: [
      { cycle: 0, event: 'end_diastole', frame_number: 2, name: 'LV endo', points: [{ read: true }, { read: true }, { read: false }] },
      { cycle: 1, event: 'end_diastole', frame_number: 5, name: 'LV endo', points: [{ read: true }, { read: true }] },
    ],
    regions: [{ index: 0, source: 'regions', units: ['cm', 'cm'], delta: [0.035012, -0.035012] }],
    marks: [],
    frame_times: [],
  } as unknown as ImageRead;
  const explanation = {
    instance_id: '1',
    measurement: {
      ...area,
      normal: range('in_range'),
      provenance: {
        formula: { kind: 'volume', name: 'area_length', version: 2 },
        engine_version: '0.1.0',
        config_versions: { echo_measurements: 2 },
        inputs: [{ name: 'LV length', image: '1', value: [8.5, null] }],
        warnings: ['self_intersecting'],
      },
    },
    read: [read],
    equation: '0.85 A^2 / L',
    inputs: 'area A in cm2',
    source: 'Lang 2015; docs/measurements.md#geometry',
  } as unknown as Explanation;

  it('names formula, points, frames with their times, scale and its source, inputs, range and versions', () => {
    const times = [0, 20, 40, 60, 80];
    const rows = Object.fromEntries(explainRows(explanation, times).map(({ label, lines }) => [label, lines]));
    expect(rows).toEqual({
      Formula: ['area length, v2', '0.85 A^2 / L'],
      With: ['area A in cm2'],
      Reference: ['Lang 2015'],
      Points: ['LV endo, 2 points'],
      Frames: ['2 · 20 ms', '5 · 80 ms'],
      Scale: ['0.03501 × 0.03501 cm/px'],
      Source: ['US region 1, file header'],
      Inputs: ['LV length: 8.50 · —'],
      Cycles: ['12.35 · 11.00'],
      'Normal range': ['from 10.00 cm²', 'ASE 2015'],
      Note: ['A contour crosses itself.'],
      Versions: ['engine 0.1.0', 'echo measurements 2'],
    });
  });

  it('gives an indexed range with the indexed value and its unit, and the grade of a value', () => {
    const normal: NormalState = { ...range('in_range'), low: 34, high: 74, indexed: 56.5053, grade: 'mild' };
    const volume = { ...explanation, measurement: { ...explanation.measurement, units: 'ml', normal } };
    // 106.23 ml over 1.88 m² are 56.51 ml/m².
    expect(explainRows(volume, null).find(({ label }) => label === 'Normal range')?.lines).toEqual([
      'indexed 56.51 ml/m²',
      'from 34.00 to 74.00 ml/m²',
      'mild',
      'ASE 2015',
    ]);
  });

  it('names only frames where their times are not known', () => {
    const rows = explainRows(explanation, null);
    expect(rows.find(({ label }) => label === 'Frames')?.lines).toEqual(['2', '5']);
  });
});
