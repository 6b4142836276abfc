/** Exactly one study is open at a time: its identity, and the treatment of responses for another. */
import { proxy } from 'valtio';
import { sameWork, type StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from './open-study.ts';
import type { StudyPorts } from './ports.ts';
import { StudySession } from './study-session.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface StudyState {
  study: OpenStudy | null;
  /** Failure during the opening of the study. */
  failure: string | null;
}

interface Opening {
  link: StudyLink;
  done: Promise<void>;
}

export class OneStudy {
  readonly state = proxy<StudyState>({ study: null, failure: null });
  readonly #ports: StudyPorts;
  readonly #closed = new Set<() => void>();
  #session: StudySession | null = null;
  /** The opening under way; a later one, or a closing, takes its place. */
  #opening: Opening | null = null;

  constructor(ports: StudyPorts) {
    this.#ports = ports;
  }

  /** The session of the open study; null while none is open. */
  get session(): StudySession | null {
    return this.#session;
  }

  /** Calls the listener whenever a study is closed: what was kept for it goes. */
  onClosed(listener: () => void): void {
    this.#closed.add(listener);
  }

  /** Opens a study unless it is the one that is open; pages of one study share it. */
  open(link: StudyLink): Promise<void> {
    if (this.#session?.isAbout(link)) return Promise.resolve();
    if (this.#opening && sameWork(this.#opening.link, link)) return this.#opening.done;
    const opening: Opening = { link, done: Promise.resolve() };
    this.#opening = opening;
    opening.done = this.#load(opening).finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening.done;
  }

  /** Leaves the study: saves, and gives the open flag back. */
  async close(): Promise<void> {
    this.#opening = null;
    await this.#leave();
  }

  async #load(opening: Opening): Promise<void> {
    await this.#leave();
    const who = this.#ports.person();
    if (this.#opening !== opening || !who) return;
    this.state.failure = null;
    const wanted = (): boolean => {
      const now = this.#ports.person();
      return this.#opening === opening && now?.email === who.email && now.role === who.role;
    };
    try {
      const session = await StudySession.open(this.#ports, opening.link, who);
      // Another study, or another person, may have come meanwhile.
      if (!wanted()) return session.end();
      this.#session = session;
      this.state.study = session.study;
      session.begin();
    } catch (error) {
      if (wanted()) this.state.failure = messageOf(error);
    }
  }

  async #leave(): Promise<void> {
    const leaving = this.#session;
    if (!leaving) return;
    await leaving.leave();
    if (this.#session !== leaving) return;
    this.#session = null;
    this.state.study = null;
    for (const listener of this.#closed) listener();
  }
}
