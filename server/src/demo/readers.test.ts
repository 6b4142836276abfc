/** Studies that several people read, made as the demo is, compared as the page of agreement compares them. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { AgreementReport, Reader } from '@echometry/contract/records/agreement.ts';
import { DEMO_PLAN } from './plan/demo-plan.ts';
import { generateDemo } from './plan/generate-demo.ts';
import type { DemoManifest } from './plan/manifest.ts';
import { phantomBinary } from './plan/test-set.ts';
import type { Truth } from './plan/truth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementReport } from '../statistics/agreement/report.ts';
import { gatherSubjects } from '../statistics/agreement/gather.ts';
import { storeConfigSet } from '../db/config-sets.ts';
import { findProject } from '../db/projects.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { BLIND_EDITOR, EDITOR } from './people.ts';
import { fillDemo } from './seed.ts';

const PROJECT = 'demo-readers-fetal';
/** Share by which the second reader differs from the truth at most, as story.ts gives it: bias and spread. */
const MOST = 0.042;

const exact: Reader = { editor: EDITOR, reviewer: null, blind: false, pass: 1 };
const first: Reader = { editor: BLIND_EDITOR, reviewer: null, blind: true, pass: 1 };
const second: Reader = { ...first, pass: 2 };

let engine: EngineClient;
let workspace: Workspace;
let manifest: DemoManifest;
let folder: string;

beforeAll(async () => {
  const root = checkoutRoot();
  folder = path.join(await temporaryFolder('demo'), 'drawn');
  await mkdir(folder, { recursive: true });
  const plan = DEMO_PLAN.filter(({ name }) => name === PROJECT);
  manifest = await generateDemo({ outDir: folder, phantomBinary: phantomBinary(), plan });
  await loadGeometry(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
  engine = await createEngine({ workers: 1, root });
  workspace = await openWorkspace({ folder: path.join(folder, '..', 'workspace'), kindIfNew: 'demo' });
  for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, 1);
  const options = { engine, signal: new AbortController().signal, onProgress: () => undefined, now: () => 1_795_000_000_000 };
  await fillDemo(workspace, options, folder, manifest);
}, 120_000);

afterAll(async () => {
  await workspace?.close();
  await engine?.close();
});

async function compared(...readers: Reader[]): Promise<AgreementReport> {
  const project = await findProject(workspace.db.query, { key: PROJECT });
  if (project === null) throw new Error('There is no such project');
  const subjects = gatherSubjects({
    db: workspace.db,
    engine,
    objects: workspace.objects,
    projectId: project.id,
    readers,
    progress: () => undefined,
  });
  return agreementReport(engine.agreement, subjects, { readers, date: 0, engine_version: '' });
}

/** Truth of one kind of picture, by the name that is shown of its patient. */
async function truths(type: string): Promise<Map<string, Truth>> {
  const found = new Map<string, Truth>();
  for (const patient of manifest.projects[0]?.patients ?? []) {
    const image = patient.images.find((one) => one.type === type);
    if (image !== undefined) found.set(patient.patient_show, JSON.parse(await readFile(path.join(folder, image.truth), 'utf8')) as Truth);
  }
  return found;
}

describe('studies of several readers', () => {
  it('differ by the variation of the second one from the truth that the first one drew', async () => {
    const report = await compared(exact, first);
    expect([report.studies, report.images]).toEqual([8, 32]);
    const row = report.values.find(({ name }) => name === 'HC');
    const heads = await truths('Head butterfly');
    expect(row?.points).toHaveLength(8);
    const shares = (row?.points ?? []).map(({ patient_show, mean, difference }) => {
      const truth = heads.get(patient_show)?.biometry?.circumference_cm ?? Number.NaN;
      // In cm or mm, as the definition has it: only the ratio counts.
      const [one, other] = [mean - difference / 2, mean + difference / 2];
      expect(Math.abs(one / truth - 1) < 0.01 || Math.abs(one / truth / 10 - 1) < 0.01, `${patient_show}: ${one} for ${truth} cm`).toBe(
        true,
      );
      return other / one - 1;
    });
    for (const share of shares) expect(Math.abs(share)).toBeLessThanOrEqual(MOST);
    expect(new Set(shares).size).toBe(8);
    expect(row?.icc.value ?? 0).toBeGreaterThan(0.9);
    // Marks of the strips are some columns apart, the same for each beat of one image.
    expect(report.events.some(({ n }) => n >= 8)).toBe(true);
    expect(report.lines.map(({ image_type }) => image_type)).toContain('Head butterfly');
  });

  it('hold a repeat of six of them by the second reader', async () => {
    const report = await compared(first, second);
    expect([report.studies, report.images]).toEqual([6, 24]);
    expect(report.values.find(({ name }) => name === 'PI')?.points).toHaveLength(6);
  });
});
