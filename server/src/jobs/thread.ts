import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Db } from '../db/connect.ts';
import { Refusal, StoreUnavailable } from '../errors.ts';
import { type RemoteQuery, runRemote } from '../db/remote.ts';
import { JOB_HEAP_MIB } from './limits.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Messages of every thread of a job during its work: it asks for rows, since it has no connection. */
export type OnTheWay =
  | { type: 'progress'; done: number; total: number }
  | { type: 'log'; line: string }
  /** `away` when the object store was; `refused` in words for the person who asked. */
  | { type: 'failed'; message: string; reason: 'away' | 'refused' | null }
  | { type: 'query'; number: number; query: RemoteQuery }
  /** A part of the work, which the program keeps before the thread continues. */
  | { type: 'part'; number: number; part: unknown };

/** The response to a thread: rows of a query, no rows for a part that was kept, or an error. */
export type ThreadAnswer = { number: number; rows: unknown[] } | { number: number; error: string };

export interface ThreadOptions<Part = never> {
  signal: AbortSignal;
  progress?: (done: number, total: number) => void;
  log?: (line: string) => void;
  /** Keeps a part of what the thread makes. */
  take?: (part: Part) => Promise<void>;
  /** JavaScript memory of the thread, in MiB. */
  heapMib?: number;
  /** The part of it for new objects; V8's choice unless stated. */
  newObjectsMib?: number;
}

const ON_THE_WAY: readonly string[] = ['progress', 'log', 'failed', 'query', 'part'] satisfies OnTheWay['type'][];

/** Does what the thread asks for, and sends it the rows, or the message of the error. */
function answerWith(work: Promise<unknown[]>, number: number, send: (answer: ThreadAnswer) => void): void {
  work.then(
    (rows) => send({ number, rows }),
    (error: unknown) => send({ number, error: messageOf(error) }),
  );
}

const OUT_OF_MEMORY = 'The work needed more memory than its thread may take. Give it less at a time.';

/** Why a thread ended, in words for the person where there are any. */
const failureOf = (error: NodeJS.ErrnoException): Error => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal(OUT_OF_MEMORY) : error);

const FAILURES = { away: StoreUnavailable, refused: Refusal } as const;

/**
 * Runs an order in a separate thread, with bounded memory, and reads the database for it: a thread that ends while it holds a
 * connection would take the program with it. It ends at once when the signal is aborted; only a part that is being kept at that moment is
 * waited for.
 * @param script name of the bundle below server/dist
 */
export async function runThread<Outcome extends { type: string }, Part = never>(
  db: Db,
  script: string,
  order: { root: string },
  { signal, progress, log, take, heapMib = JOB_HEAP_MIB, newObjectsMib }: ThreadOptions<Part>,
): Promise<Outcome> {
  signal.throwIfAborted();
  const worker = new Worker(path.join(order.root, 'server', 'dist', script), {
    name: script,
    workerData: order,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMib,
      ...(newObjectsMib === undefined ? {} : { maxYoungGenerationSizeMb: newObjectsMib }),
    },
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  const send = (answer: ThreadAnswer): void => worker.postMessage(answer);
  const keep = async (part: unknown): Promise<unknown[]> => {
    signal.throwIfAborted();
    // The type of a part is agreed between a thread and its caller.
    await take?.(part as Part);
    return [];
  };
  // A thread gives one part at a time.
  let keeping: Promise<unknown> = Promise.resolve();
  const taken = (part: unknown): Promise<unknown[]> => {
    const kept = keep(part);
    keeping = Promise.allSettled([kept]);
    return kept;
  };
  const isOnTheWay = (message: Outcome | OnTheWay): message is OnTheWay => ON_THE_WAY.includes(message.type);
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      worker.on('message', (message: Outcome | OnTheWay) => {
        if (!isOnTheWay(message)) resolve(message);
        else if (message.type === 'progress') progress?.(message.done, message.total);
        else if (message.type === 'log') log?.(message.line);
        else if (message.type === 'query') answerWith(runRemote(db, message.query), message.number, send);
        else if (message.type === 'part') answerWith(taken(message.part), message.number, send);
        else reject(message.reason === null ? new Error(message.message) : new FAILURES[message.reason](message.message));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => reject(failureOf(error)));
      worker.once('exit', () =>
        reject(new Error(signal.aborted ? 'Ended before it was done' : 'The thread of the job ended before it was done')),
      );
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
    // A part that is being kept when the thread ends belongs to its work.
    await keeping;
  }
}
