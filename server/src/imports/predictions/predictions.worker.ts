/** The thread in which lines of a model are read, drawn and measured; the program reads the database for it and stores the studies. */
import { workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { remoteDb } from '../../db/remote.ts';
import { asking, performing, progress, tell } from '../../jobs/in-thread.ts';
import { objectReader } from '../../objects/place.ts';
import { drawLines } from './draw-lines.ts';
import type { PredictionsOrder, PredictionsOutcome } from './thread.ts';

async function perform(order: PredictionsOrder): Promise<void> {
  const { query, give } = asking();
  const db = remoteDb(order.dialect, query);
  const engine = await createEngine({ workers: 1, root: order.root });
  try {
    const refusals = await drawLines({ db, objects: objectReader(order.objects), engine }, order, {
      // Who no longer wants the work ends this thread.
      signal: new AbortController().signal,
      onProgress: ({ done, total }) => progress(done, total),
      keep: give,
    });
    tell<PredictionsOutcome>({ type: 'drawn', refusals });
  } finally {
    await engine.close();
    await db.close();
  }
}

// The main program wrote it, in this shape.
performing(perform(workerData as PredictionsOrder));
