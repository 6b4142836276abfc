/**
 * Acts on comments on their way to the server: kept on the disk first, sent one after the other, and never by two tabs at
 * once. Each is harmless to repeat, because comments have ids of their writer.
 */
import { proxy } from 'valtio';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CallError } from '../../lib/api.ts';
import type { KeptOp } from './comment-ops.ts';
import type { CommentStore } from './comment-store.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Wait before the server is tried again after it could not be reached, in ms. */
export const RETRY_AFTER_MS = 10_000;

/** One act of this person. */
export type Waiting = KeptOp & {
  key: number;
  /** Its number on the disk; null where the browser could not keep it, 'writing' while it does. */
  seq: number | null | 'writing';
};

export interface OutboxPorts {
  store: CommentStore;
  /** Who acts now; null without a sign-in. */
  person(): { email: string; role: RoleName } | null;
  /** Makes the call. @throws CallError */
  send(kept: KeptOp): Promise<void>;
  /** Runs the work while no other tab does. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The server took an act, or another tab had sent it. */
  settled(kept: KeptOp): void;
}

export interface OutboxState {
  waiting: Waiting[];
  /** Why nothing is sent at the moment; null while it is. */
  away: string | null;
}

/** A refusal of the server that another try will not change. */
const isFinal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.kind === 'refused' &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

export class CommentOutbox {
  readonly state = proxy<OutboxState>({ waiting: [], away: null });
  readonly #ports: OutboxPorts;
  /** Whose acts `state` holds. */
  #of: string | null | undefined = undefined;
  #running: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #nextKey = 1;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** Brings back what waits of the person who acts, and sends it. Other people's stays on the disk, out of sight. */
  async load(): Promise<void> {
    const person = this.#ports.person();
    const name = person && JSON.stringify([person.email, person.role]);
    if (name === this.#of) return;
    this.state.waiting = this.state.waiting.filter((one) => this.#isMine(one));
    this.state.away = null;
    const found = person ? await this.#ports.store.waiting(person.email, person.role) : [];
    const known = new Set(this.state.waiting.map(({ seq }) => seq));
    const older = found.filter((one) => this.#isMine(one) && !known.has(one.seq)).map((one) => ({ ...one, key: this.#nextKey++ }));
    this.state.waiting = [...older, ...this.state.waiting];
    this.#of = name;
    void this.flush();
  }

  /** Acts that would be gone if the page were closed now. */
  get unkept(): number {
    return this.state.waiting.filter(({ seq }) => typeof seq !== 'number').length;
  }

  /** Keeps an act and sends it. It counts from the moment it is put in. */
  async put(kept: KeptOp): Promise<void> {
    const key = this.#nextKey++;
    this.state.waiting = [...this.state.waiting, { ...kept, seq: 'writing', key }];
    const seq = await this.#ports.store.append(kept).catch((error: unknown) => {
      // It is sent from memory all the same; the chip shows that it is not kept until then.
      console.warn('This browser could not keep a comment.', error);
      return null;
    });
    this.state.waiting = this.state.waiting.map((one) => (one.key === key ? { ...one, seq } : one));
    void this.flush();
  }

  /** Sends what waits; false when something is left that the server does not have. */
  flush(): Promise<boolean> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Sends acts that were written down while the last one was on its way.
      if (this.#timer === null && this.#next() !== null) void this.flush();
    });
    return this.#running;
  }

  #run(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.#ports.alone(() => this.#sendAll());
  }

  /** The oldest act that can be sent; the order of the others is kept. */
  #next(): (Waiting & { seq: number | null }) | null {
    const next = this.state.waiting.find(({ refused }) => refused === undefined);
    return next && next.seq !== 'writing' && this.#isMine(next) ? { ...next, seq: next.seq } : null;
  }

  /** Tries a refused act once more. */
  async again(key: number): Promise<void> {
    this.state.waiting = this.state.waiting.map((one) => {
      if (one.key !== key) return one;
      const { refused: _refused, ...rest } = one;
      return rest;
    });
    await this.flush();
  }

  /** Gives up an act that the server refused. */
  async drop(key: number): Promise<void> {
    const dropped = this.state.waiting.find((one) => one.key === key);
    this.state.waiting = this.state.waiting.filter((one) => one.key !== key);
    if (typeof dropped?.seq === 'number') await this.#ports.store.remove(dropped.seq);
  }

  async #sendAll(): Promise<boolean> {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { key, seq } = next;
      try {
        // Gone from the disk: another tab has sent it.
        if (seq === null || (await this.#ports.store.has(seq))) await this.#ports.send(next);
      } catch (error) {
        if (!isFinal(error)) return this.#wait(error);
        await this.#refuse(next, error.message);
        continue;
      }
      this.state.away = null;
      // An act that stays on the disk is sent again, which its id makes harmless.
      if (seq !== null) await this.#ports.store.remove(seq).catch(() => undefined);
      this.#ports.settled(next);
      this.state.waiting = this.state.waiting.filter((one) => one.key !== key);
    }
    return this.state.waiting.length === 0;
  }

  #isMine({ user, role }: KeptOp): boolean {
    const person = this.#ports.person();
    return person !== null && person.email === user && person.role === role;
  }

  async #refuse(one: Waiting & { seq: number | null }, refused: string): Promise<void> {
    this.state.waiting = this.state.waiting.map((known) => (known.key === one.key ? { ...known, refused } : known));
    const { key: _key, seq, ...kept } = one;
    // Where the disk refuses it, the reason is asked for again after a reload.
    if (seq !== null) await this.#ports.store.put({ ...kept, seq, refused }).catch(() => undefined);
  }

  #wait(error: unknown): false {
    this.state.away = messageOf(error);
    this.#timer = setTimeout(() => void this.flush(), RETRY_AFTER_MS);
    return false;
  }
}
