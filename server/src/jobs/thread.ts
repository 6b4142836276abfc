import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { JOB_HEAP_MIB } from './limits.ts';

/** What every thread of a job tells on its way. */
export type OnTheWay =
  | { type: 'progress'; done: number; total: number }
  | { type: 'log'; line: string }
  | { type: 'failed'; message: string };

export interface ThreadOptions {
  signal: AbortSignal;
  progress?: (done: number, total: number) => void;
  log?: (line: string) => void;
}

/**
 * Runs an order in a thread of its own, with bounded memory. It ends at once when the signal is aborted.
 * @param script name of the bundle below server/dist
 */
export async function runThread<Outcome extends { type: string }>(
  script: string,
  order: { root: string },
  { signal, progress, log }: ThreadOptions,
): Promise<Exclude<Outcome, OnTheWay>> {
  signal.throwIfAborted();
  const worker = new Worker(path.join(order.root, 'server', 'dist', script), {
    name: script,
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: JOB_HEAP_MIB },
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  const isOnTheWay = (message: Outcome | OnTheWay): message is OnTheWay => ['progress', 'log', 'failed'].includes(message.type);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: Outcome | OnTheWay) => {
        if (!isOnTheWay(message)) resolve(message as Exclude<Outcome, OnTheWay>);
        else if (message.type === 'progress') progress?.(message.done, message.total);
        else if (message.type === 'log') log?.(message.line);
        else reject(new Error(message.message));
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
