import { setTimeout as wait } from 'node:timers/promises';
import { PacsFault } from './fault.ts';
import { RETRY_WAITS_MS, TRIES } from './limits.ts';

/** Does something again that failed for a passing reason, a few times and later each time. */
export async function tried<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PacsFault) || !error.isPassing || attempt >= TRIES) throw error;
      await wait(RETRY_WAITS_MS[attempt - 1] ?? 0, undefined, { signal });
    }
  }
}
