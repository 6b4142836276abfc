/** The journal in memory, for tests of what uses it. */
import { unassignedName, workName, type Gesture, type JournalStore, type Kept, type WorkKey } from './journal-records.ts';

export class MemoryJournal implements JournalStore {
  readonly records: { work: string; seq: number; gesture: Gesture }[] = [];
  readonly heads = new Map<string, number | null>();
  /** Set to make every access fail, as a full or blocked store does. */
  broken: string | null = null;
  #next = 1;

  async append(work: WorkKey, base_version: number | null, gesture: Gesture): Promise<number> {
    this.#open();
    if (!this.records.some((record) => record.work === workName(work))) this.heads.set(workName(work), base_version);
    return this.put(workName(work), gesture);
  }

  async read(work: WorkKey): Promise<Kept> {
    this.#open();
    return {
      base_version: this.heads.get(workName(work)) ?? null,
      gestures: this.records.filter((record) => record.work === workName(work)).map(({ seq, gesture }) => ({ ...gesture, seq })),
    };
  }

  async acknowledge(work: WorkKey, acknowledged: readonly number[], version: number | null): Promise<void> {
    this.#open();
    for (const seq of acknowledged)
      this.records.splice(
        this.records.findIndex((record) => record.seq === seq),
        1,
      );
    this.heads.set(workName(work), version);
  }

  async unassigned(user: string, study: string): Promise<number> {
    this.#open();
    return this.records.filter(({ work }) => work === unassignedName(user, study)).length;
  }

  async assign(work: WorkKey): Promise<void> {
    this.#open();
    for (const record of this.records) if (record.work === unassignedName(work.user, work.study)) record.work = workName(work);
  }

  /** Puts a record in directly; returns its number. */
  put(work: string, gesture: Gesture): number {
    const seq = this.#next++;
    this.records.push({ work, seq, gesture });
    return seq;
  }

  #open(): void {
    if (this.broken !== null) throw new Error(this.broken);
  }
}
