/** Units of UCUM in units of the configuration: factors from their definitions. */
import { expect, it } from 'vitest';
import { inUnits } from './units.ts';

it.each([
  [0.82, 'm/s', 'cm/s', 82],
  [250, 'cm/s', 'm/s', 2.5],
  [47, 'mm', 'cm', 4.7],
  [2.1, 'cm', 'mm', 21],
  [0.18, 's', 'ms', 180],
  [5.1, 'L/min', 'l/min', 5.1],
  [90, 'mL/s', 'ml/min', 5400],
  [64, '{H.B.}/min', 'bpm', 64],
  [64, '{beats}/min', 'bpm', 64],
  [0.58, '1', '%', 58],
  [150, '%', '', 1.5],
  [1.25, '{ratio}', '', 1.25],
  [12, 'mm2', 'cm2', 0.12],
  [0.2, 'kg', 'g', 200],
  [30, 'mm[Hg]', 'mmHg', 30],
  [20, 'cm3', 'ml', 20],
])('%d %s in %s is %d', (value, unit, units, expected) => {
  expect(inUnits(value, unit, units)).toBeCloseTo(expected, 10);
});

it.each([
  ['[ft_i]/s', 'cm/s'],
  ['mm', 'cm2'],
  ['ms', 'cm'],
  ['{something}', '%'],
  ['', 'cm'],
  ['constructor', 'cm'],
  // Capitals count in UCUM.
  ['MM', 'cm'],
])('%s has no value in %s', (unit, units) => {
  expect(inUnits(1, unit, units)).toBeNull();
});
