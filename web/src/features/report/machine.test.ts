import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { MachineValue } from '@echometry/contract/records/machine.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { compareReports } from '@echometry/contract/rules/compare-reports.ts';
import { placeOf, seesMachine, valuesByImage } from '@echometry/contract/rules/machine.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { differenceOf, machineBeside, machineToCompare } from './machine.ts';

const image = (instance_id: string, type: string, reference = false): AnalysisImage => ({
  ...blankImage({ instance_id, filename: `${instance_id}.dcm`, active: true, metadata: null }, 'adult'),
  type,
  reference,
});
const A4C = '4-chamber 2D';
const volume = (more: Partial<MachineValue> = {}): MachineValue => ({
  image_type: A4C,
  name: 'LV EDV',
  units: 'ml',
  code: { scheme: 'LN', value: '79999-9' },
  meaning: 'Left ventricular end diastolic volume',
  beats: [],
  value: 120,
  instance_id: null,
  frame_number: null,
  ...more,
});
const ours = (image_id: string, aggregate: number, units = 'ml'): ReportValue => ({
  key: `${image_id} LV EDV`,
  name: 'LV EDV',
  value: [aggregate],
  units,
  type: 'direct',
  from: A4C,
  image_id,
  view: null,
  also: [],
  reference: false,
  color: 'undefined',
  standings: [],
  judged: null,
  measurement: { name: 'LV EDV', type: 'volume', units, value: [aggregate], aggregate },
});
const reportWith = (...measurements: ReportValue[]): AnatomySummary[] => [
  { name_short: 'LV', name_long: 'Left ventricle', sides: ['Left heart'], modalities: [{ name: '2D', color: '', measurements }] },
];

describe('a value of the machine belongs to', () => {
  it('the image that it was measured on', () => {
    expect(placeOf(volume({ instance_id: 'b' }), [image('a', A4C, true), image('b', A4C)])?.instance_id).toBe('b');
  });

  it('the only image of its type, or the only reference image of several', () => {
    expect(placeOf(volume(), [image('a', A4C), image('b', '2-chamber 2D')])?.instance_id).toBe('a');
    expect(placeOf(volume(), [image('a', A4C), image('b', A4C, true)])?.instance_id).toBe('b');
  });

  it('none where several could be meant, or the reader labelled its image differently', () => {
    expect(placeOf(volume(), [image('a', A4C), image('b', A4C)])).toBeNull();
    expect(placeOf(volume(), [image('a', A4C, true), image('b', A4C, true)])).toBeNull();
    expect(placeOf(volume({ instance_id: 'b' }), [image('a', A4C), image('b', '2-chamber 2D')])).toBeNull();
  });

  it('none where two of one name come together at one image', () => {
    expect([...valuesByImage([volume(), volume({ value: 90 })], [image('a', A4C)]).values()].flat()).toEqual([]);
  });
});

describe('next to the values of the report', () => {
  const study = { images: [image('a', A4C)] };

  it('the difference is the machine minus ours, and there is none in another unit', () => {
    expect(differenceOf(volume(), ours('a', 114))).toBe(6);
    expect(differenceOf(volume(), ours('a', 0.114, 'l'))).toBeNull();
  });

  it('the machine is compared like another reader, with the differences of a comparison', () => {
    const report = reportWith(ours('a', 114));
    const machine = machineBeside({ mapped: [volume()], unmapped: [] }, report, study);
    expect(machine.alone).toEqual([]);
    expect(machineToCompare(machine, '1_20260312')).toMatchObject([{ kind: 'machine', label: 'Machine' }]);
    // Ours minus the other, as every comparison.
    expect(compareReports(report, machine.report, 'image')).toMatchObject([{ name: 'LV EDV', difference: -6 }]);
  });

  it('numbers without a place or a measurement are listed with the reason', () => {
    const unmapped = [
      {
        code: { scheme: '99VENDOR', value: 'LVX-1' },
        meaning: 'LV custom index',
        value: 1.25,
        unit: '{ratio}',
        instance_id: null,
        reason: 'unknown-code' as const,
      },
    ];
    const machine = machineBeside({ mapped: [volume()], unmapped }, [], study);
    expect(machine.report).toEqual([]);
    expect(machineToCompare(machine, '1_20260312')).toEqual([]);
    expect(machine.alone).toMatchObject([
      { name: 'LV EDV, 4-chamber 2D', code: 'LN 79999-9', value: 120, units: 'ml' },
      { name: 'LV custom index', code: '99VENDOR LVX-1', value: 1.25, why: 'No measurement of this project has this code' },
    ]);
  });
});

it('blind readers do not see the machine', () => {
  expect(seesMachine('Ground-truth generator')).toBe(false);
  expect([seesMachine('Editor'), seesMachine('Reviewer')]).toEqual([true, true]);
});
