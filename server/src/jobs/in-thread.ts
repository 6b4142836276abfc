/** The other side of jobs/thread.ts: what a thread of a job is given and how it asks. */
import { parentPort } from 'node:worker_threads';
import type { RemoteQuery, RunRemote } from '../db/remote.ts';
import { nameless, Refusal, StoreUnavailable } from '../errors.ts';
import type { OnTheWay, ThreadAnswer } from './thread.ts';

/** Sends a message to the program. */
export const tell = <Outcome extends { type: string }>(message: Outcome | OnTheWay): void => parentPort?.postMessage(message);

export const progress = (done: number, total: number): void => tell({ type: 'progress', done, total });

/** Asks the program for the rows of a query, or to keep a part of the work. Each response carries the number of its question. */
export function asking(): { query: RunRemote; give: (part: unknown) => Promise<void> } {
  let asked = 0;
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();
  parentPort?.on('message', (answer: ThreadAnswer) => {
    const one = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('rows' in answer) one?.resolve(answer.rows);
    else one?.reject(new Error(answer.error));
  });
  const ask = (question: { type: 'query'; query: RemoteQuery } | { type: 'part'; part: unknown }): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      tell({ ...question, number: asked });
    });
  return {
    query: (query) => ask({ type: 'query', query }),
    give: async (part) => void (await ask({ type: 'part', part })),
  };
}

/** Performs the order of the thread; a failure is reported in words. */
export const performing = (work: Promise<void>): void =>
  void work.catch((error: unknown) => {
    const reason = error instanceof StoreUnavailable ? ('away' as const) : error instanceof Refusal ? ('refused' as const) : null;
    tell({ type: 'failed', message: nameless(error), reason });
  });
