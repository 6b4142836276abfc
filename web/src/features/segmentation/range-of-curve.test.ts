import { describe, expect, it } from 'vitest';
import type { CurveValue, CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { Standing } from '@echometry/contract/generated/references.ts';
import type { Definition } from '../../image-page/measurements/definitions.ts';
import { rangeOf } from './range-of-curve.ts';

const volume = (name: string, cardiac_event: 'end_diastole' | 'end_systole'): Definition =>
  ({ name, type: 'volume', units: 'ml', class: 'direct', line: 'LV endo', cardiac_event }) as Definition;

const DEFINITIONS: Definition[] = [
  volume('LV EDV', 'end_diastole'),
  volume('LV ESV', 'end_systole'),
  { name: 'EF', type: 'EF', units: '%', class: 'calculated', inputs: ['LV EDV', 'LV ESV'] } as Definition,
  { name: 'LV-GLS', type: 'long-gls', units: '%', class: 'direct', line: 'LV endo' } as Definition,
];

const standing = (low: number | null, high: number | null): Standing => ({
  row: 'a source',
  state: 'in_range',
  outcome: null,
  reason: null,
  low,
  high,
  expected: null,
  limits: null,
});

/** A range that the project has confirmed. */
const CONFIRMED = { state: 'in_range', low: 52, high: 72, expected: null, z: null, indexed: null, source: 'a guideline' };

/** An image with a source for every measurement but the end-systolic volume, and a range for EF. */
const image = {
  measurements: DEFINITIONS.map(({ name }) => ({ name, ...(name === 'EF' ? { normal: CONFIRMED } : {}) }) as Measurement),
  standings: [
    { name: 'LV EDV', standings: [standing(62, 150)] },
    { name: 'LV ESV', standings: [standing(null, null)] },
    { name: 'LV-GLS', standings: [standing(null, -16.7)] },
  ],
};

const SIZES = { chamber: 'ventricle', kind: 'volume', measurements: ['LV EDV', 'LV ESV'] } as const;
const STRAIN = { chamber: 'ventricle', kind: 'strain', measurements: ['LV-GLS'] } as const;
type Curve = Pick<CycleCurve, 'chamber' | 'kind'> & { measurements: readonly string[] };

const limitsOf = (curve: Curve, of: CurveValue): string | null =>
  rangeOf({ ...curve, measurements: [...curve.measurements] }, of, {
    image,
    rows: null,
    definitionOf: (name) => DEFINITIONS.find((one) => one.name === name),
  })?.limits ?? null;

describe('the normal range of a value of a curve', () => {
  it('is the range of the measurement of the same line at the same event', () => {
    expect(limitsOf(SIZES, 'largest')).toBe('62 – 150 ml');
    expect(limitsOf(SIZES, 'emptying-fraction')).toBe('52 – 72 %');
    expect(limitsOf(STRAIN, 'end-systolic')).toBe('at most -16.7 %');
  });

  it('is not known without limits, for other values, and for curves of other measurements', () => {
    expect(limitsOf(SIZES, 'smallest')).toBeNull();
    expect(limitsOf(SIZES, 'emptying-rate')).toBeNull();
    expect(limitsOf(STRAIN, 'peak-systolic')).toBeNull();
    expect(limitsOf({ ...SIZES, measurements: ['LV EDV'] }, 'emptying-fraction')).toBeNull();
    expect(limitsOf({ ...STRAIN, measurements: [] }, 'end-systolic')).toBeNull();
  });
});
