/** The thread in which exports are made: with a connection of its own, which only reads, and an engine of its own. */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { connect } from '../db/connect.ts';
import { previewRows } from '../export/preview-rows.ts';
import { runExport } from '../export/run-export.ts';
import { type ThreadMessage, type ThreadOrder } from './messages.ts';

/** One connection reads; another is there for nothing. */
const CONNECTIONS = 1;

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

async function perform(order: ThreadOrder): Promise<void> {
  const { location, root } = order;
  const db = connect(location.kind === 'postgres' ? { ...location, poolSize: CONNECTIONS } : location);
  const engine = await createEngine({ workers: 1, root });
  try {
    const place = { ...order, db, engine, geometryFile: path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm') };
    // Who no longer wants the work ends this thread.
    const { signal } = new AbortController();
    if (order.id === null) return tell({ type: 'preview', preview: await previewRows(place, { ...order, signal }) });
    const contents = await runExport(place, {
      ...order,
      id: order.id,
      signal,
      now: Date.now,
      progress: (done, total) => tell({ type: 'progress', done, total }),
      log: (line) => tell({ type: 'log', line }),
    });
    return tell({ type: 'archive', contents });
  } finally {
    await engine.close();
    await db.close();
  }
}

// The main program wrote it, in this shape.
perform(workerData as ThreadOrder).catch((error: unknown) =>
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
);
