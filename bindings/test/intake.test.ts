import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../server/test/dicom-file.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { createEngine } from '../src/node/client.ts';

const BOXES = [
  { max_width: 16, max_height: 12 },
  { max_width: 48, max_height: 36 },
];
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(async () => {
  await engine.close();
});

it('hashes of a clean file match its bytes and icons, and its memory can be returned', async () => {
  const file = dicomFile({ patientId: 'P1', uid: '2.25.1', studyUid: '2.25.2', date: '20260102' });
  const intake = await engine.takeIn(new Uint8Array(file), new Uint8Array(32).fill(7));
  if (!intake.ok) throw new Error(intake.error.message);
  const clean = await intake.value.clean({ date_shift_days: -3, patient_show: 'P000001', mask: null }, BOXES);
  if (!clean.ok) throw new Error(clean.error.message);
  const { bytes, icons, sha256 } = clean.value;
  expect(bytes.byteLength).toBeGreaterThan(0);
  expect(sha256.bytes).toBe(hashOf(bytes));
  expect(icons).toHaveLength(BOXES.length);
  expect(sha256.icons).toEqual(icons.map(hashOf));
  intake.value.giveBack(clean.value);
  await engine.pseudonyms([], new Uint8Array(32).fill(7));
  expect(bytes.byteLength).toBe(0);
});
