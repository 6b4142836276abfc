import { ownValue } from '@echometry/contract/rules/own-value.ts';

/** Units of the configuration as UCUM writes them (https://ucum.org/ucum). */
const UCUM: Readonly<Record<string, string>> = {
  '': '1',
  '%': '%',
  '1/s': '/s',
  bpm: '/min',
  cm: 'cm',
  cm2: 'cm2',
  'cm2/s': 'cm2/s',
  'cm/s': 'cm/s',
  'cm/s2': 'cm/s2',
  deg: 'deg',
  g: 'g',
  'g/m2': 'g/m2',
  'l/min': 'L/min',
  'm/s': 'm/s',
  ml: 'mL',
  'ml/min': 'mL/min',
  'ml/s': 'mL/s',
  mm: 'mm',
  mmHg: 'mm[Hg]',
  'mmHg/s': 'mm[Hg]/s',
  ms: 'ms',
  s: 's',
};

/** A unit that UCUM has no code for here is an annotation in braces, which its grammar allows: never another unit. */
export const ucumOf = (units: string): string => ownValue(UCUM, units) ?? `{${units}}`;

export const hasUcumCode = (units: string): boolean => Object.hasOwn(UCUM, units);
