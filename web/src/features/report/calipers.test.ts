import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { expect, test } from 'vitest';
import { caliperCells, caliperRows } from './calipers.ts';
import { messages } from './messages.ts';

const distance = (value: number | null, length_px: number | null) => ({
  name: 'AB',
  value,
  unit: value === null ? null : 'cm',
  reason: null,
  length_px,
});
const saved = (id: string, more: object) => ({ id, type: 'Length', ...more });
const image = {
  instance_id: '1',
  type: '4-chamber 2D',
  view: 'A4C',
  measurements_caliper: [saved('a', { name: 'Mitral annulus' }), saved('b', {}), saved('c', {})],
} as unknown as AnalysisImage;
const values = (id: string, cycle: number | null, event: string | null, of: object) => ({
  id,
  type: 'Length',
  cycle,
  event,
  distances: [of],
  angles: [],
});
const measured = {
  instance_id: '1',
  measurements: [],
  calipers: [
    values('a', 0, 'end_diastole', distance(3.456, null)),
    values('b', 0, 'end_diastole', distance(2, null)),
    values('c', null, null, distance(null, 50)),
  ],
} as unknown as ImageMeasurements;

test('every saved caliper is in the report under its name, unassigned ones and several in one cycle as well', () => {
  const rows = caliperRows([image], [measured]);
  expect(rows.map(({ name, amount, unit, place }) => [name, amount, unit, place])).toEqual([
    ['Mitral annulus AB', '3.46', 'cm', 'cycle 1, end diastole'],
    ['Length AB', '2.00', 'cm', 'cycle 1, end diastole'],
    ['Length AB', '50.00', 'px', 'unassigned'],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});

test('a row of the copied table has a cell for each column', () => {
  for (const row of caliperRows([image], [measured])) expect(caliperCells(row)).toHaveLength(messages.table.columns.length);
});
