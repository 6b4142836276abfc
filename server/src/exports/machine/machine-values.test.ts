/** Repeats and beats among the numbers of a report; the means are worked out by hand. */
import type { ReportedNumber } from '@echometry/contract/records/machine.ts';
import { describe, expect, it } from 'vitest';
import { valuesOfReport } from './machine-values.ts';

const VOLUME = {
  image_type: '4-chamber 2D',
  modalities: ['2D'],
  name: 'LV EDV',
  units: 'ml',
  anatomy: 'LV',
  formulas: ['simpson'],
};
const DERIVED = { value: '121401', scheme: 'DCM' };
const MEAN = { value: '373098007', scheme: 'SCT' };

/** A volume in a container, as a beat unless it has another derivation. */
const volume = (container: number, value: number, more: Partial<ReportedNumber> = {}): ReportedNumber => ({
  code: { value: '79999-9', scheme: 'LN' },
  meaning: 'LV EDV single plane 4C (MOD)',
  value,
  unit: { value: 'mL', scheme: 'UCUM' },
  modifiers: [],
  image: null,
  tracking_uid: null,
  container,
  ...more,
});
const mean = (container: number, value: number) => volume(container, value, { modifiers: [{ name: DERIVED, value: MEAN }] });

const read = (numbers: ReportedNumber[]) => {
  const { values, unmapped } = valuesOfReport({ template: null, is_ours: false, numbers, left_out: [] }, [VOLUME]);
  return { values: values.map(({ value: { value, beats } }) => [value, beats]), unmapped: unmapped.map(({ reason }) => reason) };
};

describe('the numbers of a measurement', () => {
  it.each([
    ['equal beats of one container count each', [82, 82, 85].map((value) => volume(1, value)), 83, [82, 82, 85]],
    ['a container that repeats another adds nothing', [80, 90].flatMap((value) => [volume(1, value), volume(2, value)]), 85, [80, 90]],
    ['one number that is repeated is that number', [volume(1, 82), volume(2, 82)], 82, []],
    [
      'a mean counts next to its beats and its repeat',
      [...[82, 82, 85].map((value) => volume(1, value)), mean(1, 83), mean(2, 83)],
      83,
      [82, 82, 85],
    ],
    [
      'beats with names of their own are no repeats',
      [82, 82, 85].map((value, at) => volume(at + 1, value, { tracking_uid: `1.2.${at}` })),
      83,
      [82, 82, 85],
    ],
  ])('%s', (_what, numbers, value, beats) => {
    expect(read(numbers)).toEqual({ values: [[value, beats]], unmapped: [] });
  });

  it('have no value where it depends on whether one repeats another', () => {
    // The mean is 83.5 if one is a repeat, and 83 if none is.
    expect(read([volume(1, 82), volume(2, 82), volume(3, 85)])).toEqual({ values: [], unmapped: ['ambiguous', 'ambiguous', 'ambiguous'] });
    expect(read([mean(1, 82), mean(1, 85)])).toEqual({ values: [], unmapped: ['ambiguous', 'ambiguous'] });
  });
});
