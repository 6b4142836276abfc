/** The formats as other people's packages read them: PIL, nibabel, pycocotools, OpenCV, pandas and shapely. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import {
  COLUMNS,
  END_DIASTOLE,
  END_SYSTOLE,
  FRAMES,
  PIXEL_MM,
  ROWS,
  STEP_MS,
  chamberOn,
  followedChamber,
  fourChamber,
  frameOf,
  greyAt,
  line,
  loadedSampler,
  source,
  valve,
  written,
} from '../../../test/format-sources.ts';
import { ensureReaders } from '../../../../scripts/lib/python.mjs';
import { camusWriter } from './camus.ts';
import { cocoWriter } from './coco.ts';
import { type TracedLine, tracedLines } from './curves.ts';
import { echonetWriter } from './echonet.ts';
import { readCoco } from '../../imports/predictions/coco.ts';
import { masksWriter } from './masks.ts';
import { polygonArea } from './raster.ts';
import type { LeftOut, SourceImage } from './source.ts';

interface Mask {
  frame_number: number;
  event: string;
  mode: string;
  size: [number, number];
  wrong_pixels: number;
  set_pixels: number;
  colours: boolean;
  volume_is_the_same: boolean;
}
interface EveryFrame {
  /** Frame, wrong pixels, and whether the volume has the same. */
  every_mask: [number, number, boolean][];
  /** Frame index and pixels of its mask, by track and name. */
  tracks: Record<string, [number, number][]>;
}
interface Area {
  name: string;
  ends: string;
  frame_index: number;
  time_ms: number | null;
  picture: [string, number, number, number];
  points: { x: number; y: number; id: string }[];
  overlap: number;
  area_error: number;
  box_error: number;
  mask_pixels: number;
}
interface OpenLine {
  name: string;
  named: string[];
  frame_index: number;
  time_ms: number | null;
  keypoints: number[];
  num_keypoints: number;
  precision: number;
}
interface Traced {
  frame: number;
  rows: number;
  area: number;
  axis: [number, number, number, number];
  chords: [number, number, number, number][];
}
interface Still {
  wrong_pixels: number;
  labels: number[];
  shape: number[];
  zooms: number[];
  sample: number;
  dimensions: number[];
  affine: number[][];
  axes: string;
  forms_agree: boolean;
  shown_as_stored: boolean;
}
interface Read extends EveryFrame {
  masks: { frames: Mask[]; zooms: number[]; shape: number[]; untraced: number[]; names: string[] };
  coco: { annotations: Area[]; pictures: number; precision: { segm: number; bbox: number }; results: unknown[] };
  coco_lines: OpenLine[];
  echonet: {
    header: string[];
    videos: {
      name: string;
      row: (number | string)[];
      announced: number;
      size: [number, number];
      rate: number;
      frames: number;
      small: Traced;
      large: Traced;
      samples: [number, number, number][];
    }[];
  };
  camus: Record<'ED' | 'ES', Still> & {
    files: string[];
    sequence: { shape: number[]; first: number; last: number };
    sequence_gt: { shape: number[]; wrong_pixels: number[]; cavity: number[]; is_drawn_at_events: boolean; affine: number[][] };
    info: Record<string, string>;
  };
}

const PREPARING_MS = 600_000;
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-formats-'));
const left_out: LeftOut[] = [];
let lines: TracedLine[] = [];
/** Curves on every frame from end diastole to end systole. */
const between: Record<number, Record<string, [number, number][]>> = {};
/** The same on every frame of the cycle, which ends with the clip. */
const followed: typeof between = {};
let read: Read;

/** Lines of the clip by frame, in stored pixels. */
function truth(): object {
  const frames: Record<number, Record<string, [number, number][]>> = {};
  for (const { line, frame_number, curve } of lines) {
    frames[frame_number] = { ...frames[frame_number], [line.name]: curve.map(({ x, y }) => [x, y]) };
  }
  return { frames, between, followed, ED: END_DIASTOLE, ES: END_SYSTOLE };
}

const COLOUR = [10, 100, 200] as const;

/** 100 columns of 0.5 mm and 100 rows of 0.8 mm: its height of 80 mm fills a video. */
const SECTOR = { left: 30, top: 10, right: 129, bottom: 109 };

/** The same clip in one colour, with a region of the tissue within the picture. */
function coloured(): SourceImage {
  const pixels = Uint8Array.from({ length: ROWS * COLUMNS * 3 }, (_, at) => COLOUR[at % 3] ?? 0);
  const frame = () => Promise.resolve({ rows: ROWS, columns: COLUMNS, samples_per_pixel: 3 as const, pixels });
  return source(fourChamber(), { frame, sector: SECTOR, work: { ...source().work, version: 'v-44' } });
}

beforeAll(async () => {
  const python = await ensureReaders();
  const sample = await loadedSampler();
  const [clip, still] = [followedChamber(), source(valve())];
  for (let frame = END_DIASTOLE; frame <= FRAMES; frame += 1)
    followed[frame] = Object.fromEntries(
      chamberOn(frame).map((line) => [line.name, (sample(clip.image, line) ?? []).map(({ x, y }): [number, number] => [x, y])]),
    );
  for (let frame = END_DIASTOLE; frame <= END_SYSTOLE; frame += 1) between[frame] = followed[frame]!;
  lines = tracedLines(clip, sample, (what) => left_out.push(what));
  for (const writer of [masksWriter(sample), cocoWriter(sample), echonetWriter(sample), camusWriter(sample)]) {
    const archive = await written(writer, writer.name === 'echonet' ? [clip, coloured(), still] : [clip, still]);
    left_out.push(...archive.left_out.map((what) => ({ ...what, reason: `${writer.name}: ${what.reason}` })));
    for (const [name, content] of archive.files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
  }
  writeFileSync(path.join(folder, 'truth.json'), JSON.stringify(truth()));
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_formats.py');
  read = JSON.parse(execFileSync(python, [script, folder], { encoding: 'utf8' })) as Read;
}, PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('masks', () => {
  it('have the rows and columns of the stored frame, and each pixel inside whose centre is', () => {
    expect(read.masks.frames).toHaveLength(2);
    for (const frame of read.masks.frames) {
      expect(frame).toMatchObject({ mode: 'P', size: [COLUMNS, ROWS], wrong_pixels: 0, colours: true, volume_is_the_same: true });
      expect(frame.set_pixels).toBeGreaterThan(3000);
    }
    expect(read.masks.frames.map(({ frame_number, event }) => [frame_number, event])).toEqual([
      [END_DIASTOLE, 'end_diastole'],
      [END_SYSTOLE, 'end_systole'],
    ]);
  });

  it('are a volume of the clip in mm, in which untraced frames are not background', () => {
    expect(read.masks.shape).toEqual([COLUMNS, ROWS, FRAMES]);
    expect(read.masks.zooms).toEqual([PIXEL_MM[1], PIXEL_MM[0], 1]);
    expect(read.masks.untraced).toEqual([255]);
    expect(read.masks.names).toEqual(['LA endo', 'LV endo', 'LV epi', 'background']);
  });

  it('are there for every frame of a followed cycle too, each pixel of the lines that were followed there', () => {
    expect(read.every_mask).toEqual(Array.from({ length: FRAMES - END_DIASTOLE + 1 }, (_, at) => [END_DIASTOLE + at, 0, true]));
  });
});

/** A mask of pixels and the curve around it differ by the staircase of their edge, as a share of the area. */
const MASK_AREA_SHARE = 0.01;
/** A corner of a mask lies this near to the ring that was drawn. */
const CORNER_PX = 1.5;

describe('COCO', () => {
  it('has every frame of a followed cycle, in which a line has one track through all frames', () => {
    expect(Object.keys(read.tracks).sort()).toEqual(['1 LV endo', '2 LV epi', '3 LA endo']);
    for (const [track, frames] of Object.entries(read.tracks)) {
      expect(frames.map(([frame]) => frame)).toEqual(Array.from({ length: FRAMES - END_DIASTOLE + 1 }, (_, at) => END_DIASTOLE + at - 1));
      for (const [frame, pixels] of frames) {
        const polygon = followed[frame + 1]?.[track.slice(2)] ?? [];
        const area = polygonArea(polygon.map(([x, y]) => ({ x, y })));
        expect(Math.abs(pixels / area - 1)).toBeLessThan(0.02);
      }
    }
  });

  it('leaves out of every frame what is not followed or outdated, with the reason', async () => {
    const clip = followedChamber();
    const [cycle] = clip.image.segmentation;
    const moved = { ...clip.image, cardiac_events: [{ id: 'c1', end_diastole: END_DIASTOLE, end_systole: END_SYSTOLE + 1 }] };
    const two = { ...clip.image, segmentation: [cycle!, {}] };
    const sample = await loadedSampler();
    for (const [image, reason] of [
      [moved, 'every_frame: a mark or a drawn line of cycle 1 has changed since its frames were followed'],
      [two, 'every_frame: the frames of cycle 2 are not followed'],
    ] as const) {
      const { left_out: missing } = await written(masksWriter(sample), [{ ...clip, image }]);
      expect(missing.map((what) => what.reason)).toContain(reason);
    }
  });

  it('is loaded by pycocotools with polygons that cover what was traced', () => {
    expect(read.coco.annotations).toHaveLength(6);
    for (const { overlap, area_error, box_error } of read.coco.annotations) {
      expect(overlap).toBeGreaterThan(0.97);
      expect(Math.max(area_error, box_error)).toBeLessThan(1e-9);
    }
  });

  it('passes COCOeval over the whole file: the masks and boxes of what was traced are found', () => {
    expect(read.coco.precision.segm).toBeGreaterThan(0.99);
    expect(read.coco.precision.bbox).toBeGreaterThan(0.99);
    // The picture of the valve has no area and is not listed as one without a structure.
    expect(read.coco.pictures).toBe(2);
  });

  it('keeps every point within 0.01 px, half a pixel from the corner it counts from', () => {
    for (const { name, frame_index, points } of read.coco.annotations) {
      const drawn = lines.find(({ line, frame_number }) => line.name === name && frame_number === frame_index + 1)?.line.points ?? [];
      expect(points.map(({ x, y }) => [x - 0.5, y - 0.5])).toEqual(drawn.map(({ x, y }) => [expect.closeTo(x, 9), expect.closeTo(y, 9)]));
    }
  });

  it('has ovals as finely as they are measured', async () => {
    const axis: [number, number, string][] = [
      [30, 60, 'start'],
      [110, 60, 'end'],
      [70, 85, 'width'],
    ];
    const image = { ...valve(), type: 'Head butterfly', segmentation: [{ lines: [line('Head', 'oval', null, axis)] }] };
    const { files } = await written(cocoWriter(await loadedSampler()), [source(image, { number_of_frames: 1, frame_times_ms: null })]);
    const { annotations } = JSON.parse(files.get('coco/annotations.json')!.toString('utf8')) as { annotations: { area: number }[] };
    expect(annotations.map(({ area }) => Math.abs(area / (Math.PI * 40 * 25) - 1) < 1e-4)).toEqual([true]);
  });

  it('has open lines as named keypoints in a second file, which COCOeval takes too', () => {
    expect(read.coco_lines).toHaveLength(1);
    const [ring] = read.coco_lines;
    expect(ring).toMatchObject({ num_keypoints: 3, named: ['hinge 1', 'apex', 'hinge 2'], time_ms: null, frame_index: 0 });
    expect(ring?.keypoints).toEqual([40.625, 31.25, 2, 61, 38.75, 2, 90.5625, 34, 2]);
    expect(ring?.precision).toBeGreaterThan(0.99);
  });

  it('has the picture and the time of each frame', () => {
    const endo = read.coco.annotations.find(({ name }) => name === 'LV endo');
    expect(endo?.picture).toEqual(['L', COLUMNS, ROWS, greyAt(END_DIASTOLE, 7, 9)]);
    expect(endo?.time_ms).toBe((END_DIASTOLE - 1) * STEP_MS);
  });

  it('takes masks that pycocotools encoded (RLE) back as lines of the same area, from ring to ring', async () => {
    const sample = await loadedSampler();
    const exported = { name: 'annotations.json', text: readFileSync(path.join(folder, 'coco', 'annotations.json'), 'utf8') };
    const imported = readCoco({ name: 'results.json', value: read.coco.results }, exported);
    expect(imported.refused).toEqual([]);
    expect(imported.lines).toHaveLength(6);
    for (const { name, frame_number, points } of imported.lines) {
      const traced = lines.find((one) => one.line.name === name && one.frame_number === frame_number);
      const drawn = traced?.line ?? fourChamber().segmentation[0]!.end_diastole!.lines[0]!;
      const named = points.map((point, at) => ({
        ...drawn.points[0]!,
        ...point,
        type: at === 0 || at === points.length - 1 ? 'ring' : '',
      }));
      const curve = sample(fourChamber(), { ...drawn, points: named }) ?? [];
      const pixels = read.coco.annotations.find((one) => one.name === name && one.frame_index + 1 === frame_number)?.mask_pixels ?? 0;
      expect(Math.abs(polygonArea(curve) / pixels - 1), name).toBeLessThan(MASK_AREA_SHARE);
      for (const [found, ring] of [
        [points[0], drawn.points[0]],
        [points.at(-1), drawn.points.at(-1)],
      ] as const)
        expect(Math.hypot(found!.x - ring!.x, found!.y - ring!.y), name).toBeLessThan(CORNER_PX);
    }
  });
});

describe('EchoNet-Dynamic', () => {
  it('has the lists that its loader reads: end systole first, end diastole last, frames from 0', () => {
    expect(read.echonet.header).toEqual(['FileName', 'EF', 'ESV', 'EDV', 'FrameHeight', 'FrameWidth', 'FPS', 'NumberOfFrames', 'Split']);
    const [video] = read.echonet.videos;
    expect(video?.row.slice(0, 7)).toEqual([60, 40.5, 101.25, 112, 112, 40, FRAMES]);
    expect(['TRAIN', 'VAL', 'TEST']).toContain(video?.row[7]);
    expect(video?.small).toMatchObject({ frame: END_SYSTOLE - 1, rows: 21 });
    expect(video?.large).toMatchObject({ frame: END_DIASTOLE - 1, rows: 21 });
  });

  it('has a video whose pixels are the means of those stored, in the proportions of the tissue', () => {
    const [video] = read.echonet.videos;
    expect(video).toMatchObject({ announced: FRAMES, frames: FRAMES, size: [112, 112] });
    expect(video?.rate).toBeCloseTo(1000 / STEP_MS, 3);
    // 160 columns of 0.5 mm and 120 rows of 0.8 mm: the height of 96 mm fills the square, the width of 80 mm does not.
    const [sx, sy] = [(112 / 96) * 0.5, (112 / 96) * 0.8];
    const margin = (112 - COLUMNS * sx) / 2;
    const mean = (frame: number, row: number, column: number): number => {
      const [left, right] = [(column - margin) / sx, (column + 1 - margin) / sx];
      const [top, bottom] = [row / sy, (row + 1) / sy];
      let sum = 0;
      for (let r = Math.floor(top); r < bottom; r += 1) {
        for (let c = Math.floor(left); c < right; c += 1) {
          const part = (Math.min(bottom, r + 1) - Math.max(top, r)) * (Math.min(right, c + 1) - Math.max(left, c));
          sum += part * greyAt(frame + 1, r, c);
        }
      }
      return sum * sx * sy;
    };
    const expected = [mean(0, 20, 30), mean(4, 70, 90), mean(11, 100, 60)];
    video?.samples.slice(0, 3).forEach((sample, place) => {
      for (const channel of sample) expect(Math.abs(channel - (expected[place] ?? Number.NaN))).toBeLessThanOrEqual(0.51);
    });
    expect(video?.samples[3]).toEqual([0, 0, 0]);
  });

  it('shows the sector from edge to edge, and nothing of what is around it', () => {
    const { samples, large } = read.echonet.videos[1]!;
    // The last place is in the picture and to the right of the sector.
    expect(samples).toEqual([COLOUR, COLOUR, COLOUR, [0, 0, 0], [0, 0, 0]]);
    const [sx, sy] = [(112 / 80) * 0.5, (112 / 80) * 0.8];
    const left = (112 - 100 * sx) / 2;
    const onVideo = (x: number, y: number) => [(x - SECTOR.left + 0.5) * sx + left - 0.5, (y - SECTOR.top + 0.5) * sy - 0.5];
    const expected = [...onVideo(80.25, 90.5 - 60), ...onVideo(80.25, 90.5)];
    expect(Math.max(...large.axis.map((value, at) => Math.abs(value - expected[at]!)))).toBeLessThan(0.01);
  });

  it('has tracings in the pixels of that video: axis from the apex, chords down to the mitral plane', () => {
    const [video] = read.echonet.videos;
    const [sx, sy] = [(112 / 96) * 0.5, (112 / 96) * 0.8];
    const margin = (112 - COLUMNS * sx) / 2;
    for (const [traced, width, height] of [
      [video?.large, 25, 60],
      [video?.small, 17, 48],
    ] as const) {
      const [x1, y1, x2, y2] = traced?.axis ?? [0, 0, 0, 0];
      const onVideo = (x: number, y: number): [number, number] => [(x + 0.5) * sx + margin - 0.5, (y + 0.5) * sy - 0.5];
      const [apex, base] = [onVideo(80.25, 90.5 - height), onVideo(80.25, 90.5)];
      for (const [found, expected] of [
        [x1, apex[0]],
        [y1, apex[1]],
        [x2, base[0]],
        [y2, base[1]],
      ] as const) {
        expect(Math.abs(found - expected)).toBeLessThan(0.01);
      }
      const levels = (traced?.chords ?? []).map((chord) => (chord[1] + chord[3]) / 2);
      expect(levels).toEqual([...levels].sort((a, b) => a - b));
      expect(traced?.chords.every((chord) => chord[0] < chord[2])).toBe(true);
      // Half an ellipse by its widths at the middle of 20 discs, joined as the loader joins them.
      const widths = Array.from({ length: 20 }, (_, disc) => 2 * width * sx * Math.sqrt(1 - (1 - (disc + 0.5) / 20) ** 2));
      const joined = widths.slice(1).reduce((sum, wide, disc) => sum + (((widths[disc] ?? 0) + wide) / 2) * ((height * sy) / 20), 0);
      expect(Math.abs((traced?.area ?? 0) / joined - 1)).toBeLessThan(0.01);
    }
  });
});

describe('CAMUS', () => {
  it('has labels 1 to 3 of both events by pixel centres, in mm', () => {
    for (const event of ['ED', 'ES'] as const) {
      const frame = event === 'ED' ? END_DIASTOLE : END_SYSTOLE;
      expect(read.camus[event]).toEqual({
        wrong_pixels: 0,
        labels: [0, 1, 2, 3],
        shape: [ROWS, COLUMNS],
        zooms: [PIXEL_MM[1], PIXEL_MM[0]],
        sample: greyAt(frame, 7, 9),
        dimensions: [2, COLUMNS, ROWS],
        affine: [
          [-PIXEL_MM[1], 0, 0, 0],
          [0, -PIXEL_MM[0], 0, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
        ],
        axes: 'LPS',
        forms_agree: true,
        shown_as_stored: true,
      });
    }
  });

  it('has the half sequence and its Info file, frames counted from 1', () => {
    expect(read.camus.sequence).toEqual({
      shape: [COLUMNS, ROWS, END_SYSTOLE - END_DIASTOLE + 1],
      first: greyAt(END_DIASTOLE, 7, 9),
      last: greyAt(END_SYSTOLE, 7, 9),
    });
    expect(read.camus.info).toEqual({
      ED: '1',
      ES: '6',
      NbFrame: '6',
      Sex: 'F',
      Age: '54',
      ImageQuality: 'NA',
      EF: '60',
      FrameRate: '40',
    });
  });

  it('has labels on every frame of the half sequence, as drawn at the events and as followed between them', () => {
    expect(read.camus.files).toContain('patient0001_4CH_half_sequence_gt.nii.gz');
    const frames = END_SYSTOLE - END_DIASTOLE + 1;
    expect(read.camus.sequence_gt).toMatchObject({
      shape: [COLUMNS, ROWS, frames],
      wrong_pixels: Array.from({ length: frames }, () => 0),
      is_drawn_at_events: true,
      affine: read.camus.ED.affine,
    });
    // Half an ellipse of half axes w and h: its pixels are its area, pi w h / 2, but for the staircase of the edge.
    for (const [at, pixels] of read.camus.sequence_gt.cavity.entries()) {
      const share = at / (frames - 1);
      const area = (Math.PI * (25 - 8 * share) * (60 - 12 * share)) / 2;
      expect(Math.abs(pixels / area - 1)).toBeLessThan(0.02);
    }
  });

  it('leaves the labels of the half sequence out, with the reason, where its frames are not followed or outdated', async () => {
    const sample = await loadedSampler();
    const reasonOf = async (one: SourceImage): Promise<string[]> => {
      const { files, left_out: reasons } = await written(camusWriter(sample), [one]);
      expect([...files.keys()].filter((name) => name.includes('half_sequence'))).toEqual([
        'camus/database_nifti/patient0001/patient0001_4CH_half_sequence.nii.gz',
      ]);
      return reasons.map(({ reason }) => reason);
    };
    expect(await reasonOf(source())).toEqual([
      'half_sequence_gt: the frames of cycle 1 between end diastole and end systole are not followed',
    ]);
    const followed = followedChamber();
    const [cycle] = followed.image.segmentation;
    const drawn = cycle?.end_systole?.lines ?? [];
    const moved = drawn.map((one, at) => (at === 0 ? { ...one, points: one.points.map((point) => ({ ...point, x: point.x + 1 })) } : one));
    const outdated = { ...followed.image, segmentation: [{ ...cycle, end_systole: { lines: moved } }] };
    expect(await reasonOf({ ...followed, image: outdated })).toEqual([
      'half_sequence_gt: a mark or a drawn line of cycle 1 has changed since its frames were followed',
    ]);
    const lines = await followed.sequence(0);
    const partly = { format: 1, lines: lines?.lines.filter(({ name }) => name !== 'LA endo') ?? [] };
    expect(await reasonOf({ ...followed, sequence: () => Promise.resolve(partly) })).toEqual([
      `half_sequence_gt: LA endo is not followed on frame ${END_DIASTOLE + 1}`,
    ]);
  });
});

it('lists content that a format cannot carry with its reason', () => {
  expect(left_out.map(({ reason }) => reason)).toEqual([
    'masks: Mitral ring, cycle 1: an open line has no area',
    'echonet: EchoNet-Dynamic holds only apical four-chamber clips',
    'camus: CAMUS holds only apical four- and two-chamber clips',
  ]);
});

describe('a frame that does not decode', () => {
  it('leaves out its image with the words of the engine, and nothing else', async () => {
    const sample = await loadedSampler();
    const damaged = source(fourChamber(), {
      frame: (number) => (number === END_SYSTOLE ? Promise.reject(new Error('the frame is cut short')) : Promise.resolve(frameOf(number))),
    });
    for (const writer of [cocoWriter(sample), echonetWriter(sample), camusWriter(sample)]) {
      const { files, left_out: reasons } = await written(writer, [
        damaged,
        source(fourChamber(), { work: { ...damaged.work, version: 'v-2' } }),
      ]);
      expect(reasons.map(({ reason }) => reason)).toContain(`frame ${END_SYSTOLE} cannot be decoded: the frame is cut short`);
      const names = [...files.keys()].filter((name) => !name.endsWith('.csv') && !name.endsWith('.json'));
      expect(names.length, writer.name).toBeGreaterThan(0);
      if (writer.name !== 'coco') expect(names.filter((name) => name.includes('v-42'))).toEqual([]);
    }
  });
});
