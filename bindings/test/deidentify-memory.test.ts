/** Cost of de-identification in addition to the file: its output, and nothing in proportion to either. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../server/test/dicom-file.ts';
import { checkoutRoot } from '../src/node/client.ts';
import * as wasm from '../wasm/full/engine.js';

const SIDE = 1024;
const FRAMES = 64;
const FILE_BYTES = SIDE * SIDE * FRAMES;
/** File and output, which are there at once, and what the allocator and the parser add. */
const MAX_GROWTH = 2 * FILE_BYTES + 8 * 1024 ** 2;
const OPTIONS = JSON.stringify({ date_shift_days: -10, patient_show: '1', mask: null });

let memory: WebAssembly.Memory;

beforeAll(() => {
  memory = wasm.initSync({ module: readFileSync(path.join(checkoutRoot(), 'bindings', 'wasm', 'full', 'engine_bg.wasm')) }).memory;
});

it('a file of 64 MiB takes twice its size, so that one of a gigabyte fits into WebAssembly', () => {
  const file = dicomFile({
    patientId: 'P1',
    uid: '2.25.1',
    studyUid: '2.25.2',
    date: '20260102',
    rows: SIDE,
    columns: SIDE,
    frames: FRAMES,
  });
  expect(file.length).toBeGreaterThan(FILE_BYTES);
  const before = memory.buffer.byteLength;
  const original = new wasm.HeldFile(file.length);
  new Uint8Array(memory.buffer, original.ptr(), original.len()).set(file);
  const intake = new wasm.Intake(original, new Uint8Array(32).fill(7));
  const held = intake.deidentify(OPTIONS);
  intake.free();
  const clean = new Uint8Array(memory.buffer, held.ptr(), held.len());
  const growth = memory.buffer.byteLength - before;
  console.log(
    `${(file.length / 1e6).toFixed(1)} MB in, ${(clean.length / 1e6).toFixed(1)} MB out: memory grows by ${(growth / 1e6).toFixed(1)} MB`,
  );
  // The samples equal the source, to the byte.
  expect(Buffer.from(clean.subarray(-FILE_BYTES)).equals(Buffer.from(file.subarray(-FILE_BYTES)))).toBe(true);
  expect(growth).toBeLessThan(MAX_GROWTH);
});
