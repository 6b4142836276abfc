import { tooMany, wrongState } from '../errors.ts';
import { PREVIEW_MS, PREVIEWS_AT_ONCE } from './limits.ts';
import type { Preview, PreviewOrder } from './export-jobs.ts';

const BUSY = 'The server is making other previews. Try again in a few seconds';
const TOO_LONG = 'The preview took too long. Choose fewer studies, or create the export: it takes its time in the background';

/** Makes previews, few at once and each for a limited time; a newer one of the same person ends the one before. */
export function previewer(make: (order: PreviewOrder, signal: AbortSignal) => Promise<Preview>): (order: PreviewOrder) => Promise<Preview> {
  const running = new Map<number, AbortController>();
  return async (order) => {
    running.get(order.userId)?.abort();
    running.delete(order.userId);
    if (running.size >= PREVIEWS_AT_ONCE) throw tooMany(BUSY);
    const stop = new AbortController();
    running.set(order.userId, stop);
    const timer = setTimeout(() => stop.abort(), PREVIEW_MS);
    try {
      return await make(order, stop.signal);
    } catch (error) {
      if (stop.signal.aborted) throw wrongState(TOO_LONG);
      throw error;
    } finally {
      clearTimeout(timer);
      if (running.get(order.userId) === stop) running.delete(order.userId);
    }
  };
}
