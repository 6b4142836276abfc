/** The thread in which statistics and comparisons are made; the program reads the database for it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { engineVersion, loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import { FETAL_MEASUREMENTS } from '@echometry/contract/generated/references.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { measuredInputs, type MeasuredInput } from '@echometry/contract/rules/guidelines.ts';
import { gatherSubjects } from './agreement/gather.ts';
import { readerReports } from './agreement/reader-reports.ts';
import { agreementReport } from './agreement/report.ts';
import type { Db } from '../db/connect.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import { curveConfig } from '../exports/curve-values.ts';
import { packedFile } from '../db/project-statistics.ts';
import { remoteDb } from '../db/remote.ts';
import { objectReader } from '../objects/place.ts';
import { gatherProject } from './gather.ts';
import { projectStatistics } from './project-statistics.ts';
import { asking, performing, progress, tell } from '../jobs/in-thread.ts';
import type { ProjectOrder, ProjectOutcome } from './project-orders.ts';

/** Starts an engine for the work, and ends it. */
async function withEngine<T>({ root }: ProjectOrder, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createEngine({ workers: 1, root });
  try {
    await loadGeometry(new Uint8Array(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function compare(db: Db, order: Extract<ProjectOrder, { kind: 'agreement' }>): Promise<void> {
  const report = await withEngine(order, (engine) => {
    const subjects = gatherSubjects({ ...order, objects: objectReader(order.objects), db, engine, progress });
    const about = { readers: order.readers, date: Date.now(), engine_version: engineVersion() };
    return agreementReport(engine.agreement, subjects, about);
  });
  tell<ProjectOutcome>({ type: 'agreement', report });
}

async function judgeReaders(db: Db, order: Extract<ProjectOrder, { kind: 'readers' }>): Promise<void> {
  const reports = await withEngine(order, (engine) =>
    readerReports({ ...order, objects: objectReader(order.objects), db, engine, engine_version: engineVersion(), progress }),
  );
  tell<ProjectOutcome>({ type: 'readers', reports });
}

/** Measurements that the tables of the set in use ask for, and sizes of the fetus that its equations use. */
async function guidelineInputs(db: Db, projectId: number): Promise<MeasuredInput[]> {
  const set = await currentConfigSet(db.query, 'echo_references', projectId);
  // A stored set was checked when it was added.
  return [...measuredInputs((set?.data ?? []) as readonly ReferencePack[]), ...FETAL_MEASUREMENTS];
}

async function perform(order: ProjectOrder): Promise<void> {
  const db = remoteDb(order.dialect, asking().query);
  if (order.kind === 'agreement') return compare(db, order);
  if (order.kind === 'readers') return judgeReaders(db, order);
  const rules = { ...order.rules, guidelineInputs: await guidelineInputs(db, order.projectId) };
  const config = await curveConfig(db, order.projectId);
  const files = await withEngine(order, (engine) => {
    const measuring = { db, engine, objects: objectReader(order.objects), config };
    return projectStatistics(gatherProject(measuring, order.projectId, progress), rules, Date.now());
  });
  return tell<ProjectOutcome>({ type: 'statistics', files: await Promise.all(files.map(packedFile)) });
}

// The main program wrote it, in this shape.
performing(perform(workerData as ProjectOrder));
