/** The thread in which releases are made, with a separate engine; the program reads the database for it. */
import { workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { remoteDb } from '../db/remote.ts';
import { asking, performing, progress, tell } from '../jobs/in-thread.ts';
import { objectReader } from '../objects/place.ts';
import type { ReleaseOrder, ReleaseOutcome } from './release-order.ts';
import { runRelease } from './run-release.ts';

async function perform(order: ReleaseOrder): Promise<void> {
  const db = remoteDb(order.dialect, asking().query);
  const engine = await createEngine({ workers: 1, root: order.root });
  try {
    // Who no longer wants the release ends this thread.
    const { signal } = new AbortController();
    const made = await runRelease({ db, engine, objects: objectReader(order.objects) }, order, {
      signal,
      progress,
      log: (line) => tell({ type: 'log', line }),
    });
    tell<ReleaseOutcome>(made);
  } finally {
    await engine.close();
    await db.close();
  }
}

// The main program wrote it, in this shape.
performing(perform(workerData as ReleaseOrder));
