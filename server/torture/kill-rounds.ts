import { CALLS } from '@echometry/contract/calls/registry.ts';
import { readDocument } from '../src/analyses/read.ts';
import { faultsOfAudit } from '../src/db/audit-check.ts';
import { emailOf, SCOPE } from '../test/world.ts';
import { Ledger } from './ledger.ts';
import { pause } from './pause.ts';
import { Person } from './person.ts';
import type { People, Round, Scenario } from './scenario.ts';
import { killed, startOn, type Started, type StartOptions, stopped } from './server.ts';
import type { Site } from './site.ts';
import type { Tally } from './tally.ts';
import { administer } from './activities/backing-up.ts';
import { drawAll } from './activities/exporting.ts';
import { MARK, readBack, saveUntilGone, sendAgain } from './activities/saving.ts';

/** Longest time from the first save to the kill where nothing else is under way, in ms. */
const SAVES_WITHIN_MS = 250;

/** Nothing but saves, which continue in every scenario. */
export const saving: Scenario = {
  name: 'saves',
  withinMs: SAVES_WITHIN_MS,
  begin: async () => ({ settled: async () => undefined, verify: async () => true }),
};

/** A site with its server, its people and what they know. */
export class Victim {
  readonly ledger = new Ledger();
  private constructor(
    readonly site: Site,
    readonly people: People,
    public server: Started,
    private readonly options: StartOptions,
  ) {}

  static async start(site: Site, options: StartOptions = {}): Promise<Victim> {
    const server = await startOn(site, options);
    const { url } = server;
    const person = (email: string, role: Person['role']): Promise<Person> => new Person(email, role).signIn(url);
    const people = {
      savers: [
        await person(emailOf('Editor'), 'Editor'),
        await person('editor2@test', 'Editor'),
        await person(emailOf('Ground-truth generator'), 'Ground-truth generator'),
      ],
      viewer: await person(emailOf('Viewer'), 'Viewer'),
      admin: await person(emailOf('Admin'), 'Admin'),
      scientist: await person(emailOf('Data scientist'), 'Data scientist'),
    };
    await drawAll(people.savers[0]!, site);
    return new Victim(site, people, server, options);
  }

  /** Who may read what a save stored: its author. */
  readerOf = (saveId: string): Person => this.people.savers.find(({ email }) => saveId.includes(email)) ?? this.people.savers[0]!;

  /** Starts the server again; everyone continues with the same session. */
  async restart(): Promise<void> {
    this.server = await startOn(this.site, this.options);
    for (const person of [...this.people.savers, this.people.viewer, this.people.admin, this.people.scientist])
      person.url = this.server.url;
  }

  /** Kills the server amid a scenario, starts it again and compares everything with the ledger. */
  async round(number: number, scenario: Scenario, random: () => number, tally: Tally): Promise<void> {
    const { ledger, site, people } = this;
    const round: Round = { number, site, people, ledger, random };
    if (scenario.prepare !== undefined) {
      await stopped(this.server.child);
      await scenario.prepare(round);
      await this.restart();
    }
    const [savesBefore, faultsBefore] = [ledger.saves.length, ledger.faults.length];
    let begun = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const savers = people.savers.map((person) => saveUntilGone(person, site, ledger, { mark: `r${number}`, random, onFirst: begun }));
    await first;
    const work = await scenario.begin(round);
    await pause(random() * scenario.withinMs);
    await killed(this.server.child);
    await Promise.all([...savers, work.settled()]);
    await this.restart();
    await sendAgain(people.savers, site, ledger);
    await readBack(this.readerOf, site, ledger.saves.slice(savesBefore), ledger);
    await this.#headIsNewest();
    const met = await work.verify();
    const faults = ledger.faults.slice(faultsBefore);
    tally.add(scenario.name, {
      met,
      acknowledged: ledger.saves.length - savesBefore,
      lost: faults.filter((fault) => fault.startsWith('LOST')).length,
      recoveryMs: this.server.readyMs,
    });
  }

  /** What Editors see is the newest of their acknowledged versions. */
  async #headIsNewest(): Promise<void> {
    const shared = this.ledger.saves.filter(({ saveId }) => this.readerOf(saveId).role === 'Editor');
    const newest = Math.max(...shared.map(({ version }) => version));
    const { analysis } = await this.people.savers[0]!.ask(CALLS.analysisGet, { id: this.site.seeded.studyId, ...SCOPE });
    if (analysis?.version !== newest) this.ledger.faults.push(`LOST: the newest version is ${newest}, and ${analysis?.version} is shown`);
  }

  /** The scrub of the running server, then all that was ever acknowledged, read without a server. */
  async end(): Promise<void> {
    const { ledger } = this;
    const scrubbed = await administer(this.site, { command: 'maintain', action: 'scrub' });
    if (scrubbed?.failed !== false) ledger.faults.push(`The scrub found: ${scrubbed?.lines.join(' ') ?? 'no response'}`);
    await killed(this.server.child);
    const workspace = await this.site.open();
    try {
      const { query } = workspace.db;
      for (const { saveId, version, text } of ledger.saves) {
        const { document } = await readDocument(workspace, version);
        if (document.images[0]?.additional_labels[MARK] !== saveId + text) ledger.faults.push(`LOST: ${saveId} in the records`);
      }
      const named = (await query.selectFrom('analysis_version').select('save_id').execute()).flatMap(({ save_id }) => save_id ?? []);
      if (new Set(named).size !== named.length) ledger.faults.push('A save that was sent twice is two versions');
      ledger.faults.push(...(await faultsOfAudit(query)).map((fault) => `Audit: ${JSON.stringify(fault)}`));
    } finally {
      await workspace.close();
    }
  }
}
