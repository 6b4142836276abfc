/** Studies of the demo with their truth, imported and worked through as the demo is, for tests that read them back. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DEMO_PLAN } from '../src/demo/plan/demo-plan.ts';
import { generateDemo } from '../src/demo/plan/generate-demo.ts';
import type { DemoImage, DemoManifest } from '../src/demo/plan/manifest.ts';
import { phantomBinary } from '../src/demo/plan/test-set.ts';
import type { Truth } from '../src/demo/plan/truth.ts';
import { expect } from 'vitest';
import { readDocument } from '../src/analyses/read.ts';
import { storeConfigSet } from '../src/db/config-sets.ts';
import { fillDemo } from '../src/demo/seed.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import { temporaryFolder } from './temporary.ts';

/** An image of a study, what is true about it and what was stored. */
export interface Known {
  drawn: DemoImage;
  truth: Truth;
  image: AnalysisImage;
  object: string;
}

export interface DemoStudies {
  engine: EngineClient;
  workspace: Workspace;
  /** Newest shared work of each study, image by image. */
  studies: ReadonlyMap<string, Known[]>;
  close(): Promise<void>;
}

async function readStudy(workspace: Workspace, folder: string, manifest: DemoManifest, patientShow: string): Promise<Known[]> {
  const drawn = manifest.projects.flatMap((p) => p.patients).find((p) => p.patient_show === patientShow)?.images ?? [];
  const { query } = workspace.db;
  const study = await query
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select('study.id')
    .where('patient.patient_show', '=', patientShow)
    .executeTakeFirstOrThrow();
  const files = await query.selectFrom('image_file').selectAll().where('study_id', '=', study.id).orderBy('position').execute();
  const version = await query
    .selectFrom('analysis_version')
    .select('id')
    .where('study_id', '=', study.id)
    .where('blind', '=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { images } = (await readDocument(workspace, version.id)).document;
  return Promise.all(
    drawn.map(async (entry, position) => {
      const file = files[position];
      const image = images.find((candidate) => candidate.instance_id === file?.instance_id);
      if (file === undefined || image === undefined) throw new Error(`${entry.file} is not in the study`);
      const truth = JSON.parse(await readFile(path.join(folder, entry.truth), 'utf8')) as Truth;
      return { drawn: entry, truth, image, object: file.object_sha256 };
    }),
  );
}

/** Draws, imports and works through the chosen patients of the demo. */
export async function demoStudies(chosen: ReadonlySet<string>): Promise<DemoStudies> {
  const root = checkoutRoot();
  const folder = path.join(await temporaryFolder('demo'), 'drawn');
  await mkdir(folder, { recursive: true });
  const plan = DEMO_PLAN.map((project) => ({
    ...project,
    studies: project.studies.filter((study) => chosen.has(study.patient_show)),
  })).filter((project) => project.studies.length > 0);
  const manifest = await generateDemo({ outDir: folder, phantomBinary: phantomBinary(), plan, visibleEdges: false });
  await loadGeometry(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
  const engine = await createEngine({ workers: 1, root });
  const workspace = await openWorkspace({ folder: path.join(folder, '..', 'workspace'), kindIfNew: 'demo' });
  for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, 1);
  const options = { engine, signal: new AbortController().signal, onProgress: () => undefined, now: () => 1_795_000_000_000 };
  await fillDemo(workspace, options, folder, manifest);
  const studies = new Map<string, Known[]>();
  for (const patient of chosen) studies.set(patient, await readStudy(workspace, folder, manifest, patient));
  return {
    engine,
    workspace,
    studies,
    async close() {
      await workspace.close();
      await engine.close();
    },
  };
}

/** Stored values of a measurement, one per cycle. */
export function values(known: Known, name: string): number[] {
  const found = known.image.measurements.find((measurement) => measurement.name === name);
  if (found === undefined) throw new Error(`${known.drawn.file} has no ${name}`);
  return found.value.map((value) => value ?? Number.NaN);
}

/** Compares value by value: cycle n is beat n of the truth. */
export function near(found: readonly number[], expected: readonly number[], relative: number, absolute: number, what: string): void {
  expect(found.length, what).toBeGreaterThan(0);
  found.forEach((value, cycle) => {
    const truth = expected[cycle] ?? Number.NaN;
    const most = Math.max(absolute, relative * Math.abs(truth));
    expect(Math.abs(value - truth), `${what} of cycle ${cycle + 1}: ${value} for ${truth}`).toBeLessThanOrEqual(most);
  });
}
