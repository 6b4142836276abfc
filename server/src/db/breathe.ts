import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest that queries follow one another before other requests are handled, in ms. */
const TURN_MS = 20;

/** When the first query of this turn of the event loop began. */
let begun: number | null = null;

/**
 * Lets other requests be handled where queries have followed one another for long: SQLite responds at once, and so does
 * PostgreSQL where results are there already, so that nothing else would have its turn before the last query.
 * @returns null where nothing has to be waited for
 */
export function breathe(): Promise<void> | null {
  if (begun !== null) return performance.now() - begun > TURN_MS ? nextTurn() : null;
  begun = performance.now();
  setImmediate(() => {
    begun = null;
  });
  return null;
}
