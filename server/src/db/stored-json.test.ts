import { AgreementReport } from '@echometry/contract/records/agreement.ts';
import { expect, it } from 'vitest';
import { Damage } from '../errors.ts';
import { LARGE_BODY_BYTES } from '../limits.ts';
import { storedJson } from './stored-json.ts';

const estimate = { value: 1, low: 0.5, high: 1.5, reason: null };
const reader = { reviewer: null, blind: false, pass: 1 };
/** A report of one measurement of so many images. */
const reportOf = (images: number): AgreementReport => ({
  format: 1,
  date: 1,
  engine_version: '1',
  readers: ['a', 'b'].map((editor) => ({ editor, ...reader })),
  studies: images,
  images,
  labelled_differently: 0,
  values: [
    {
      name: 'EF',
      image_type: 'A4C',
      units: '%',
      n: images,
      left_out: 0,
      bias: estimate,
      sd: 1,
      lower: estimate,
      upper: estimate,
      icc: estimate,
      icc_n: images,
      points: Array.from({ length: images }, (_, n) => ({
        study_id: `${n + 1}_20260101`,
        patient_show: `P${n}`,
        instance_id: `2.25.${n}`,
        mean: n / 3,
        difference: n / 7,
      })),
    },
  ],
  lines: [],
  events: [],
});
const read = storedJson(AgreementReport, 'The report');

it('is read as it was stored', async () => expect(await read(JSON.stringify(reportOf(3)))).toEqual(reportOf(3)));

it('is refused by name where it does not match', async () => {
  await expect(read(JSON.stringify({ ...reportOf(3), images: -1 }))).rejects.toThrow(new Damage('The report is not what was stored'));
});

it('lets other requests through between the steps where it is large', async () => {
  const text = JSON.stringify(reportOf(10_000));
  expect(text.length).toBeGreaterThan(LARGE_BODY_BYTES);
  const order: string[] = [];
  const other = new Promise<void>((resolve) => {
    setImmediate(() => resolve(void order.push('other')));
  });
  await Promise.all([read(text).then(() => order.push('read')), other]);
  expect(order).toEqual(['other', 'read']);
});
