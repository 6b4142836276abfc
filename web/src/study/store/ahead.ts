/** Data of a study, requested before the page that opens it is there. */
import { sameWork, type StudyLink } from '../../lib/study-link.ts';
import type { OpenedStudy } from './ports.ts';

/** An older request is not used, in ms: others may have saved since. */
export const AHEAD_HOLDS_MS = 10_000;

export class Ahead {
  readonly #read: (link: StudyLink) => Promise<OpenedStudy>;
  /** Token of the person; what one asked for is never another's. */
  readonly #token: () => string | null;
  readonly #now: () => number;
  #asked: { link: StudyLink; token: string; at: number; answer: Promise<OpenedStudy> } | null = null;

  constructor(read: (link: StudyLink) => Promise<OpenedStudy>, token: () => string | null, now: () => number = Date.now) {
    this.#read = read;
    this.#token = token;
    this.#now = now;
  }

  ask(link: StudyLink): void {
    const token = this.#token();
    if (token === null) return;
    const answer = this.#read(link);
    // A failed request is repeated when the study is opened.
    answer.catch(() => undefined);
    this.#asked = { link, token, at: this.#now(), answer };
  }

  /** A request is used once; null where nothing fits. A failed request is repeated. */
  take(link: StudyLink): Promise<OpenedStudy> | null {
    const asked = this.#asked;
    this.#asked = null;
    if (asked === null || !sameWork(asked.link, link)) return null;
    if (asked.token !== this.#token() || this.#now() - asked.at > AHEAD_HOLDS_MS) return null;
    return asked.answer.catch(() => this.#read(link));
  }
}
