/** Segmentations as highdicom, pydicom and dciodvfy read them; what their pixels should be is computed by shapely. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import echoImageTypes from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { errorsIn } from '../../../../test/dciodvfy.ts';
import {
  COLUMNS,
  END_DIASTOLE,
  END_SYSTOLE,
  ROWS,
  fourChamber,
  frameOf,
  line,
  loadedSampler,
  source,
  valve,
  wall,
  written,
} from '../../../../test/format-sources.ts';
import { ensureEncoders } from '../../../../../scripts/lib/encoders.mjs';
import { ensureReaders } from '../../../../../scripts/lib/python.mjs';
import { tracedLines } from '../curves.ts';
import type { LeftOut, SourceImage } from '../source.ts';
import { PRIVATE_SCHEME } from '../sr/code.ts';
import { SITES } from '../sr/codes.ts';
import { DOCUMENT_CODES } from './document.ts';
import { STRUCTURE_CODES, structureOf } from './segments.ts';
import { segWriter } from './writer.ts';

interface Read {
  sop_class: string;
  uid: string;
  patient: string;
  study: string;
  size: [number, number];
  segments: { label: string; type: string; algorithm: string | null; category: string; property: [string, string] }[];
  frames: { segment: number; frame: number | null; dimension: number[]; comment: string; set: number; values: number[] }[];
  pixels: { structure: string; frame: number; wrong: number; set: number }[];
}

const PREPARING_MS = 600_000;
const STUDY = '2.25.1';
const MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';
const SINGLE_FRAME = '1.2.840.10008.5.1.4.1.1.6.1';
/** CID 7150, Segmentation Property Category; CID 7192, Anatomical Structure Segmentation Property Type. */
const CATEGORIES = 7150;
const ANATOMICAL_STRUCTURES = 7192;
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-seg-'));
const codes = [...STRUCTURE_CODES, ...DOCUMENT_CODES, ...Object.values(SITES)];
let contexts: (number[] | null)[] = [];
let objects: Read[] = [];
let left_out: LeftOut[] = [];
let files: string[] = [];

async function writer(identified = true) {
  const identity = (sop_class_uid: string) => ({ study_instance_uid: STUDY, series_instance_uid: '2.25.2', sop_class_uid });
  return segWriter({
    sample: await loadedSampler(),
    identify: ({ number_of_frames }) => Promise.resolve(identified ? identity(number_of_frames > 1 ? MULTI_FRAME : SINGLE_FRAME) : null),
    engine_version: '0.1.0',
    written_at: new Date(Date.UTC(2026, 10, 23, 12, 30)),
  });
}

/** Points of a model that a person took over. */
const proposed = (drawn: Line): Line => ({
  ...drawn,
  points: drawn.points.map((point) => ({ ...point, origin: 'proposed' as const, method: 'speckle-tracking', method_version: '3' })),
});

/** Two beats; the second has the cavity only, as a method followed it. */
function clip(): SourceImage {
  const image = fourChamber();
  return source({
    ...image,
    cardiac_events: [...image.cardiac_events, { id: 'c2', end_diastole: 10, end_systole: 12 }],
    segmentation: [...image.segmentation, { end_diastole: { lines: [proposed(wall('LV endo', 10, 24.4, 58.3))] } }],
  });
}

/** A still of a fetus: two ovals and a line without an area. */
function still(): SourceImage {
  const oval = (name: string, half: number) =>
    line(name, 'oval', null, [
      [80.3 - half, 60.2, 'start'],
      [80.3 + half, 60.2, 'end'],
      [80.3, 60.2 + half * 0.8, 'width'],
    ]);
  const image: AnalysisImage = {
    ...valve(),
    type: 'Cardiothoracic 2D',
    segmentation: [
      {
        lines: [
          oval('Thorax', 50.4),
          oval('Heart', 20.7),
          line('Mole', 'valve', null, [
            [1, 1, 'a'],
            [9, 2, 'b'],
            [5, 8, 'c'],
          ]),
        ],
      },
    ],
  };
  return source(image, { number_of_frames: 1, frame_times_ms: null });
}

beforeAll(async () => {
  const python = await ensureReaders();
  await ensureEncoders();
  const sample = await loadedSampler();
  const sources = [clip(), still()];
  const archive = await written(await writer(), sources);
  ({ left_out } = archive);
  files = [...archive.files].map(([name, content]) => {
    const file = path.join(folder, path.basename(name));
    writeFileSync(file, content);
    return file;
  });
  const polygons: Record<string, Record<string, Record<number, [number, number][]>>> = {};
  for (const one of sources)
    for (const {
      line: { name },
      frame_number,
      ends,
      curve,
    } of tracedLines(one, sample, () => undefined)) {
      if (ends === 'open') continue;
      const structures = (polygons[one.image.instance_id] ??= {});
      (structures[name] ??= {})[frame_number] = curve.map(({ x, y }) => [x, y]);
    }
  writeFileSync(path.join(folder, 'truth.json'), JSON.stringify({ codes, polygons }));
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_seg.py');
  const output = execFileSync(python, [script, path.join(folder, 'truth.json'), ...files], { encoding: 'utf8', maxBuffer: 1 << 26 });
  ({ codes: contexts, objects } = JSON.parse(output) as { codes: (number[] | null)[]; objects: Read[] });
}, PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('DICOM SEG', () => {
  it('has the pixels of every contour as shapely computes them, found by image and frame with highdicom', () => {
    const [first, second] = objects;
    expect(first?.pixels.map(({ structure, frame, wrong }) => [structure, frame, wrong])).toEqual([
      ['LV endo', END_DIASTOLE, 0],
      ['LV endo', END_SYSTOLE, 0],
      ['LV endo', 10, 0],
      ['LV epi', END_DIASTOLE, 0],
      ['LV epi', END_SYSTOLE, 0],
      ['LA endo', END_DIASTOLE, 0],
      ['LA endo', END_SYSTOLE, 0],
    ]);
    expect(second?.pixels.map(({ structure, wrong }) => [structure, wrong])).toEqual([
      ['Thorax', 0],
      ['Heart', 0],
    ]);
    for (const { set } of objects.flatMap(({ pixels }) => pixels)) expect(set).toBeGreaterThan(300);
  });

  it('unpacks with pydicom to frames by segment and frame of the clip', () => {
    const [first] = objects;
    expect(first).toMatchObject({
      sop_class: 'Segmentation Storage',
      patient: 'P017',
      study: STUDY,
      size: [ROWS, COLUMNS],
    });
    expect(first?.frames.map(({ segment, frame, dimension, comment }) => [segment, frame, dimension, comment])).toEqual([
      [1, END_DIASTOLE, [1, 1], 'Cycle 1, end diastole'],
      [1, END_SYSTOLE, [1, 2], 'Cycle 1, end systole'],
      [1, 10, [1, 3], 'Cycle 2, end diastole'],
      [2, END_DIASTOLE, [2, 1], 'Cycle 1, end diastole'],
      [2, END_SYSTOLE, [2, 2], 'Cycle 1, end systole'],
      [3, END_DIASTOLE, [3, 1], 'Cycle 1, end diastole'],
      [3, END_SYSTOLE, [3, 2], 'Cycle 1, end systole'],
    ]);
    for (const { frames, pixels } of objects) {
      expect(frames.map(({ set }) => set)).toEqual(pixels.map(({ set }) => set));
      expect(new Set(frames.flatMap(({ values }) => values))).toEqual(new Set([0, 1]));
    }
  });

  it('has a code for each structure, and states who drew it', () => {
    expect(objects[0]?.segments).toEqual([
      { label: 'LV endo', type: 'SEMIAUTOMATIC', algorithm: 'speckle-tracking 3', category: '91723000', property: ['87878005', 'SCT'] },
      { label: 'LV epi', type: 'MANUAL', algorithm: null, category: '91723000', property: ['87878005', 'SCT'] },
      { label: 'LA endo', type: 'MANUAL', algorithm: null, category: '91723000', property: ['82471001', 'SCT'] },
    ]);
    expect(objects[1]?.segments.map(({ label, property }) => [label, property[0]])).toEqual([
      ['Thorax', '816094009'],
      ['Heart', '80891009'],
    ]);
  });

  it('refers to a still without a number of a frame', () => {
    expect(objects[1]).toMatchObject({
      frames: [
        { frame: null, comment: 'Cycle 1' },
        { frame: null, comment: 'Cycle 1' },
      ],
    });
  });

  it('has no error that dciodvfy finds', () => {
    expect(files).toHaveLength(2);
    for (const file of files) expect([path.basename(file), errorsIn(file)]).toEqual([path.basename(file), []]);
  });

  it('has the same UIDs when it is exported again, and others for another version', async () => {
    const again = [...(await written(await writer(), [clip()])).files.values()][0]!;
    expect(again.includes(objects[0]!.uid)).toBe(true);
    const other = { ...clip(), work: { ...clip().work, version: 'v-43' } };
    expect([...(await written(await writer(), [other])).files.values()][0]!.includes(objects[0]!.uid)).toBe(false);
  });

  it('leaves out lines without an area, frames that do not decode and files without a study, with the reason', async () => {
    expect(left_out.map(({ reason }) => reason)).toEqual(['Mole, cycle 1: an open line has no area']);
    const reasonsOf = async (one: SourceImage, identified = true) =>
      (await written(await writer(identified), [one])).left_out.map(({ reason }) => reason);
    expect(await reasonsOf(clip(), false)).toEqual(['the stored file names no study, series or class that a segmentation could refer to']);
    const damaged = { ...clip(), frame: () => Promise.reject(new Error('no JPEG')) };
    expect(await reasonsOf(damaged)).toEqual([`frame ${END_DIASTOLE} cannot be decoded: no JPEG`]);
    const twice = fourChamber();
    const lines = [wall('LV endo', END_DIASTOLE, 25, 60), wall('LV endo', END_DIASTOLE, 20, 60)];
    expect(await reasonsOf(source({ ...twice, segmentation: [{ end_diastole: { lines } }] }))).toEqual([
      `LV endo, cycle 1: frame ${END_DIASTOLE} has another line of this name`,
    ]);
    const large = { ...clip(), frame: async () => ({ ...frameOf(1), rows: 8192, columns: 8192 }) };
    expect((await reasonsOf(large)).join()).toContain('export masks, which are frame by frame');
  });
});

describe('codes of structures', () => {
  it('have their meaning in PS3.16, categories and structures in their context groups', () => {
    expect(codes.filter((_, place) => contexts[place] === null)).toEqual([]);
    const inGroup = (group: number) => codes.filter((_, place) => contexts[place]?.includes(group)).map(({ value }) => value);
    expect(inGroup(CATEGORIES)).toContain('91723000');
    for (const name of ['LV endo', 'LA endo', 'RV epi', 'RA endo', 'Head', 'Abdomen'])
      expect([name, inGroup(ANATOMICAL_STRUCTURES).includes(structureOf(name).value)]).toEqual([name, true]);
  });

  it('are standard for every area of the shipped configuration, private for other names', () => {
    const areas = echoImageTypes.data.flatMap(({ patterns }) =>
      patterns.flatMap(({ lines }) => lines.filter(({ shape }) => ['endo-epi', 'ring', 'oval', 'LV', 'LA'].includes(shape))),
    );
    expect(areas.length).toBeGreaterThan(10);
    for (const { name } of areas) expect([name, structureOf(name).scheme]).toEqual([name, 'SCT']);
    expect(structureOf('Mole')).toMatchObject({ scheme: PRIVATE_SCHEME, meaning: 'Mole (structure)' });
    expect(structureOf('constructor')).toMatchObject({ scheme: PRIVATE_SCHEME });
  });
});
