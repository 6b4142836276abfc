import { setImmediate } from 'node:timers/promises';

/** Work that is done before other requests are handled, in ms. */
const TURN_MS = 10;

/** Gathers the results of short steps; other requests are handled in between. */
export async function inTurns<T>(steps: Iterable<readonly T[]>): Promise<T[]> {
  const gathered: T[] = [];
  let begun = performance.now();
  for (const results of steps) {
    gathered.push(...results);
    if (performance.now() - begun < TURN_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  return gathered;
}
