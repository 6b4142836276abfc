/** Why another engine gives another value, in the words of the list of differences. */
import { expect, it } from 'vitest';
import { bitsOf, type ReleasedValue } from '../values.ts';
import { causeOf } from './newer.ts';

const VALUE: ReleasedValue = {
  study_id: '1_20260102',
  editor: 'editor@test',
  reviewer: null,
  blind: false,
  pass: 1,
  instance_id: '2.25.1',
  image_type: '4-chamber 2D',
  measurement: 'LV EDV',
  class: 'normal',
  kind: 'volume',
  formula: 'area_length',
  formula_version: 1,
  cycle: 1,
  cardiac_event: 'end_diastole',
  aggregate_of: null,
  value: 100,
  bits: bitsOf(100),
  unit: 'mL',
  reason: null,
  calibration_source: 'regions',
  warnings: null,
  engine_version: '1.0.0',
};
const NO_VALUE: ReleasedValue = { ...VALUE, value: null, bits: null, reason: 'not-calibrated' };
const other = (more: Partial<ReleasedValue>): ReleasedValue => ({ ...VALUE, value: 101, bits: bitsOf(101), ...more });
const SAME = { before: '1.0.0', after: '1.0.0' };
const NEWER = { before: '1.0.0', after: '1.1.0' };

it.each([
  ['another build', VALUE, other({}), SAME, 'another build of engine 1.0.0'],
  ['another version', VALUE, other({}), NEWER, 'engine 1.0.0 -> 1.1.0'],
  ['a new value', null, VALUE, NEWER, 'new: the release has no such value; engine 1.0.0 -> 1.1.0'],
  ['a value that is gone', VALUE, null, NEWER, 'gone: this engine gives no such value; engine 1.0.0 -> 1.1.0'],
  ['a found value', NO_VALUE, VALUE, NEWER, 'it had no value (not-calibrated); engine 1.0.0 -> 1.1.0'],
  ['a lost value', VALUE, NO_VALUE, NEWER, 'it has no value any more (not-calibrated); engine 1.0.0 -> 1.1.0'],
  ['another formula', VALUE, other({ formula: 'simpson' }), NEWER, 'definition: formula area_length -> simpson; engine 1.0.0 -> 1.1.0'],
  [
    'a changed formula in another unit, which counts before its lost value',
    VALUE,
    { ...NO_VALUE, formula_version: 2, unit: 'cm3' },
    SAME,
    'definition: formula_version 1 -> 2, unit mL -> cm3; another build of engine 1.0.0',
  ],
] as const)('of %s', (_, before, after, versions, cause) => {
  expect(causeOf({ before, after }, versions)).toBe(cause);
});
