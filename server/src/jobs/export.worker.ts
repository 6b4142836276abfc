/** The thread in which exports are made, with an engine of its own; the program reads the database for it. */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { remoteDb, type RunRemote } from '../db/remote.ts';
import { previewRows } from '../export/preview-rows.ts';
import { runExport } from '../export/run-export.ts';
import { type ThreadAnswer, type ThreadMessage, type ThreadOrder } from './messages.ts';

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** Asks the program for rows; answers come back by the number of their question. */
function asking(): RunRemote {
  let asked = 0;
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();
  parentPort?.on('message', (answer: ThreadAnswer) => {
    const one = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('rows' in answer) one?.resolve(answer.rows);
    else one?.reject(new Error(answer.error));
  });
  return (query) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      tell({ type: 'query', number: asked, query });
    });
}

async function perform(order: ThreadOrder): Promise<void> {
  const { dialect, root } = order;
  const db = remoteDb(dialect, asking());
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
