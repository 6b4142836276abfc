import { describe, expect, it } from 'vitest';
import type { AnalysisImage, CaliperMeasurement, Line, Measurement, Provenance } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { dependents, withMeasurements } from './measured.ts';

const blank = blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
const line: Line = { name: 'LV endo', finished: true, shape: 'oval', pattern: 'normal', frame_number: 3, points: [] };
const traced: AnalysisImage = {
  ...blank,
  segmentation: [{ end_diastole: { lines: [line] } }],
  is_segmented: true,
};
const provenance = (part: Partial<Provenance>): Provenance => ({
  formula: { kind: 'area', name: null, version: 1 },
  engine_version: '1.0.0',
  config_versions: {},
  calibration: { source: 'regions', region_indices: [0], version: null, velocity_axis: 'up', flow_direction: 'toward', baseline_y: null },
  points: [],
  marks: [],
  inputs: [],
  other_image: null,
  warnings: [],
  ...part,
});
const area: Measurement = { name: 'LV area', type: 'area', value: [12.5], aggregate: 12.5, provenance: provenance({}) };
const nothing = { measurements: [], calipers: [] };

describe('values in the record', () => {
  it('come from its lines, and mark it as measured once it is segmented', () => {
    expect(withMeasurements(traced, { ...nothing, measurements: [area] })).toEqual({ ...traced, measurements: [area], is_measured: true });
    const half = { ...traced, is_segmented: false };
    expect(withMeasurements(half, { ...nothing, measurements: [area] })).toMatchObject({ measurements: [area], is_measured: false });
    const open = { ...traced, segmentation: [{ end_diastole: { lines: [{ ...line, finished: false }] } }] };
    expect(withMeasurements(open, { ...nothing, measurements: [area] }).measurements).toEqual([]);
  });

  it('are none without a number, whatever the reasons', () => {
    const dash: Measurement = { ...area, value: [null], reasons: ['no-region'] };
    expect(withMeasurements(traced, { ...nothing, measurements: [dash] }).is_measured).toBe(false);
  });

  it('stay the same object where the numbers are the same, also from another engine', () => {
    const stored = withMeasurements(traced, { ...nothing, measurements: [area] });
    const newer = { ...area, provenance: provenance({ engine_version: '2.0.0' }) };
    expect(withMeasurements(stored, { ...nothing, measurements: [newer] })).toBe(stored);
    expect(withMeasurements(stored, { ...nothing, measurements: [{ ...newer, value: [12.6] }] })).not.toBe(stored);
  });

  it('give a caliper its distances and angles', () => {
    const caliper: CaliperMeasurement = {
      id: 'k1',
      type: 'Length',
      cycle: null,
      event: null,
      frame_number: 1,
      points: { real: [], pixel: [] },
      points_name: ['A', 'B'],
      dists: [null],
      dists_name: ['AB'],
      angles: [],
      angles_name: [],
      provenance: null,
    };
    const values = {
      id: 'k1',
      type: 'Length',
      cycle: null,
      event: null,
      superseded: false,
      distances: [{ name: 'AB', value: 3.5, unit: 'cm', reason: null, length_px: 100 }],
      angles: [],
      real: [{ x: 1, y: 2 }],
      provenance: null,
    };
    const found = withMeasurements({ ...blank, measurements_caliper: [caliper] }, { measurements: [], calipers: [values] });
    expect(found.measurements_caliper[0]).toMatchObject({ dists: [3.5], points: { real: [{ x: 1, y: 2 }] } });
  });
});

describe('values of one image from another', () => {
  const of = (instance_id: string, sources: string[], other: string | null = null) => ({
    instance_id,
    measurements: [
      { ...area, provenance: provenance({ other_image: other, inputs: sources.map((image) => ({ name: 'x', image, value: [1] })) }) },
    ],
  });

  it('follow it through any number of steps, by inputs and by a second plane', () => {
    const images = [of('a', []), of('b', ['a']), of('c', ['b']), of('d', [], 'c'), of('e', ['f'])];
    expect([...dependents(new Set(['a']), images)].toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect([...dependents(new Set(['e']), images)]).toEqual(['e']);
  });
});
