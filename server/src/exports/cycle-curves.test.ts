/** Rows of the curves of a followed cycle, against the second implementation in Python (fixtures/golden/cycle-curves/derive.py). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvesRequest } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { anchorsOf, framesOfCycle, keptAnchors } from '@echometry/contract/rules/sequence.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURVE_COLUMNS, curveRows, cycleCurvesOf } from './cycle-curves.ts';

interface Golden {
  images: [AnalysisImage];
  files: Record<string, ImageMetadata>;
  study: StudyFacts;
  request: CurvesRequest;
  times_ms: number[];
  expected: { line: string; formula: string; values: (number | null)[] }[];
  strain: { line: string; segment: string | null; values: (number | null)[] }[];
}

const readJson = async <T>(...place: string[]): Promise<T> => JSON.parse(await readFile(path.join(checkoutRoot(), ...place), 'utf8')) as T;
/** Curves are cut into pieces (engine-rs/tests/studies.rs). */
const SAMPLED = 1e-4;
/** Strain is a difference of such lengths, in points (engine-rs/tests/cycle_curves.rs). */
const STRAIN = 0.01;
const LINES_SHA256 = 'a'.repeat(64);

let engine: EngineClient;
let study: StudyMeasurements;
let golden: Golden;

/** The golden image with its cycle followed as it is drawn now. */
function followed(): AnalysisImage {
  const [image] = golden.images;
  const span = framesOfCycle(image, 0, golden.files.i1?.number_of_frames ?? 0);
  if (!span) throw new Error('The cycle has no frames');
  const sequence = {
    from_frame: span.from,
    to_frame: span.to,
    method: 'speckle-tracking',
    method_version: '3',
    anchors: keptAnchors(anchorsOf(image, 0, span)),
    lines_sha256: LINES_SHA256,
  };
  return { ...image, segmentation: image.segmentation.map((one, cycle) => (cycle === 0 ? { ...one, sequence } : one)) };
}

async function rowsOf(image: AnalysisImage, lines: CurvesRequest['lines'] | null = golden.request.lines) {
  const leftOut: string[] = [];
  study.setImage(image);
  const found = await cycleCurvesOf(study, image, {
    lines: (hash) => Promise.resolve(hash === LINES_SHA256 ? lines : null),
    leaveOut: (_, reason) => leftOut.push(reason),
  });
  if ('code' in found) throw new Error(found.message);
  return { rows: found.flatMap(curveRows), leftOut };
}

beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  golden = await readJson('fixtures', 'golden', 'cycle-curves', 'cases.json');
  const set = (name: string) => readJson<unknown>('contract', 'config', name);
  const [image_types, measurements] = [await set('echo_image_types.json'), await set('echo_measurements.json')];
  study = engine.study({ image_types, measurements }, golden.study);
  study.setFile('i1', golden.files.i1 as ImageMetadata);
});

afterAll(async () => {
  study.close();
  await engine.close();
});

describe('the table of curves', () => {
  it('has a row for each frame of each line and formula, with the values of a second implementation', async () => {
    const { rows, leftOut } = await rowsOf(followed());
    expect(leftOut).toEqual([]);
    const frames = golden.times_ms.length;
    expect(rows).toHaveLength((golden.expected.length + golden.strain.length) * frames);
    const at = (column: (typeof CURVE_COLUMNS)[number]): number => CURVE_COLUMNS.indexOf(column);
    for (const [number, { line, formula, values }] of golden.expected.entries())
      for (const [place, expected] of values.entries()) {
        const row = rows[number * frames + place] ?? [];
        expect([row[at('cycle')], row[at('line')], row[at('formula')]]).toEqual([1, line, formula]);
        expect(row[at('time_ms')]).toBeCloseTo(golden.times_ms[place] ?? 0, 4);
        const value = row[at('value')];
        if (expected === null) expect([value, row[at('reason')]]).toEqual([null, 'doubtful-line']);
        else expect(Math.abs(Number(value) / expected - 1)).toBeLessThan(SAMPLED);
      }
    const strain = rows.slice(golden.expected.length * frames);
    for (const [number, { line, segment, values }] of golden.strain.entries())
      for (const [place, expected] of values.entries()) {
        const row = strain[number * frames + place] ?? [];
        expect([row[at('line')], row[at('segment')], row[at('measurement')], row[at('unit')]]).toEqual([line, segment, 'strain', '%']);
        // A person drew end systole in the golden image, so its points are not on the same tissue.
        if (segment !== null) expect([row[at('value')], row[at('reason')]]).toEqual([null, 'drawn-by-hand']);
        else if (expected === null) expect([row[at('value')], row[at('reason')]]).toEqual([null, 'doubtful-line']);
        else expect(Math.abs(Number(row[at('value')]) - expected)).toBeLessThan(STRAIN);
      }
    expect(new Set(rows.map((row) => row[at('unit')]))).toEqual(new Set(['ml', 'cm2', '%']));
  });

  it('leaves a cycle out, with the reason, when a mark has changed since or its lines are missing', async () => {
    const image = followed();
    const moved = { ...image, cardiac_events: image.cardiac_events.map((one, cycle) => (cycle === 0 ? { ...one, end_systole: 19 } : one)) };
    expect(await rowsOf(moved)).toEqual({ rows: [], leftOut: [expect.stringContaining('has changed since')] });
    expect(await rowsOf(image, null)).toEqual({ rows: [], leftOut: [expect.stringContaining('missing or damaged')] });
  });
});
