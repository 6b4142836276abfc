import { expect, test } from 'vitest';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { columnNames, columnsOf, type ColumnName } from './columns.ts';

const slot = (type: string, modality: Slot['modality'], met: boolean): Slot =>
  met
    ? { kind: 'missing', key: `type ${type}`, type, modality, required: true, met: true }
    : { kind: 'absent', key: `type ${type}`, type, modality, required: true, met: false };
const SLOTS = [
  slot('a', '2D', true),
  slot('b', 'PW Doppler', false),
  slot('c', '2D', false),
  slot('d', 'CW Doppler', true),
  slot('e', null, false),
];
const shape = (hidden: ColumnName[], notCompleted: boolean) =>
  columnsOf(SLOTS, ['2D', 'M-Mode', 'PW Doppler'], new Set(hidden), notCompleted).map(({ name, slots, complete, of }) => [
    name,
    slots.map(({ type }) => type).join(''),
    complete,
    of,
  ]);

test('a tag for each modality of the project, and for what images have besides', () =>
  expect(columnNames(SLOTS, ['2D', 'M-Mode', 'PW Doppler'])).toEqual(['2D', 'M-Mode', 'PW Doppler', 'CW Doppler', 'Other']));

test('a column for each modality whose tag is on', () =>
  expect(shape(['CW Doppler', 'Other'], false)).toEqual([
    ['2D', 'ac', 1, 2],
    ['M-Mode', '', 0, 0],
    ['PW Doppler', 'b', 0, 1],
  ]));

test("'Not completed' leaves what lacks something, and the counts as they are", () =>
  expect(shape(['Other'], true)).toEqual([
    ['2D', 'c', 1, 2],
    ['M-Mode', '', 0, 0],
    ['PW Doppler', 'b', 0, 1],
    ['CW Doppler', '', 1, 1],
  ]));
