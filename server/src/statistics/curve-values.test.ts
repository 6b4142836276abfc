/** Values of followed cycles in statistics and agreement: one reader's lines are the other's, smaller by a tenth. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, Line, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import { DataStatistics } from '@echometry/contract/records/statistics.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { followedImage, goldenCycle, type GoldenCycle } from '../../test/followed-cycle.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { storeConfigSet } from '../db/config-sets.ts';
import { findProject } from '../db/projects.ts';
import { curveConfig } from '../exports/curve-values.ts';
import { gatherSubjects } from './agreement/gather.ts';
import { agreementReport } from './agreement/report.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';
import { gatherProject } from './gather.ts';
import { projectStatistics } from './project-statistics.ts';

const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');
const READERS: Reader[] = [
  { editor: EDITOR, reviewer: null, blind: false, pass: 1 },
  { editor: BLIND, reviewer: null, blind: true, pass: 1 },
];
/** Of the second reader's lines. */
const SMALLER = 0.9;
/** Curves are cut into pieces (engine-rs/tests/studies.rs). */
const SAMPLED = 1e-4;
const PROGRESS = () => undefined;

const hashOf = (lines: SequenceLines): string => createHash('sha256').update(JSON.stringify(lines)).digest('hex');
const scaled = (line: Line, by: number): Line => ({
  ...line,
  points: line.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
});

/** The engine with the golden file for every file: the stored ones are not DICOM. */
const readsGolden = (engine: EngineClient, { files }: GoldenCycle): Engine =>
  ({
    agreement: engine.agreement,
    study: (...of: Parameters<Engine['study']>) => engine.study(...of),
    open: () => Promise.resolve({ ok: true, value: 1 }),
    metadata: () => Promise.resolve({ ok: true, value: files.i1 }),
    release: () => undefined,
  }) as unknown as Engine;

/** The golden cycle with every line smaller towards the corner of the picture. */
function scaledCycle(golden: GoldenCycle, by: number): GoldenCycle {
  const [image] = golden.images;
  const event = (one?: { lines: Line[] }) => ({ lines: (one?.lines ?? []).map((line) => scaled(line, by)) });
  const segmentation = image.segmentation.map((cycle) => ({
    ...cycle,
    end_diastole: event(cycle.end_diastole),
    end_systole: event(cycle.end_systole),
  }));
  const { lines: followed } = golden.request;
  const lines = followed.lines.map((line) => ({
    ...line,
    frames: line.frames.map((frame) => ({ ...frame, points: frame.points.map(([x, y]): [number, number] => [x * by, y * by]) })),
  }));
  return { ...golden, images: [{ ...image, segmentation }], request: { ...golden.request, lines: { ...followed, lines } } };
}

describe.each(databases())('values of curves on $name', ({ seeded }) => {
  let world: World;
  let started: EngineClient;
  let engine: Engine;
  let golden: GoldenCycle;
  let projectId: number;

  const save = async (email: string, role: 'Editor' | 'Ground-truth generator', cycle: GoldenCycle) => {
    const lines = cycle.request.lines;
    const image: AnalysisImage = { ...world.images[0]!, ...followedImage(cycle, hashOf(lines)), measurements: [] };
    const { id, filename, instance_id } = world.images[0]!;
    const body = { ...world.save(email, [{ ...image, id, filename, instance_id }]), sequences: [lines] };
    const { status, answer } = await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, role), body });
    expect([status, answer]).toMatchObject([200, { conflict: false }]);
  };
  const measuring = async () => ({ db: world.db, engine, objects: world.objects, config: await curveConfig(world.db, projectId) });

  beforeAll(async () => {
    await loadGeometry(await readFile(path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
    [started, golden] = [await createEngine({ workers: 1 }), await goldenCycle()];
    engine = readsGolden(started, golden);
    world = await World.make(await seeded());
    for (const set of SHIPPED_SETS) await storeConfigSet(world.db.query, set, 1);
    projectId = (await findProject(world.db.query, { key: PROJECT._id }))?.id ?? 0;
    await save(EDITOR, 'Editor', golden);
    await save(BLIND, 'Ground-truth generator', scaledCycle(golden, SMALLER));
  });
  afterAll(async () => {
    await world.close();
    await started.close();
  });

  it('are measurements of the statistics', async () => {
    const rules = { guidelineInputs: [], cardiac_cycles: 1, image_requirements: [] };
    const files = await projectStatistics(gatherProject(await measuring(), projectId, PROGRESS), rules, 0);
    const text = files.find(({ name }) => name === 'data_statistics.json')?.content ?? '';
    const { plots } = Value.Parse(DataStatistics, JSON.parse(text));
    const measured = plots.flatMap((plot) => (plot.name === 'values_by_age' ? plot.measurements : []));
    const edv = measured.find(({ name }) => name === 'LV endo curve, EDV');
    const expected = golden.expected.find(({ line }) => line === 'LV endo')!;
    expect(edv).toMatchObject({ image_type: '4-chamber 2D', units: 'ml' });
    expect(Math.abs((edv?.points[0]?.value ?? 0) / (expected.of_curve.largest?.value ?? 0) - 1)).toBeLessThan(SAMPLED);
    expect(measured.some(({ name }) => name.includes('septum'))).toBe(false);
  });

  it('are compared between readers: a tenth smaller has 0.729 of the volume, and the same fraction and strain', async () => {
    const gathering = { db: world.db, engine, objects: world.objects, projectId, readers: READERS, progress: PROGRESS };
    const about = { readers: READERS, date: 0, engine_version: '' };
    const { values } = await agreementReport(engine.agreement, gatherSubjects(gathering), about);
    const differenceOf = (name: string) => values.find((row) => row.name === name)?.points[0];
    const volume = golden.expected.find(({ line }) => line === 'LV endo')!.of_curve.largest?.value ?? 0;
    const edv = differenceOf('LV endo curve, EDV');
    expect(Math.abs((edv?.difference ?? 0) / (volume * (SMALLER ** 3 - 1)) - 1)).toBeLessThan(1e-3);
    for (const name of ['LV endo curve, EF', 'LV endo curve, peak strain', 'LV endo curve, end-systolic strain'])
      expect(differenceOf(name)?.difference).toBeCloseTo(0, 6);
  });
});
