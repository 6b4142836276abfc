/** Values of curves through the worker and the command line, against the second implementation in Python (fixtures/golden/cycle-curves/derive.py). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalysisImage, CycleSequence, DenseLine, EndSystoleRule, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { CurveReading, CurvesRequest, CurveValue, CycleCurves, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../src/engine/client.ts';
import type { StudyMeasurements } from '../src/engine/study-measurements.ts';
import { checkoutRoot, createEngine } from '../src/node/client.ts';

interface Golden {
  images: [AnalysisImage];
  files: { i1: ImageMetadata };
  study: StudyFacts;
  request: CurvesRequest;
  epicardium: DenseLine;
  mid_wall: { segment: string | null; values: (number | null)[] }[];
  shaken: {
    rounds: number;
    seed: number;
    points_px: number;
    drawn: Line[];
    values: (Record<CurveValue, number> & { time: Record<CurveValue, number>; marks: Record<CurveValue, number> })[];
  };
}

/** As in engine-rs/tests/curve_values.rs: strain in points, and the relative difference of shaken values. */
const STRAIN = 0.01;
const SAMPLED = 1e-3;
const HASH = 'a'.repeat(64);
const CONFIG = path.join(checkoutRoot(), 'contract', 'config');

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const golden = read<Golden>(path.join(checkoutRoot(), 'fixtures', 'golden', 'cycle-curves', 'cases.json'));
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-curves-'));

let engine: EngineClient;
let study: StudyMeasurements;

async function curvesOf(more: Partial<CurvesRequest>): Promise<CycleCurves> {
  const answer = await study.cycleCurves({ ...golden.request, ...more });
  if (!answer.ok || !answer.value) throw new Error('The cycle has no curves');
  return answer.value;
}

beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  const set = (name: string): unknown => read(path.join(CONFIG, name));
  const config = { image_types: set('echo_image_types.json'), measurements: set('echo_measurements.json') };
  study = engine.study(config, golden.study);
  study.setFile('i1', golden.files.i1);
  study.setImage(golden.images[0]);
});

afterAll(async () => {
  study.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The golden record with its cycle accepted. */
function accepted(): AnalysisImage {
  const [image] = golden.images;
  const drawn = image.segmentation.flatMap(({ end_diastole, end_systole }) => [
    ...(end_diastole?.lines ?? []),
    ...(end_systole?.lines ?? []),
  ]);
  const anchors = ['LV endo', 'LA endo'].flatMap((name) =>
    drawn
      .filter((line) => line.name === name)
      .toSorted((a, b) => (a.frame_number ?? 0) - (b.frame_number ?? 0))
      .map(({ frame_number, points }) => ({
        name,
        frame_number: frame_number ?? 0,
        points: points.map(({ x, y }): [number, number] => [x, y]),
      })),
  );
  const sequence: CycleSequence = {
    from_frame: 3,
    to_frame: 44,
    method: 'speckle-tracking',
    method_version: '3',
    anchors,
    lines_sha256: HASH,
  };
  return { ...image, segmentation: image.segmentation.map((one, cycle) => (cycle === 0 ? { ...one, sequence } : one)) };
}

/** The first image of what the command line prints for an analysis; its files are not there. */
function evaluated(image: AnalysisImage): { cycles: { cycle: number; curves: CycleCurves | null; missing: string | null }[] } {
  const analysis = path.join(folder, 'analysis.json');
  const none = path.join(folder, 'none');
  mkdirSync(none, { recursive: true });
  writeFileSync(analysis, JSON.stringify({ images: [image], study: golden.study, sequences: { [HASH]: golden.request.lines } }));
  const program = path.join(checkoutRoot(), 'server', 'dist', 'engine-cli.js');
  const printed = execFileSync(process.execPath, [program, 'evaluate', analysis, '--dicom', none, '--config', CONFIG], {
    encoding: 'utf8',
  });
  const line = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as { images: [ReturnType<typeof evaluated>] };
  return line.images[0];
}

describe('values of curves', () => {
  it('of the mid-wall line agree with a second implementation, and name the missing line without an epicardium', async () => {
    const lines = { ...golden.request.lines, lines: [...golden.request.lines.lines, golden.epicardium] };
    const { curves, missing } = await curvesOf({ lines });
    const found = curves.filter(({ kind }) => kind === 'mid-wall-strain');
    expect(found.map(({ segment }) => segment)).toEqual(golden.mid_wall.map(({ segment }) => segment));
    for (const [at, { values }] of golden.mid_wall.entries())
      for (const [place, expected] of values.entries()) {
        const value = found[at]?.values[place] ?? null;
        if (expected === null) expect(value).toBeNull();
        else expect(Math.abs((value ?? NaN) - expected)).toBeLessThan(STRAIN);
      }
    expect(missing).toEqual([]);
    expect((await curvesOf({})).missing).toEqual([{ line: 'LV endo', kind: 'mid-wall-strain', needs: 'LV epi' }]);
  });

  it('follow the rule of end systole, which they name with its frame', async () => {
    const at = async (end_systole: EndSystoleRule) => (await curvesOf({ end_systole })).end_systole;
    expect(await at('mark')).toMatchObject({ rule: 'mark', frame_number: 18, missing: null });
    const { curves, end_systole } = await curvesOf({ end_systole: 'smallest-volume' });
    expect(end_systole).toMatchObject({ rule: 'smallest-volume', frame_number: curves[0]?.of_curve.smallest?.frame_number });
    expect(await at('aortic-valve-closure')).toMatchObject({ frame_number: null, missing: 'no-aortic-closure' });
  });

  it('on shaken lines agree with a second implementation, whichever way the repetitions are divided', async () => {
    const { rounds, seed, points_px, drawn, values } = golden.shaken;
    const jitter = { points_px, events: 0, rounds, seed };
    let shaken: ShakenCurves | null = null;
    while (shaken === null || shaken.rounds < rounds) {
      const answer = await study.shakeCurves({ curves: { ...golden.request, drawn }, jitter, so_far: shaken });
      if (!answer.ok || !answer.value) throw new Error('The cycle has no curves');
      shaken = answer.value;
    }
    const draws = (value: CurveValue, reading: CurveReading): number[] =>
      shaken?.values.find(
        ({ key }) => key.line === 'LV endo' && key.formula === 'simpson' && key.value === value && key.reading === reading,
      )?.draws ?? [];
    for (const [turn, expected] of values.entries()) {
      const near = (found: number | undefined, to: number) => expect(Math.abs((found ?? NaN) / to - 1)).toBeLessThan(SAMPLED);
      for (const value of ['largest', 'smallest', 'emptying-fraction', 'emptying-rate'] as const)
        near(draws(value, 'value')[turn], expected[value]);
      for (const value of ['largest', 'smallest', 'emptying-fraction'] as const) near(draws(value, 'marks')[turn], expected.marks[value]);
      for (const value of ['smallest', 'emptying-rate'] as const) expect(draws(value, 'time')[turn]).toBeCloseTo(expected.time[value], 5);
    }
  });

  it('of a view on shaken lines agree with a second implementation, and have no average without the other views', async () => {
    const { rounds, seed, points_px, drawn, values } = golden.shaken;
    const jitter = { points_px, events: 0, rounds, seed };
    const answer = await study.shakeViews({ cycles: [{ ...golden.request, drawn }], jitter, so_far: null });
    if (!answer.ok) throw new Error(answer.error.message);
    const { views, average } = answer.value;
    for (const [turn, expected] of values.entries())
      expect(Math.abs((views[0]?.draws[turn] ?? NaN) - expected['end-systolic'])).toBeLessThan(STRAIN);
    expect(average).toEqual({ draws: [], half_95: null });
  });

  it('are printed by the command line as the worker returns them, until a drawn line changes', async () => {
    const image = accepted();
    const { cycles } = evaluated(image);
    const fresh = engine.study(
      { image_types: read(path.join(CONFIG, 'echo_image_types.json')), measurements: read(path.join(CONFIG, 'echo_measurements.json')) },
      golden.study,
    );
    fresh.setImage(image);
    const [own, next] = image.segmentation;
    const drawn = ['LV endo', 'LA endo'].flatMap((name) =>
      [own?.end_diastole, own?.end_systole, next?.end_diastole].flatMap((event) => event?.lines.filter((line) => line.name === name) ?? []),
    );
    const answer = await fresh.cycleCurves({ ...golden.request, drawn });
    fresh.close();
    expect(cycles).toEqual([{ cycle: 0, curves: answer.ok ? answer.value : null, missing: null }]);
    const moved = { ...image, cardiac_events: image.cardiac_events.map((one, cycle) => (cycle === 0 ? { ...one, end_systole: 19 } : one)) };
    expect(evaluated(moved).cycles).toEqual([{ cycle: 0, curves: null, missing: 'outdated' }]);
  });
});
