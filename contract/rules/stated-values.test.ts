import { describe, expect, it } from 'vitest';
import references from '../config/echo_references.json' with { type: 'json' };
import type { ReferencePack } from '../records/reference-pack.ts';
import type { StatedValue } from '../records/stated-value.ts';
import { tablesOf } from './guidelines.ts';
import { inputsToState, isSign, STATED_LIMITS, statedAmounts, statedFault } from './stated-values.ts';

const tables = tablesOf(references.data as unknown as ReferencePack[]).map(({ table }) => table);
const inputs = inputsToState(tables);
const inputOf = (name: string) => inputs.find((input) => input.name === name)!;
const stated = (name: string, value: number, unit: StatedValue['unit']): StatedValue => ({ name, value, unit, source: 'person' });

describe('inputs of guidelines that nothing measures', () => {
  it('are each asked for once, and each shipped one has limits', () => {
    expect(inputs.map(({ name }) => name).toSorted()).toEqual([
      'AV area',
      'AV area index',
      'AV velocity ratio',
      'IVC collapse',
      'IVC diameter',
      'LA reservoir strain',
      'Other signs',
      'PA systolic pressure',
    ]);
    expect(Object.keys(STATED_LIMITS).toSorted()).toEqual(
      inputs
        .map(({ name }) => name)
        .filter((name) => !isSign(name))
        .toSorted(),
    );
  });

  it('refuse a value in another unit and a sign that is neither present nor absent', () => {
    // The inferior vena cava measures about 1 to 3 cm: a value in cm or in 0.1 mm cannot be a diameter in mm.
    expect(statedFault(inputOf('IVC diameter'), 17)).toBeNull();
    expect(statedFault(inputOf('IVC diameter'), 0.17)).toBe('IVC diameter is from 1 to 60 mm');
    expect(statedFault(inputOf('IVC diameter'), 170)).toBe('IVC diameter is from 1 to 60 mm');
    expect(statedFault(inputOf('IVC collapse'), 101)).toBe('IVC collapse is from 0 to 100 %');
    expect(statedFault(inputOf('AV velocity ratio'), 3)).toBe('AV velocity ratio is from 0.02 to 2');
    expect(statedFault(inputOf('Other signs'), 1)).toBeNull();
    expect(statedFault(inputOf('Other signs'), 0.5)).toBe('Other signs is 1 (present) or 0 (absent)');
  });

  it('are given to the engine only in the unit of the table, and never for a value that is measured here', () => {
    expect(
      statedAmounts(tables, [
        stated('IVC diameter', 18, 'mm'),
        stated('IVC collapse', 60, 'mm'),
        stated('TR velocity', 3, 'm/s'),
        stated('Of another table', 1, ''),
      ]),
    ).toEqual({ 'IVC diameter': 18 });
  });
});
