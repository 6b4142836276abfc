import { CALL_WINDOW_MS } from '../limits.ts';

/**
 * Parts of a limit after which a server shares its count with the others. A limit of up to as many calls is exact; of a larger
 * one, each server may let one call less than a part through before it learns that the others used it up.
 */
export const LIMIT_PARTS = 120;
/** Counters that one server holds, so that a flood of addresses costs no memory. */
const MAX_COUNTERS = 50_000;

/** Adds the calls of one server to those of all, and returns the count of all. */
type AddCalls = (key: string, windowAt: number, calls: number) => Promise<number>;

interface CallLimitsOptions {
  now: () => number;
  /** Null for a server that owns its workspace exclusively. */
  add: AddCalls | null;
}

/** Place of a call among the calls of its window, from 1, and when the window ends. */
interface Place {
  place: number;
  /** Time until the window ends, in ms. */
  endsInMs: number;
}

class Counter {
  /** Calls this server let through. */
  own = 0;
  /** Those of them that the others know of. */
  shared = 0;
  /** Calls of the other servers, as far as this one knows. */
  others = 0;
  reporting: Promise<void> | null = null;
}

/**
 * Counts calls in windows of a minute. Servers that share a workspace add what they counted to one number in the database, in
 * steps of a part of the limit: most calls are counted in memory, and only a call that completes a step waits for a round trip.
 * While the database does not respond, each server counts for itself.
 */
export class CallLimits {
  #windowAt = 0;
  #counters = new Map<string, Counter>();

  constructor(private readonly options: CallLimitsOptions) {}

  /** Counts one call; it is too many where its place is beyond `max`. Refused calls are not counted. */
  async take(key: string, max: number): Promise<Place> {
    const now = this.options.now();
    const counter = this.#counterOf(key, now);
    const endsInMs = this.#windowAt + CALL_WINDOW_MS - now;
    const next = counter.others + counter.own + 1;
    if (next > max) return { place: next, endsInMs };
    counter.own += 1;
    const own = counter.own;
    const { add } = this.options;
    if (add === null) return { place: next, endsInMs };
    const step = Math.ceil(max / LIMIT_PARTS);
    const windowAt = this.#windowAt;
    // Calls that come during the sharing wait for the same statement or the next one: a slow database lets no more through.
    while (own - counter.shared >= step) {
      counter.reporting ??= report(counter, (calls) => add(key, windowAt, calls)).finally(() => {
        counter.reporting = null;
      });
      const sharedBefore = counter.shared;
      await counter.reporting;
      if (counter.shared === sharedBefore) break;
    }
    return { place: counter.others + own, endsInMs };
  }

  #counterOf(key: string, now: number): Counter {
    const windowAt = now - (now % CALL_WINDOW_MS);
    if (windowAt !== this.#windowAt) {
      this.#windowAt = windowAt;
      this.#counters = new Map();
    }
    const known = this.#counters.get(key);
    if (known !== undefined) return known;
    if (this.#counters.size >= MAX_COUNTERS) {
      const [oldest] = this.#counters.keys();
      if (oldest !== undefined) this.#counters.delete(oldest);
    }
    const made = new Counter();
    this.#counters.set(key, made);
    return made;
  }
}

/** Shares the new count with the others. Where that fails, nothing changes: the next call of the counter tries again. */
async function report(counter: Counter, add: (calls: number) => Promise<number>): Promise<void> {
  const calls = counter.own - counter.shared;
  try {
    const all = await add(calls);
    counter.shared += calls;
    counter.others = Math.max(0, all - counter.shared);
  } catch {
    // The call itself meets the same database and reports the outage.
  }
}
