/** The other side of jobs/thread.ts: what a thread of a job is given and how it asks. */
import { parentPort } from 'node:worker_threads';
import type { RunRemote } from '../db/remote.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { OnTheWay, ThreadAnswer } from './thread.ts';

/** Tells the program. */
export const tell = <Outcome extends { type: string }>(message: Outcome | OnTheWay): void => parentPort?.postMessage(message);

export const progress = (done: number, total: number): void => tell({ type: 'progress', done, total });

/** Asks the program for rows; answers come back by the number of their question. */
export function asking(): RunRemote {
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

/** Performs the order of the thread; what fails is told in words. */
export const performing = (work: Promise<void>): void =>
  void work.catch((error: unknown) =>
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error), away: error instanceof StoreUnavailable }),
  );
