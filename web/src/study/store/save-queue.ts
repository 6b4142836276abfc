/** One save at a time: gestures gather for a moment, go out as one version, and wait here while the server is away. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { CallError } from '../../lib/api.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export type SaveAnswer = AnswerOf<typeof CALLS.analysisUpdate> | AnswerOf<typeof CALLS.reviewsCreate>;
export type ConflictAnswer = Extract<SaveAnswer, { conflict: true }>;

/** Quiet time after a gesture before it is sent, in ms. */
export const SAVE_AFTER_MS = 1500;
/** Wait before the server is tried again after a save failed, in ms. */
export const RETRY_AFTER_MS = 10_000;

export type SaveState =
  | { state: 'saved'; at: number | null }
  /** `unkept` changes are only in the memory of this page: the browser could not write them down. */
  | { state: 'saving'; unkept?: number }
  /** Not on the server yet. `refused` when the server responded, and would not store it: a full disk, for example. */
  | { state: 'offline'; changes: number; reason: string; refused?: true; unkept?: number }
  | { state: 'conflict' };

export interface SaveQueueOptions {
  version: number | null;
  onState: (state: SaveState) => void;
  send: (base_version: number | null, save_id: string, keepalive: boolean) => Promise<SaveAnswer>;
  /** The server holds the gestures with these numbers in `version`; other tabs report their own. */
  onSaved: (gestures: readonly number[], version: number) => Promise<void>;
  /** Another's version came between: merge, then the queue saves on top of it. */
  onConflict: (answer: ConflictAnswer) => void;
}

/** A gesture of this page: its write into the journal, and its number there once it is on the disk. */
interface Change {
  write: (() => Promise<number>) | null;
  seq: number | null;
}

export class SaveQueue {
  readonly #options: SaveQueueOptions;
  #version: number | null;
  /** Changes that the server does not have yet, oldest first. */
  #changes: Change[] = [];
  /** The browser could not write down what it was last asked to. */
  #refused = false;
  /** Writes into the journal, one after the other. */
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<boolean> | null = null;
  #failure: { reason: string; refused?: true } | null = null;
  #stopped = false;

  constructor(options: SaveQueueOptions) {
    this.#options = options;
    this.#version = options.version;
  }

  /** Version of the server that the work builds on. */
  get version(): number | null {
    return this.#version;
  }

  get dirty(): boolean {
    return this.#changes.length > 0;
  }

  /** Changes that would be gone if the page were closed now. */
  get unkept(): number {
    return this.#changes.filter(({ seq }) => seq === null).length;
  }

  /** A gesture goes into the journal, and is sent once it is there. A write that fails is tried again with every save. */
  begin(write: () => Promise<number>): void {
    this.#changes.push({ write, seq: null });
    void this.#keep();
    this.#schedule(SAVE_AFTER_MS);
  }

  /** Gestures of an earlier session that still have to be sent. */
  changed(gestures: readonly number[]): void {
    this.#changes.push(...gestures.map((seq) => ({ write: null, seq })));
    this.#schedule(0);
  }

  /** Sends everything there is, and waits until the journal has forgotten it; false when something is kept back. */
  async flush({ keepalive = false } = {}): Promise<boolean> {
    this.#clear();
    while ((this.dirty || this.#running !== null) && !this.#stopped) {
      const saved = await (this.#running ?? this.#save(keepalive));
      if (!saved) return false;
    }
    return !this.dirty;
  }

  /** The browser reports a lost network: nothing has to be tried to know it. */
  networkLost(reason: string): void {
    this.#failure = { reason };
    if (this.dirty) this.#tell();
  }

  stop(): void {
    this.#stopped = true;
    this.#clear();
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(wait: number): void {
    this.#tell();
    this.#clear();
    this.#timer = setTimeout(() => {
      void this.flush();
    }, wait);
  }

  #tell(): void {
    if (this.#stopped) return;
    // A running write takes some milliseconds and raises no alarm; kept work is not reported before it is done.
    const unkept = this.#refused || this.#failure ? this.unkept : 0;
    const kept = unkept > 0 ? { unkept } : {};
    this.#options.onState(
      this.#failure ? { state: 'offline', changes: this.#changes.length, ...this.#failure, ...kept } : { state: 'saving', ...kept },
    );
  }

  /** Writes down what is not on the disk yet; resolves when every write has succeeded or failed. */
  #keep(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const before = this.#refused;
      this.#refused = false;
      for (const change of this.#changes) {
        if (change.seq !== null || change.write === null) continue;
        try {
          change.seq = await change.write();
        } catch {
          this.#refused = true;
          break;
        }
      }
      if (this.#refused || before || this.#failure) this.#tellUnlessSaved();
    });
    return this.#writing;
  }

  #tellUnlessSaved(): void {
    if (this.dirty) this.#tell();
  }

  #save(keepalive: boolean): Promise<boolean> {
    this.#running = this.#saveOnce(keepalive).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #saveOnce(keepalive: boolean): Promise<boolean> {
    // A page that goes away has no time to wait for the disk.
    if (!keepalive) await this.#keep();
    const sending = new Set(this.#changes);
    this.#failure = null;
    this.#tell();
    try {
      const answer = await this.#options.send(this.#version, crypto.randomUUID(), keepalive);
      // The study or the person is gone: what was kept stays in the journal for them.
      if (this.#stopped) return false;
      this.#version = answer.version;
      if (answer.conflict) {
        this.#options.onConflict(answer);
        return true;
      }
      await this.#writing;
      this.#changes = this.#changes.filter((change) => !sending.has(change));
      await this.#acknowledge(sending, answer.version);
      if (!this.dirty) this.#options.onState({ state: 'saved', at: answer.updated_at });
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  async #acknowledge(sent: ReadonlySet<Change>, version: number): Promise<void> {
    try {
      await this.#options.onSaved(
        [...sent].flatMap(({ seq }) => (seq === null ? [] : [seq])),
        version,
      );
    } catch (error) {
      // They are on the server. A journal that still holds them brings back nothing that is not there already.
      console.warn('Changes that are on the server could not be cleared from the journal.', error);
    }
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.#failure = {
      reason: messageOf(error),
      ...(error instanceof CallError && error.kind === 'refused' ? { refused: true as const } : {}),
    };
    this.#tell();
    this.#timer = setTimeout(() => {
      void this.flush();
    }, RETRY_AFTER_MS);
  }
}
