/** The folder laid out like BIDS as pandas and OpenCV read it, with names judged by the patterns of BIDS. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import {
  COLUMNS,
  END_DIASTOLE,
  END_SYSTOLE,
  FRAMES,
  INSTANCE,
  PIXEL_MM,
  ROWS,
  STEP_MS,
  fourChamber,
  frameOf,
  greyAt,
  measurement,
  source,
  valve,
  written,
} from '../../../../test/format-sources.ts';
import { ensureReaders } from '../../../../../scripts/lib/python.mjs';
import type { LeftOut, SourceImage } from '../source.ts';
import { labelOf } from './names.ts';
import { bidsWriter } from './writer.ts';

interface Clip {
  frames: number;
  size: [number, number];
  rate: number;
  places: [number, number, number][];
  sidecar: { FrameRate: number; FrameTimes: number[]; SOPInstanceUID: string; NumberOfFrames: number };
}
interface Read {
  strange_names: string[];
  names: string[];
  undescribed: string[];
  about: { BIDSVersion: string; GeneratedBy: { Name: string; Version: string }[] };
  participants: Record<string, string | null>[];
  sessions: Record<string, string | number | null>[];
  subjects: boolean;
  clips: Record<string, Clip>;
  annotations: Record<string, Record<string, unknown>>;
  events: Record<string, Record<string, string | number | null>[]>;
  values: Record<string, Record<string, string | number | null>[]>;
}

const PREPARING_MS = 600_000;
/** No short decimal. */
const VOLUME = 304 / 3;
const CLIP = 'sub-P017/ses-17x20260321/us/sub-P017_ses-17x20260321_acq-0123456789abcdef';
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-bids-'));
let read: Read;
let left_out: LeftOut[] = [];

/** Two beats, the second one excluded, marked before the first. */
function clip(): SourceImage {
  const image = fourChamber();
  return source(
    {
      ...image,
      cardiac_events: [
        { id: 'c2', end_diastole: 10, end_systole: 12, excluded: { reason: 'ectopic\tbeat' } },
        { id: 'c1', end_diastole: END_DIASTOLE, end_systole: END_SYSTOLE },
      ],
      measurements: [
        measurement('LV EDV', 'ml', [VOLUME, 99]),
        measurement('LV ESV', 'ml', [40.5, null], { reasons: [null, 'missing-line'] }),
      ],
    },
    { work: { ...source().work, version: '42' } },
  );
}

/** A second person's work on the same clip, and a clip in colour of another patient whose code has other characters than a label. */
const again = (): SourceImage => ({ ...clip(), work: { ...clip().work, editor: 'ben@example.org', version: 'r7', blind: true } });
const stranger = (): SourceImage => {
  const made = source(
    { ...fourChamber(), instance_id: `${INSTANCE}.5` },
    { frame: (frame_number) => Promise.resolve(frameOf(frame_number, 3)), pixel_size_mm: null },
  );
  return { ...made, study: { ...made.study, patient: 'Ärztin 3', study_id: '18_20260401', sex: null } };
};

beforeAll(async () => {
  const python = await ensureReaders();
  const archive = await written(bidsWriter('0.1.0'), [clip(), again(), source(valve()), stranger()]);
  ({ left_out } = archive);
  for (const [name, content] of archive.files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_bids.py');
  read = JSON.parse(execFileSync(python, [script, path.join(folder, 'bids')], { encoding: 'utf8', maxBuffer: 1 << 26 })) as Read;
}, PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the folder laid out like BIDS', () => {
  it('has names by the patterns of BIDS, and a description of every column', () => {
    expect([read.strange_names, read.undescribed, read.subjects]).toEqual([[], [], true]);
    expect(read.about).toMatchObject({ BIDSVersion: '1.10.0', GeneratedBy: [{ Name: 'Echometry', Version: '0.1.0' }] });
    expect(read.names.filter((name) => name.startsWith(CLIP)).map((name) => name.slice(CLIP.length))).toEqual([
      '_desc-42_annotations.json',
      '_desc-42_events.tsv',
      '_desc-42_values.tsv',
      '_desc-r7_annotations.json',
      '_desc-r7_events.tsv',
      '_desc-r7_values.tsv',
      '_us.avi',
      '_us.json',
    ]);
  });

  it('lists participants and sessions, with n/a for what is unknown', () => {
    expect(read.participants).toMatchObject([
      { participant_id: 'sub-P017', patient: 'P017', project: 'demo', sex: 'F' },
      { patient: 'Ärztin 3', sex: null },
    ]);
    expect(read.sessions).toMatchObject([
      {
        session_id: 'ses-17x20260321',
        study_date: '2026-03-21',
        data_type: 'adult',
        age_days: 20_000,
        height_cm: 168,
        gestational_age_days: null,
      },
      { session_id: 'ses-18x20260401' },
    ]);
  });

  it('has each frame of a clip as decoded, at the rate of the file', () => {
    const [first, second] = Object.values(read.clips);
    expect(Object.keys(read.clips)).toHaveLength(2);
    expect(first).toMatchObject({ frames: FRAMES, size: [ROWS, COLUMNS] });
    expect(first?.rate).toBeCloseTo(1000 / STEP_MS, 3);
    const grey = (frame: number, row: number, column: number): number[] => Array(3).fill(greyAt(frame, row, column)) as number[];
    const at = (frame: number) => [grey(frame, 0, 0), grey(frame, 7, 9), grey(frame, 100, 150)];
    expect(first?.places).toEqual([...at(1), ...at(FRAMES)]);
    const colour = (frame: number) => at(frame).map(([value = 0]) => [value, (value + 60) % 256, (value + 120) % 256]);
    expect(second?.places).toEqual([...colour(1), ...colour(FRAMES)]);
    expect(first?.sidecar).toMatchObject({ FrameRate: 1000 / STEP_MS, SOPInstanceUID: INSTANCE, NumberOfFrames: FRAMES });
    expect(first?.sidecar.FrameTimes).toEqual(Array.from({ length: FRAMES }, (_, frame) => (frame * STEP_MS) / 1000));
  });

  it('has scale, view and author of each work', () => {
    expect(read.annotations[`${CLIP}_desc-42_annotations.json`]).toMatchObject({
      SOPInstanceUID: INSTANCE,
      View: 'A4C',
      PixelHeight: PIXEL_MM[0],
      PixelWidth: PIXEL_MM[1],
      CalibrationSource: 'regions',
      Editor: 'ann@example.org',
      Blind: false,
      Version: '42',
    });
    expect(read.annotations[`${CLIP}_desc-r7_annotations.json`]).toMatchObject({ Editor: 'ben@example.org', Blind: true });
    expect(Object.values(read.annotations)[2]).toMatchObject({ PixelHeight: null, CalibrationSource: null });
  });

  it('has marks as events in the order of their times', () => {
    const seconds = (frame: number) => ((frame - 1) * STEP_MS) / 1000;
    expect(read.events[`${CLIP}_desc-42_events.tsv`]).toEqual([
      { onset: seconds(3), duration: 0, trial_type: 'end_diastole', cycle: 2, frame_number: 3, excluded: null },
      { onset: seconds(8), duration: 0, trial_type: 'end_systole', cycle: 2, frame_number: 8, excluded: null },
      { onset: seconds(10), duration: 0, trial_type: 'end_diastole', cycle: 1, frame_number: 10, excluded: 'ectopic beat' },
      { onset: seconds(12), duration: 0, trial_type: 'end_systole', cycle: 1, frame_number: 12, excluded: 'ectopic beat' },
    ]);
  });

  it('has values of cycles and means, with the reason where there is none', () => {
    const values = read.values[`${CLIP}_desc-42_values.tsv`] ?? [];
    expect(values.map(({ measurement, cycle, value, unit, reason }) => [measurement, cycle, value, unit, reason])).toEqual([
      ['LV EDV', 1, expect.closeTo(VOLUME, 9), 'mL', null],
      ['LV EDV', 2, 99, 'mL', null],
      ['LV EDV', null, expect.closeTo((VOLUME + 99) / 2, 9), 'mL', null],
      ['LV ESV', 1, 40.5, 'mL', null],
      ['LV ESV', 2, null, 'mL', 'missing-line'],
      ['LV ESV', null, 40.5, 'mL', null],
    ]);
  });

  it('leaves out stills, strips, clips without times and frames that do not decode, with the reason', async () => {
    expect(left_out.map(({ reason }) => reason)).toEqual(['the folder holds clips, and this is a still picture']);
    const reasonsOf = async (...images: SourceImage[]) => (await written(bidsWriter('0.1.0'), images)).left_out.map(({ reason }) => reason);
    expect(await reasonsOf({ ...clip(), frame_times_ms: null }, again())).toEqual([
      'the file gives no frame times, and the rate of the video would be a guess',
      'its clip is left out',
    ]);
    const broken = (frame: number) => (frame === 4 ? Promise.reject(new Error('no JPEG')) : Promise.resolve(frameOf(frame)));
    expect(await reasonsOf({ ...clip(), frame: broken })).toEqual(['frame 4 cannot be decoded: no JPEG']);
    expect(await reasonsOf(source({ ...fourChamber(), modality: 'PW Doppler' }))).toEqual([
      'the folder holds 2D clips; CSV and JSON have the rest of the work',
    ]);
    expect((await reasonsOf({ ...clip(), number_of_frames: 1e6 })).join()).toContain('is not written as a video; the DICOM files have it');
  });
});

describe('labels', () => {
  it('have letters and digits only, and two texts never share one', () => {
    const texts = ['P017', 'P_017', 'Px017', 'P-017', 'P.017', 'Ärztin 3', 'rztin3', '_', ''];
    const labels = texts.map(labelOf);
    expect(new Set(labels).size).toBe(texts.length);
    for (const label of labels) expect(label).toMatch(/^[A-Za-z0-9]+$/);
  });
});
