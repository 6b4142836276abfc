/** Values of curves as measurements, with how far they move with the drawn points. */
import { describe, expect, it } from 'vitest';
import type { CurveValue, CycleCurve, ShakenCurves } from '../generated/cycle-curves.ts';
import { curveMeasurements } from './curve-values.ts';

const peak = (value: number) => ({ value, frame_number: 3, time_ms: 40 });
const of = { line: 'LV endo', segment: null, outer_line: null, chamber: 'ventricle', formula_version: 1, refused: null, atrial: null };
const OF_CURVE = {
  largest: peak(100),
  smallest: peak(40),
  emptying_fraction: 60,
  emptying_rate: peak(-300),
  filling_rate: peak(250),
  no_extremes: null,
  no_rates: null,
};
const volume = { ...of, kind: 'volume', formula: 'simpson', unit: 'ml', of_curve: OF_CURVE, systolic: null } as unknown as CycleCurve;
const strain = {
  ...of,
  kind: 'strain',
  formula: '',
  unit: '%',
  of_curve: OF_CURVE,
  systolic: { end_systolic: -18, peak_systolic: peak(-19), post_systolic_index: 2, no_systole: null },
  dispersion_ms: 30,
  no_dispersion: null,
} as unknown as CycleCurve;

/** A spread that has this half for one value of a curve. */
const shaken = ({ line, kind, formula, segment }: CycleCurve, value: CurveValue, half_95: number): ShakenCurves => ({
  rounds: 120,
  values: [
    { key: { line, kind, formula, segment, number: null, value, reading: 'time' }, draws: [], sd: 1, half_95: 99 },
    { key: { line, kind, formula, segment, number: null, value, reading: 'value' }, draws: [], sd: 1, half_95 },
  ],
});

/** Names of the values that have a half, with it. */
const halves = (curve: CycleCurve, spread: ShakenCurves): Record<string, number> =>
  Object.fromEntries(
    curveMeasurements({ cardiac_events: [{ id: 'c' }] as never }, [{ cycle: 0, curves: [curve], shaken: spread }]).flatMap(
      ({ measurement, halves_95: [half] }) => (typeof half === 'number' ? [[measurement.name, half]] : []),
    ),
  );

describe('half of the interval of a value of a curve', () => {
  it.each([
    ['largest', 'EDV'],
    ['smallest', 'ESV'],
    ['emptying-fraction', 'EF'],
    ['emptying-rate', 'peak ejection rate'],
    ['filling-rate', 'peak filling rate'],
  ] as const)('of the engine’s %s is the one of %s', (value, name) => {
    expect(halves(volume, shaken(volume, value, 5))).toEqual({ [`LV endo curve, ${name}`]: 5 });
  });

  it.each([
    ['smallest', 'peak strain', 5],
    ['end-systolic', 'end-systolic strain', 5],
    ['peak-systolic', 'peak systolic strain', 5],
    ['post-systolic-index', 'post-systolic index', 5],
    ['dispersion', 'mechanical dispersion', 5],
    // Rates are in 1/s; the engine has them in percent a second.
    ['emptying-rate', 'fastest shortening', 0.05],
    ['filling-rate', 'fastest lengthening', 0.05],
  ] as const)('of the engine’s %s is the one of %s', (value, name, half) => {
    expect(halves(strain, shaken(strain, value, 5))).toEqual({ [`LV endo curve, ${name}`]: half });
  });

  it('is not known where the value is not there, or of another formula', () => {
    expect(halves({ ...volume, formula: 'area_length' }, shaken(volume, 'largest', 5))).toEqual({});
    const without = { ...volume, of_curve: { ...OF_CURVE, largest: null } } as CycleCurve;
    expect(halves(without, shaken(without, 'largest', 5))).toEqual({});
  });
});
