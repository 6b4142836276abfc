/** The thread in which exports are made, with a separate engine; the program reads the database for it. */
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { remoteDb } from '../db/remote.ts';
import { ENGINE_WORKERS } from '../limits.ts';
import { previewRows } from './preview-rows.ts';
import { runExport } from './run-export.ts';
import { objectReader } from '../objects/place.ts';
import { asking, performing, progress, tell } from '../jobs/in-thread.ts';
import type { ExportOutcome, ThreadOrder } from './thread-order.ts';

async function perform(order: ThreadOrder): Promise<void> {
  const { dialect, root } = order;
  const db = remoteDb(dialect, asking().query);
  const engine = await createEngine({ workers: ENGINE_WORKERS, root });
  try {
    const place = {
      ...order,
      objects: objectReader(order.objects),
      db,
      engine,
      geometryFile: path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'),
    };
    // Who no longer wants the work ends this thread.
    const { signal } = new AbortController();
    if (order.id === null) return tell<ExportOutcome>({ type: 'preview', preview: await previewRows(place, { ...order, signal }) });
    const contents = await runExport(place, {
      ...order,
      id: order.id,
      signal,
      now: Date.now,
      progress,
      log: (line) => tell({ type: 'log', line }),
    });
    return tell<ExportOutcome>({ type: 'archive', contents });
  } finally {
    await engine.close();
    await db.close();
  }
}

// The main program wrote it, in this shape.
performing(perform(workerData as ThreadOrder));
