import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Db } from '../db/connect.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { type RemoteQuery, runRemote } from '../db/remote.ts';
import { JOB_HEAP_MIB } from './limits.ts';

/** What every thread of a job tells on its way: it asks for rows, since it has no connection of its own. */
export type OnTheWay =
  | { type: 'progress'; done: number; total: number }
  | { type: 'log'; line: string }
  /** `away` when the object store was. */
  | { type: 'failed'; message: string; away?: boolean }
  | { type: 'query'; number: number; query: RemoteQuery };

/** What it is told: rows of a query, or why there are none. */
export type ThreadAnswer = { number: number; rows: unknown[] } | { number: number; error: string };

export interface ThreadOptions {
  signal: AbortSignal;
  progress?: (done: number, total: number) => void;
  log?: (line: string) => void;
}

const ON_THE_WAY: readonly string[] = ['progress', 'log', 'failed', 'query'] satisfies OnTheWay['type'][];

/** Runs a query of the thread and sends it the rows, or the message of the error. */
function answerQuery(db: Db, { number, query }: Extract<OnTheWay, { type: 'query' }>, send: (answer: ThreadAnswer) => void): void {
  runRemote(db, query).then(
    (rows) => send({ number, rows }),
    (error: unknown) => send({ number, error: error instanceof Error ? error.message : String(error) }),
  );
}

/**
 * Runs an order in a thread of its own, with bounded memory, and reads the database for it: a thread that ends while it holds
 * a connection would take the program with it. It ends at once when the signal is aborted.
 * @param script name of the bundle below server/dist
 */
export async function runThread<Outcome extends { type: string }>(
  db: Db,
  script: string,
  order: { root: string },
  { signal, progress, log }: ThreadOptions,
): Promise<Outcome> {
  signal.throwIfAborted();
  const worker = new Worker(path.join(order.root, 'server', 'dist', script), {
    name: script,
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: JOB_HEAP_MIB },
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  const isOnTheWay = (message: Outcome | OnTheWay): message is OnTheWay => ON_THE_WAY.includes(message.type);
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      worker.on('message', (message: Outcome | OnTheWay) => {
        if (!isOnTheWay(message)) resolve(message);
        else if (message.type === 'progress') progress?.(message.done, message.total);
        else if (message.type === 'log') log?.(message.line);
        else if (message.type === 'query') answerQuery(db, message, (answer) => worker.postMessage(answer));
        else reject(message.away === true ? new StoreUnavailable(message.message) : new Error(message.message));
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(new Error(signal.aborted ? 'Ended before it was done' : 'The thread of the job ended before it was done')),
      );
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
