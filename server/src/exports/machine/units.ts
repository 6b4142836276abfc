/** Units of machines in the units of the configuration. An unknown unit has none: a guess would be another number. */
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { ucumOf } from '../units.ts';

/** Units of UCUM by what they measure, each with how many of the first it is. */
const SCALES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  length: { mm: 1, cm: 10, m: 1000, um: 0.001 },
  area: { mm2: 1, cm2: 100, m2: 1e6 },
  volume: { mL: 1, ml: 1, L: 1000, l: 1000, cm3: 1, mm3: 0.001, dL: 100, dl: 100 },
  time: { ms: 1, s: 1000, us: 0.001 },
  velocity: { 'mm/s': 0.1, 'cm/s': 1, 'm/s': 100 },
  acceleration: { 'cm/s2': 1, 'm/s2': 100 },
  pressure: { 'mm[Hg]': 1 },
  'rate of pressure': { 'mm[Hg]/s': 1 },
  mass: { g: 1, kg: 1000 },
  'mass by area': { 'g/m2': 1 },
  flow: { 'mL/min': 1, 'ml/min': 1, 'L/min': 1000, 'l/min': 1000, 'mL/s': 60, 'ml/s': 60 },
  rate: { '/min': 1, '1/min': 1 },
  ratio: { '%': 1, '1': 100 },
  angle: { deg: 1 },
};

/** Annotations that stand for the unit one. */
const NO_UNIT = new Set(['{ratio}', '{no units}', '{index}', '']);
const ANNOTATION = /\{[^{}]*\}/g;

/** Names that machines write instead of UCUM and that cannot mean anything else. */
const ALSO: Readonly<Record<string, string>> = { mmHg: 'mm[Hg]', 'mmHg/s': 'mm[Hg]/s', bpm: '/min' };

/** A unit without annotations, which do not affect its size: `{beats}/min` is `/min`. */
function plain(unit: string): string {
  if (NO_UNIT.has(unit)) return '1';
  const without = unit.replaceAll(ANNOTATION, '');
  // Only an annotation could be any unit.
  return without === '' ? unit : (ownValue(ALSO, without) ?? without);
}

/** A number in a unit of the configuration; null where the unit is unknown, or measures something else. */
export function inUnits(value: number, unit: string, units: string): number | null {
  const [from, to] = [plain(unit), plain(ucumOf(units))];
  if (from === to) return value;
  for (const scale of Object.values(SCALES)) {
    const [size, target] = [ownValue(scale, from), ownValue(scale, to)];
    if (size !== undefined && target !== undefined) return (value * size) / target;
  }
  return null;
}

/** Whether a unit is known at all. */
export const isKnownUnit = (unit: string): boolean => Object.values(SCALES).some((scale) => ownValue(scale, plain(unit)) !== undefined);
