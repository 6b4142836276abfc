/** Work of studies that are not open, kept in this browser and not on the server yet: it is sent in the background from every page. */
import { proxy, ref } from 'valtio';
import type { StudyLink } from '../../lib/study-link.ts';
import type { KeptWork } from './journal-records.ts';
import type { Person, StudyPorts } from './ports.ts';
import { StudySession } from './study-session.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Kept work is looked for this often, in ms. */
export const LOOK_EVERY_MS = 30_000;
/** Work that was changed within this time may be under way from the tab that made it, in ms. */
export const LEFT_ALONE_MS = 10_000;

/** Where studies with unsent work are opened; in this browser, so that every tab can send. */
export interface LinkStore {
  of(study: string): readonly StudyLink[];
  add(link: StudyLink): void;
  /** Forgets the studies that are not named. */
  keepOnly(studies: readonly string[]): void;
}

export interface UnsentPorts extends StudyPorts {
  kept(user: string): Promise<KeptWork[]>;
  links: LinkStore;
  /** Study that is open in this page: it sends its own work. */
  open(): string | null;
  /** Runs one task in one tab at a time; does nothing while another tab runs one. */
  alone(task: () => Promise<void>): Promise<void>;
}

export interface Unsent {
  /** Work of the user in the role of this page that waits here. */
  kept: readonly KeptWork[];
  /** Studies whose work meets a change of another person: they are opened to choose. */
  conflicts: readonly string[];
  /** Why sending failed last; null while it did not. */
  failure: string | null;
}

export class UnsentWork {
  readonly state = proxy<Unsent>({ kept: [], conflicts: [], failure: null });
  readonly #ports: UnsentPorts;
  #running: Promise<void> | null = null;

  constructor(ports: UnsentPorts) {
    this.#ports = ports;
  }

  /** Looks for kept work, sends what is old enough, and updates the state. */
  look(): Promise<void> {
    return this.#once(() => this.#sendAll((work) => this.#ports.now() - work.last >= LEFT_ALONE_MS));
  }

  /** Sends everything now, before a logout. @returns false when something stays behind */
  async sendEverything(): Promise<boolean> {
    await this.#running;
    await this.#once(() => this.#sendAll(() => true));
    return this.state.kept.length === 0;
  }

  /** Sends the work of one study now. @param link where the study is, if this browser does not know it */
  async send(study: string, link: StudyLink | null = null): Promise<void> {
    if (link) this.#ports.links.add(link);
    await this.#running;
    await this.#once(() => this.#sendAll((work) => work.study === study));
  }

  #once(task: () => Promise<void>): Promise<void> {
    this.#running ??= task().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendAll(wanted: (work: KeptWork) => boolean): Promise<void> {
    const person = this.#ports.person();
    if (!person) return this.#show([]);
    const mine = await this.#own(person);
    const ready = mine.filter((work) => wanted(work) && this.#ports.links.of(work.study).length > 0);
    if (ready.length === 0 || !this.#ports.online()) return;
    await this.#ports.alone(async () => {
      for (const { study } of ready) await this.#sendOne(study, person);
    });
    await this.#own(person);
  }

  /** Kept work of the person in this role, but for the study that is open. */
  async #own(person: Person): Promise<KeptWork[]> {
    const all = await this.#ports.kept(person.email);
    this.#ports.links.keepOnly([...all.map(({ study }) => study), ...[this.#ports.open() ?? []].flat()]);
    const own = all.filter(({ role, study }) => role === person.role && study !== this.#ports.open());
    this.#show(own);
    return own;
  }

  #show(kept: readonly KeptWork[]): void {
    this.state.kept = ref([...kept]);
    const waiting = this.state.conflicts.filter((study) => kept.some((work) => work.study === study));
    if (waiting.length !== this.state.conflicts.length) this.state.conflicts = waiting;
  }

  async #sendOne(study: string, person: Person): Promise<void> {
    for (const link of this.#ports.links.of(study)) {
      try {
        const session = await StudySession.open(this.#ports, link, person);
        // The user chooses a side in the study itself.
        if (session.study.conflicts) this.state.conflicts = [...new Set([...this.state.conflicts, study])];
        else await session.saveNow();
        this.state.failure = session.study.save.state === 'offline' ? session.study.save.reason : null;
        session.end();
      } catch (error) {
        this.state.failure = messageOf(error);
      }
    }
  }
}
