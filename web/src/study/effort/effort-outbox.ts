/** Counted time on its way to the server: gathered by work, sent in batches, and sent again when a batch did not arrive. */
import { type EffortEntry, MAX_EFFORT_ENTRIES, MAX_EFFORT_MS } from '@echometry/contract/records/effort.ts';
import type { EffortStep } from '@echometry/contract/rules/step-tabs.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';

/** The work that time is of, and its reader. */
export interface EffortWork {
  project: string;
  study_id: string;
  user: string;
  role: RoleName;
  /** For a review, whose work is reviewed. */
  review: { editor: string; blind: boolean } | null;
}

export interface EffortPlace {
  work: EffortWork;
  step: EffortStep;
  instance_id: string | null;
  image_type: string | null;
}

export interface EffortBatch {
  work: EffortWork;
  id: string;
  entries: EffortEntry[];
}

/** Outcome of sending a batch: `later` is sent again. */
export type Sent = 'counted' | 'refused' | 'later';

type Send = (batch: EffortBatch, keepalive: boolean) => Promise<Sent>;

const keyOf = ({ project, study_id, user, role, review }: EffortWork): string =>
  JSON.stringify([project, study_id, user, role, review?.editor, review?.blind]);

export class EffortOutbox {
  readonly #send: Send;
  readonly #waiting = new Map<string, { work: EffortWork; entries: Map<string, EffortEntry> }>();
  /** Batches that were sent, or are to be; each keeps its id until it is counted. */
  #batches: EffortBatch[] = [];
  #running: Promise<void> | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  add({ work, step, instance_id, image_type }: EffortPlace, ms: number): void {
    const key = keyOf(work);
    const of = this.#waiting.get(key) ?? { work, entries: new Map<string, EffortEntry>() };
    this.#waiting.set(key, of);
    const name = `${instance_id ?? ''} ${step}`;
    const before = of.entries.get(name);
    of.entries.set(name, {
      instance_id,
      step,
      image_type: image_type ?? before?.image_type ?? null,
      active_ms: (before?.active_ms ?? 0) + ms,
    });
  }

  /** Sends what is counted so far. A batch that does not arrive waits for the next time. */
  flush({ keepalive = false } = {}): Promise<void> {
    this.#gather();
    // A page that goes away waits for nothing: the server counts a batch that comes twice once.
    if (keepalive) return this.#sendAll(keepalive);
    this.#running ??= this.#sendAll(keepalive).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Makes batches of what waits. */
  #gather(): void {
    for (const { work, entries } of this.#waiting.values()) {
      const whole = [...entries.values()]
        .map((entry) => ({ ...entry, active_ms: Math.min(Math.round(entry.active_ms), MAX_EFFORT_MS) }))
        .filter(({ active_ms }) => active_ms > 0);
      for (let from = 0; from < whole.length; from += MAX_EFFORT_ENTRIES)
        this.#batches.push({ work, id: crypto.randomUUID(), entries: whole.slice(from, from + MAX_EFFORT_ENTRIES) });
    }
    this.#waiting.clear();
  }

  async #sendAll(keepalive: boolean): Promise<void> {
    await Promise.all(
      [...this.#batches].map(async (batch) => {
        const sent = await this.#send(batch, keepalive);
        if (sent !== 'later') this.#batches = this.#batches.filter((one) => one !== batch);
      }),
    );
  }
}
