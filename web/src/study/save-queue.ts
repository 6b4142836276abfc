/** One save at a time: gestures gather for a moment, go out as one version, and wait here while the server is away. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { CallError } from '../lib/api.ts';

type Answer = AnswerOf<typeof CALLS.analysisUpdate>;
export type ConflictAnswer = Extract<Answer, { conflict: true }>;

/** Quiet time after a gesture before it is sent, in ms. */
export const SAVE_AFTER_MS = 1500;
/** Wait before the server is tried again after a save failed, in ms. */
export const RETRY_AFTER_MS = 10_000;

export type SaveState =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' }
  /** Kept here. `refused` when the server answered, and would not store it: a full disk, for example. */
  | { state: 'offline'; changes: number; reason: string; refused?: true }
  | { state: 'conflict' };

export interface SaveQueueOptions {
  version: number | null;
  onState: (state: SaveState) => void;
  send: (base_version: number | null, save_id: string, keepalive: boolean) => Promise<Answer>;
  /** The server holds the gestures with these numbers in `version`; those of other tabs are theirs to tell. */
  onSaved: (gestures: readonly number[], version: number) => Promise<void>;
  /** Another's version came between: merge, then the queue saves on top of it. */
  onConflict: (answer: ConflictAnswer) => void;
}

export class SaveQueue {
  readonly #options: SaveQueueOptions;
  #version: number | null;
  /** Numbers of gestures in the journal that the server does not have yet. */
  #written: number[] = [];
  #pending = 0;
  #writes: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<boolean> | null = null;
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
    return this.#pending > 0;
  }

  /** A gesture is on its way into the journal; it is sent once it is there. */
  begin(write: Promise<number>): void {
    this.#pending += 1;
    this.#writes = Promise.all([this.#writes, write.then((seq) => { this.#written.push(seq); }).catch(() => undefined)]);
    this.#schedule(SAVE_AFTER_MS);
  }

  /** Gestures of an earlier session that still have to be sent. */
  changed(gestures: readonly number[]): void {
    this.#written.push(...gestures);
    this.#pending += gestures.length;
    this.#schedule(0);
  }

  /** Sends everything there is; false when something is kept back. */
  async flush({ keepalive = false } = {}): Promise<boolean> {
    this.#clear();
    while (this.#pending > 0 && !this.#stopped) {
      const saved = await (this.#running ?? this.#save(keepalive));
      if (!saved) return false;
    }
    return true;
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
    this.#options.onState({ state: 'saving' });
    this.#clear();
    this.#timer = setTimeout(() => { void this.flush(); }, wait);
  }

  #save(keepalive: boolean): Promise<boolean> {
    this.#running = this.#saveOnce(keepalive).finally(() => { this.#running = null; });
    return this.#running;
  }

  async #saveOnce(keepalive: boolean): Promise<boolean> {
    if (!keepalive) await this.#writes;
    const sending = this.#pending;
    const sent = [...this.#written];
    this.#options.onState({ state: 'saving' });
    try {
      const answer = await this.#options.send(this.#version, crypto.randomUUID(), keepalive);
      if (answer.conflict) {
        this.#version = answer.version;
        this.#options.onConflict(answer);
        return true;
      }
      this.#version = answer.version;
      this.#pending -= sending;
      this.#written = this.#written.filter((gesture) => !sent.includes(gesture));
      await this.#options.onSaved(sent, answer.version);
      if (this.#pending === 0) this.#options.onState({ state: 'saved', at: answer.updated_at });
      return true;
    } catch (error) {
      this.#options.onState({ state: 'offline', changes: this.#pending, reason: error instanceof Error ? error.message : String(error), ...(error instanceof CallError && error.kind === 'refused' ? { refused: true } : {}) });
      if (!this.#stopped) this.#timer = setTimeout(() => { void this.flush(); }, RETRY_AFTER_MS);
      return false;
    }
  }
}
