/** The ECG of stored files: as another reader has it, and its R waves as another detector finds them. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readersPython } from '../../scripts/lib/python.mjs';
import { ICON_BOXES } from '../src/imports/limits.ts';
import { dicomFile, us, type Element } from './dicom-file.ts';
import { temporaryFolder } from './temporary.ts';

const run = promisify(execFile);
const FRAME_MS = 20;
const FRAMES = 300;
const START_MS = -40;
/** Value of one step of a sample, in mV. */
const STEP_MV = 0.005;

interface Course {
  name: string;
  samplesPerS: number;
  /** Times of the R waves, in ms from the first frame. */
  beats: number[];
  r: number;
  t: number;
  noise: number;
  wander: number;
}

const REGULAR = [310, 1120, 1900, 2810, 3600, 4430, 5200];
const COURSES: Course[] = [
  { name: 'plain', samplesPerS: 500, beats: REGULAR, r: 1, t: 0.25, noise: 0, wander: 0 },
  { name: 'inverted', samplesPerS: 500, beats: REGULAR, r: -0.9, t: 0.25, noise: 0.02, wander: 0.2 },
  { name: 'tall T wave', samplesPerS: 1000, beats: REGULAR, r: 1, t: 0.9, noise: 0.02, wander: 0 },
  { name: 'noise', samplesPerS: 1000, beats: REGULAR, r: 0.8, t: 0.2, noise: 0.06, wander: 0.5 },
  {
    name: 'fast',
    samplesPerS: 250,
    beats: Array.from({ length: 15 }, (_, beat) => 150 + 380 * beat),
    r: 1.2,
    t: 0.2,
    noise: 0.02,
    wander: 0,
  },
  { name: 'irregular', samplesPerS: 200, beats: [200, 720, 1240, 2230, 2780, 3910, 4790, 5650], r: 1, t: 0.3, noise: 0.02, wander: 0.3 },
];

const WAVES = (course: Course): Array<[delay: number, width: number, height: number]> => [
  [-170, 25, 0.12],
  [-28, 10, -0.12 * Math.sign(course.r)],
  [0, 11, course.r],
  [28, 10, -0.2 * Math.sign(course.r)],
  [190, 40, course.t],
];

/** Samples as 16-bit numbers. */
function samplesOf(course: Course): Int16Array {
  let state = 1;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 1_073_741_823.5 - 1;
  };
  const count = ((FRAMES * FRAME_MS) / 1000) * course.samplesPerS;
  return Int16Array.from({ length: count }, (_, at) => {
    const ms = START_MS + (1000 * at) / course.samplesPerS;
    const beat = (time: number): number =>
      WAVES(course).reduce((sum, [delay, width, height]) => sum + height * Math.exp(-(((ms - time - delay) / width) ** 2) / 2), 0);
    const mv = course.beats.reduce((sum, time) => sum + beat(time), 0);
    return Math.round((mv + course.noise * uniform() + course.wander * Math.sin((2 * Math.PI * ms) / 4000)) / STEP_MV);
  });
}

const text = (tag: [number, number], vr: string, value: string): Element => ({ tag, vr, value });
const coded = (tag: [number, number], value: string, scheme: string): Element => ({
  tag,
  vr: 'SQ',
  value: [[text([0x8, 0x100], 'SH', value), text([0x8, 0x102], 'SH', scheme), text([0x8, 0x104], 'LO', 'KANARI')]],
});

function fileOf(course: Course, samples: Int16Array): Uint8Array {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(samples.length);
  const channel = [
    text([0x3a, 0x203], 'SH', 'KANARI'),
    coded([0x3a, 0x208], '2:2', 'MDC'),
    text([0x3a, 0x210], 'DS', String(STEP_MV / 2)),
    coded([0x3a, 0x211], 'mV', 'UCUM'),
    text([0x3a, 0x212], 'DS', '2'),
    text([0x3a, 0x213], 'DS', '0.1'),
    text([0x3a, 0x215], 'DS', '0'),
    { tag: [0x3a, 0x21a], vr: 'US', value: us(16) },
  ] satisfies Element[];
  const group = [
    text([0x18, 0x1068], 'DS', String(START_MS)),
    text([0x3a, 0x4], 'CS', 'ORIGINAL'),
    { tag: [0x3a, 0x5], vr: 'US', value: us(1) },
    { tag: [0x3a, 0x10], vr: 'UL', value: count },
    text([0x3a, 0x1a], 'DS', String(course.samplesPerS)),
    text([0x3a, 0x20], 'SH', 'KANARI'),
    { tag: [0x3a, 0x200], vr: 'SQ', value: [channel] },
    { tag: [0x5400, 0x1004], vr: 'US', value: us(16) },
    text([0x5400, 0x1006], 'CS', 'SS'),
    { tag: [0x5400, 0x1010], vr: 'OW', value: new Uint8Array(samples.buffer) },
  ] satisfies Element[];
  return dicomFile({
    patientId: 'P',
    uid: '1.2.3',
    studyUid: '1.2.4',
    date: '20200101',
    rows: 8,
    columns: 8,
    frames: FRAMES,
    replaced: [text([0x8, 0x16], 'UI', '1.2.840.10008.5.1.4.1.1.3.1')],
    extra: [text([0x18, 0x1063], 'DS', String(FRAME_MS)), { tag: [0x5400, 0x100], vr: 'SQ', value: [group] }],
  });
}

interface Read {
  lead: string;
  unit: string;
  samples_per_s: number;
  start_ms: number;
  values: number[];
  r_waves_ms: number[];
}

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => engine.close());

async function stored(file: Uint8Array): Promise<Uint8Array> {
  const intake = await engine.takeIn(file, new Uint8Array(32).fill(7));
  if (!intake.ok) throw new Error(intake.error.message);
  const clean = await intake.value.clean({ date_shift_days: 0, patient_show: 'A', mask: null }, ICON_BOXES);
  if (!clean.ok) throw new Error(clean.error.message);
  return Uint8Array.from(clean.value.bytes);
}

async function onsetsOf(file: Uint8Array): Promise<number[]> {
  const opened = await engine.open(file);
  if (!opened.ok) throw new Error(opened.error.message);
  const found = await engine.propose(opened.value, { dataType: null });
  engine.release(opened.value);
  if (!found.ok) throw new Error(found.error.message);
  expect(found.value).toMatchObject({ method: 'ecg-waveform', unclear: [] });
  return (found.value?.onsets ?? []).map((frame) => (frame - 1) * FRAME_MS);
}

/** Every time has one of the others within so many ms, and there are as many. */
function expectSame(found: readonly number[], expected: readonly number[], withinMs: number): void {
  expect(found).toHaveLength(expected.length);
  for (const [index, time] of expected.entries()) expect(Math.abs((found[index] ?? Number.NaN) - time)).toBeLessThanOrEqual(withinMs);
}

describe.runIf(existsSync(readersPython()))('the ECG of a stored file', () => {
  it.each(COURSES)(
    'is what pydicom reads, with R waves where they were made and where Pan and Tompkins find them: $name',
    async (course) => {
      const samples = samplesOf(course);
      const file = await stored(fileOf(course, samples));
      expect(Buffer.from(file).includes('KANARI')).toBe(false);
      const place = path.join(await temporaryFolder('ecg'), 'stored.dcm');
      await writeFile(place, file);
      const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_ecg.py');
      const { stdout } = await run(readersPython(), [script, place], { maxBuffer: 64 << 20 });
      const read = JSON.parse(stdout) as Read;
      expect(read).toMatchObject({ lead: 'Lead II', unit: 'mV', samples_per_s: course.samplesPerS, start_ms: START_MS });
      expect(read.values).toHaveLength(samples.length);
      const wrong = read.values.filter((value, at) => Math.abs(value - (0.1 + STEP_MV * (samples[at] ?? Number.NaN))) > 1e-9);
      expect(wrong).toEqual([]);
      const onsets = await onsetsOf(file);
      // Half a column of 4 ms, noise at the top of the wave, and rounding.
      expectSame(onsets, course.beats, 8);
      expectSame(onsets, read.r_waves_ms, 16);
    },
  );
});
