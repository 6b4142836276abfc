/** The journal in memory, for tests of what uses it. */
import {
  unassignedName,
  workName,
  type Gesture,
  type JournalStore,
  type Kept,
  type KeptEntry,
  type KeptImage,
  type Remembered,
  type Remembering,
  type WorkKey,
} from './journal-records.ts';

export class MemoryJournal implements JournalStore {
  readonly records: { work: string; seq: number; gesture: Gesture }[] = [];
  readonly heads = new Map<string, number | null>();
  readonly entries = new Map<string, KeptEntry & { work: string }>();
  readonly images = new Map<string, KeptImage & { work: string }>();
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

  async recall(work: WorkKey): Promise<Remembered> {
    this.#open();
    const own = <T extends { work: string }>(all: ReadonlyMap<string, T>): T[] =>
      [...all.values()].filter((one) => one.work === workName(work));
    return structuredClone({ entries: own(this.entries), images: own(this.images) });
  }

  async remember(work: WorkKey, { put, drop, images, forget }: Remembering): Promise<void> {
    this.#open();
    const of = workName(work);
    for (const id of drop) this.entries.delete(id);
    for (const entry of put) this.entries.set(entry.id, structuredClone({ ...entry, work: of }));
    for (const instanceId of forget) this.images.delete(`${of} ${instanceId}`);
    for (const image of images) this.images.set(`${of} ${image.instance_id}`, structuredClone({ ...image, work: of }));
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
