/** Images with known lines, marks, values and pixels, as the formats are written from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SquarePlacement } from '@echometry/bindings/engine/api.ts';
import type {
  AnalysisImage,
  CycleSequence,
  DenseLine,
  Line,
  LinePoint,
  LineShape,
  Measurement,
} from '@echometry/contract/generated/analysis-image.ts';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { measuredPlaneCurve, stripCurve } from '@echometry/bindings/engine/drawing.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import echoImageTypes from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { anchorsOf, keptAnchors } from '@echometry/contract/rules/sequence.ts';
import { interpolations } from '../src/exports/interpolations.ts';
import { type CurveSampler, curveSampler, leftOut } from '../src/exports/formats/curves.ts';
import {
  type ArchiveFile,
  type DecodedFrame,
  type FormatWriter,
  type LeftOut,
  NO_REVIEW,
  type SourceImage,
} from '../src/exports/formats/source.ts';

export const ROWS = 120;
export const COLUMNS = 160;
export const FRAMES = 12;
export const END_DIASTOLE = 3;
export const END_SYSTOLE = 8;
export const STEP_MS = 25;
/** Height and width of a pixel: they differ, so that a swapped axis is found out. */
export const PIXEL_MM: readonly [number, number] = [0.8, 0.5];

export async function loadedSampler(): Promise<CurveSampler> {
  await loadGeometry(readFileSync(path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
  return curveSampler({ planeCurve: measuredPlaneCurve, stripCurve }, interpolations(echoImageTypes.data));
}

/** A different grey for each frame and place. */
export const greyAt = (frame_number: number, row: number, column: number): number => (frame_number * 17 + row * 2 + column) % 251;

export function frameOf(frame_number: number, samples_per_pixel: 1 | 3 = 1): DecodedFrame {
  const pixels = new Uint8Array(ROWS * COLUMNS * samples_per_pixel);
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = Math.floor(at / samples_per_pixel);
    const grey = greyAt(frame_number, Math.floor(pixel / COLUMNS), pixel % COLUMNS);
    // Colours differ, so that their order counts.
    pixels[at] = samples_per_pixel === 1 ? grey : (grey + 60 * (at % 3)) % 256;
  }
  return { rows: ROWS, columns: COLUMNS, samples_per_pixel, pixels };
}

const point = (x: number, y: number, type: string, id: string): LinePoint => ({
  id,
  x,
  y,
  type,
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});

export function line(
  name: string,
  shape: LineShape,
  frame_number: number | null,
  points: readonly (readonly [number, number, string])[],
): Line {
  const prefix = `${name} ${frame_number ?? ''}`;
  return {
    name,
    finished: true,
    shape,
    pattern: 'normal',
    frame_number,
    points: points.map(([x, y, type], place) => point(x, y, type, `${prefix} ${place}`)),
  };
}

const CLICKS = 9;

/** A wall from the septal to the lateral ring over the apex, which is up: half an ellipse about (80, 90). */
export function wall(name: string, frame_number: number, half_width: number, height: number): Line {
  const clicks = Array.from({ length: CLICKS }, (_, place): [number, number, string] => {
    const turn = Math.PI * (place / (CLICKS - 1));
    const type = place === 0 ? 'septum wall ring' : place === CLICKS - 1 ? 'free wall ring' : `user-defined_${place}`;
    return [80.25 - half_width * Math.cos(turn), 90.5 - height * Math.sin(turn), type];
  });
  return line(name, 'endo-epi', frame_number, clicks);
}

const atrium = (frame_number: number, depth: number): Line =>
  line('LA endo', 'ring', frame_number, [
    [55.1, 92.3, 'septum wall ring'],
    [60.3, 92.1 + depth, 'user-defined_1'],
    [80.2, 98.1 + depth, 'user-defined_2'],
    [100.4, 92.1 + depth, 'user-defined_3'],
    [105.2, 92.3, 'free wall ring'],
  ]);

export function measurement(name: string, units: string, value: readonly (number | null)[], more: Partial<Measurement> = {}): Measurement {
  const known = value.filter((one) => one !== null);
  const aggregate = known.reduce((sum, one) => sum + one, 0) / known.length;
  return { name, type: 'volume', units, value: [...value], ...(known.length > 0 ? { aggregate } : {}), ...more };
}

export const INSTANCE = '2.25.310012345678901234567890123456789';

export function fourChamber(): AnalysisImage {
  return {
    ...blankImage({ instance_id: INSTANCE, filename: '0123456789abcdef.dcm', active: true, metadata: null }, 'adult'),
    type: '4-chamber 2D',
    view: 'A4C',
    modality: '2D',
    is_annotated: true,
    is_segmented: true,
    cardiac_events: [{ id: 'c1', end_diastole: END_DIASTOLE, end_systole: END_SYSTOLE }],
    segmentation: [
      {
        end_diastole: { lines: [wall('LV endo', END_DIASTOLE, 25, 60), wall('LV epi', END_DIASTOLE, 33, 68), atrium(END_DIASTOLE, 10)] },
        end_systole: { lines: [wall('LV endo', END_SYSTOLE, 17, 48), wall('LV epi', END_SYSTOLE, 30, 63), atrium(END_SYSTOLE, 16)] },
      },
    ],
    measurements: [measurement('LV EDV', 'ml', [101.25]), measurement('LV ESV', 'ml', [40.5]), measurement('EF', '%', [60])],
  };
}

/** Lines of the chamber on a frame: from end diastole to end systole in even steps, afterwards as at end systole. */
export function chamberOn(frame_number: number): Line[] {
  const share = Math.min((frame_number - END_DIASTOLE) / (END_SYSTOLE - END_DIASTOLE), 1);
  const between = (from: number, to: number): number => from + share * (to - from);
  return [
    wall('LV endo', frame_number, between(25, 17), between(60, 48)),
    wall('LV epi', frame_number, between(33, 30), between(68, 63)),
    atrium(frame_number, between(10, 16)),
  ];
}

/** The clip with its lines on every frame of its cycle, which ends with the clip. */
export function followedChamber(): SourceImage {
  const image = fourChamber();
  const frames = Array.from({ length: FRAMES - END_DIASTOLE + 1 }, (_, at) => END_DIASTOLE + at);
  const lines = chamberOn(END_DIASTOLE).map(({ name, shape, points }, number): DenseLine => ({
    name,
    shape,
    types: points.map(({ type }) => type),
    frames: frames.map((frame_number) => {
      const at = chamberOn(frame_number)[number]?.points ?? [];
      return {
        frame_number,
        points: at.map(({ x, y }): [number, number] => [x, y]),
        quality: at.map(() => 0.9),
        drift_px: at.map(() => null),
      };
    }),
  }));
  const anchors = keptAnchors(anchorsOf(image, 0, { from: END_DIASTOLE, to: FRAMES, closed: false }));
  const followed: CycleSequence = {
    from_frame: END_DIASTOLE,
    to_frame: FRAMES,
    method: 'speckle-tracking',
    method_version: '3',
    anchors,
    lines_sha256: 'a'.repeat(64),
  };
  const segmentation = image.segmentation.map((cycle) => ({ ...cycle, sequence: followed }));
  return source({ ...image, segmentation }, { sequence: () => Promise.resolve({ format: 1, lines }) });
}

/** A still picture of a valve: an open line. */
export function valve(): AnalysisImage {
  return {
    ...fourChamber(),
    id: `${INSTANCE}.2`,
    instance_id: `${INSTANCE}.2`,
    filename: 'fedcba9876543210.dcm',
    type: 'Valves 2D',
    cardiac_events: [],
    segmentation: [
      {
        lines: [
          line('Mitral ring', 'valve', null, [
            [40.125, 30.75, 'hinge 1'],
            [60.5, 38.25, 'apex'],
            [90.0625, 33.5, 'hinge 2'],
          ]),
        ],
      },
    ],
    measurements: [measurement('Mitral ring', 'mm', [27.5], { type: 'distance' })],
  };
}

export function source(image: AnalysisImage = fourChamber(), more: Partial<SourceImage> = {}): SourceImage {
  const clip = image.type !== 'Valves 2D';
  const frame = more.frame ?? ((frame_number: number) => Promise.resolve(frameOf(frame_number)));
  return {
    study: {
      project: 'demo',
      study_id: '17_20260321',
      patient: 'P017',
      study_date: '2026-03-21',
      data_type: 'adult',
      gestational_age_days: null,
      gestational_age_source: null,
      age_days: 20_000,
      age_source: 'file',
      sex: 'F',
      sex_source: 'file',
      height_cm: 168,
      height_source: 'person',
      weight_kg: 61.5,
      weight_source: 'person',
      stated: [],
    },
    work: { editor: 'ann@example.org', reviewer: null, role: 'Editor', blind: false, pass: 1, version: 'v-42', ...NO_REVIEW },
    image,
    stored: new Map(),
    judged: new Map(),
    calipers: [],
    curves: [],
    number_of_frames: clip ? FRAMES : 1,
    frame_times_ms: clip ? Array.from({ length: FRAMES }, (_, frame) => frame * STEP_MS) : null,
    pixel_size_mm: PIXEL_MM,
    sector: null,
    sequence: () => Promise.resolve(null),
    frame,
    square: async (frame_number, to) => squareOf(await frame(frame_number), to),
    ...more,
  };
}

/** The engine's result for a frame, in the plainest way: every stored pixel gives each pixel of the square its share. */
function squareOf(
  { rows, columns, samples_per_pixel: samples, pixels }: DecodedFrame,
  { side, scale, margin }: SquarePlacement,
): Uint8Array {
  const sums = new Float64Array(side * side * 3);
  const sharesOf = (at: number, axis: 0 | 1): [number, number][] => {
    const [begin, end] = [at * scale[axis] + margin[axis], (at + 1) * scale[axis] + margin[axis]];
    const touched = Array.from({ length: Math.ceil(end) - Math.floor(begin) }, (_, n) => Math.floor(begin) + n);
    return touched.map((to): [number, number] => [to, Math.min(end, to + 1) - Math.max(begin, to)]).filter(([to]) => to >= 0 && to < side);
  };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (const [y, high] of sharesOf(row, 1))
        for (const [x, wide] of sharesOf(column, 0))
          for (let channel = 0; channel < 3; channel += 1)
            sums[(y * side + x) * 3 + channel]! +=
              high * wide * pixels[(row * columns + column) * samples + (samples === 1 ? 0 : channel)]!;
  return Uint8Array.from(sums, Math.round);
}

export interface Written {
  files: Map<string, Buffer>;
  left_out: LeftOut[];
}

/** Runs a writer on the images that it may hold, as an export does; files in the order in which they come. */
export async function written(writer: FormatWriter, sources: readonly SourceImage[]): Promise<Written> {
  const left_out: LeftOut[] = [];
  const files = new Map<string, Buffer>();
  async function* each(): AsyncGenerator<SourceImage> {
    for (const one of sources) {
      const refusal = writer.refusal(one.image);
      if (refusal === null) yield one;
      else left_out.push(leftOut(one, refusal));
    }
  }
  for await (const file of writer.write(each(), (what) => left_out.push(what))) files.set(file.path, await contentOf(file));
  return { files, left_out };
}

async function contentOf({ content }: ArchiveFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}
