/** The thread in which statistics and comparisons are made: with a connection of its own, which only reads. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { engineVersion, loadGeometry } from '@echometry/bindings/geometry.ts';
import { gatherSubjects } from '../agreement/gather.ts';
import { agreementReport } from '../agreement/report.ts';
import { connect, type Db } from '../db/connect.ts';
import { gatherProject } from '../statistics/gather.ts';
import { projectStatistics } from '../statistics/project-statistics.ts';
import { type ProjectMessage, type ProjectOrder } from './project-orders.ts';

const tell = (message: ProjectMessage): void => parentPort?.postMessage(message);
const progress = (done: number, total: number): void => tell({ type: 'progress', done, total });

async function compare(db: Db, order: Extract<ProjectOrder, { kind: 'agreement' }>): Promise<void> {
  const engine = await createEngine({ workers: 1, root: order.root });
  try {
    await loadGeometry(new Uint8Array(await readFile(path.join(order.root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
    const subjects = gatherSubjects({ ...order, db, engine, progress });
    const about = { readers: order.readers, date: Date.now(), engine_version: engineVersion() };
    tell({ type: 'agreement', report: await agreementReport(engine.agreement, subjects, about) });
  } finally {
    await engine.close();
  }
}

async function perform(order: ProjectOrder): Promise<void> {
  const { location } = order;
  const db = connect(location.kind === 'postgres' ? { ...location, poolSize: 1 } : location);
  try {
    if (order.kind === 'agreement') return await compare(db, order);
    const files = await projectStatistics(gatherProject({ db }, order.projectId, progress), order.rules, Date.now());
    return tell({ type: 'statistics', files });
  } finally {
    await db.close();
  }
}

// The main program wrote it, in this shape.
perform(workerData as ProjectOrder).catch((error: unknown) =>
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
);
