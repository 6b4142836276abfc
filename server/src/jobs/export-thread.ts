import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Db } from '../db/connect.ts';
import { runRemote } from '../db/remote.ts';
import { archivePath } from '../export/archive-path.ts';
import { JOB_HEAP_MIB } from './limits.ts';
import { type ThreadAnswer, type ThreadMessage, type ThreadOrder } from './messages.ts';

/** Reads for the thread; it is told of a failure and decides itself. */
function answerQuery(db: Db, { number, query }: Extract<ThreadMessage, { type: 'query' }>, send: (answer: ThreadAnswer) => void): void {
  runRemote(db, query).then(
    (rows) => send({ number, rows }),
    (error: unknown) => send({ number, error: error instanceof Error ? error.message : String(error) }),
  );
}

type Outcome = Extract<ThreadMessage, { type: 'archive' | 'preview' }>;

/**
 * Runs an order in a thread of its own, with bounded memory. It ends at once when the signal is aborted, and leaves nothing of
 * an unfinished archive.
 */
export async function inThread(
  db: Db,
  order: ThreadOrder,
  options: { signal: AbortSignal; progress?: (done: number, total: number) => void; log?: (line: string) => void },
): Promise<Outcome> {
  const { signal } = options;
  signal.throwIfAborted();
  const script = path.join(order.root, 'server', 'dist', 'export.worker.js');
  const worker = new Worker(script, { name: 'export', workerData: order, resourceLimits: { maxOldGenerationSizeMb: JOB_HEAP_MIB } });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.type === 'progress') options.progress?.(message.done, message.total);
        else if (message.type === 'log') options.log?.(message.line);
        else if (message.type === 'query') answerQuery(db, message, (answer) => worker.postMessage(answer));
        else if (message.type === 'failed') reject(new Error(message.message));
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(signal.aborted ? new Error('Ended before it was done') : new Error('The thread of the export ended before it was done')),
      );
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
    if (signal.aborted && order.id !== null) await dropUnfinished(order.exportsFolder, order.id);
  }
}

async function dropUnfinished(folder: string, id: string): Promise<void> {
  const target = archivePath(folder, id);
  await rm(`${target}.part`, { force: true });
  await rm(`${target}.work`, { recursive: true, force: true });
}
