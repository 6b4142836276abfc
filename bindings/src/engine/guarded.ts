/** Calls of a worker never throw: the reason becomes a failure. */
import { refuse } from './failure.ts';
import type { WorkerAnswer } from './worker-messages.ts';

export async function guarded<T>(call: () => WorkerAnswer<T> | Promise<WorkerAnswer<T>>): Promise<WorkerAnswer<T>> {
  try {
    return await call();
  } catch (thrown) {
    return refuse(thrown);
  }
}
