import { MAX_LOG_LINES } from './limits.ts';

/** The lines of a job's log, each with the time at which it was written. */
export class JobLog {
  readonly #lines: string[];
  readonly #now: () => number;

  constructor(stored: string, now: () => number) {
    this.#lines = JSON.parse(stored) as string[];
    this.#now = now;
  }

  add(line: string): void {
    this.#lines.push(`${new Date(this.#now()).toISOString()} ${line}`);
    if (this.#lines.length > MAX_LOG_LINES) this.#lines.splice(1, 1);
  }

  /** The output of a finished job stands last, without a time (docs/specification.md#platform-7). */
  addOutput(object: string): void {
    this.#lines.push(object);
  }

  get lines(): readonly string[] {
    return this.#lines;
  }
}
