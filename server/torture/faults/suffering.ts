import { CALLS } from '@echometry/contract/calls/registry.ts';
import { SCOPE } from '../../test/world.ts';
import { pause } from '../pause.ts';
import type { Person } from '../person.ts';
import { RECOVERY_MS } from '../limits.ts';
import type { Victim } from '../kill-rounds.ts';
import { readBack, saveOnce, textOf } from '../activities/saving.ts';

/** Result of a save during a fault. */
export interface Met {
  status: number;
  code: string;
  message: string;
}

/** Saves as a page does: what fails is sent again under its own name until it is acknowledged. */
export class Persistence {
  readonly refusals: Met[] = [];
  acknowledged = 0;
  /** Longest time from the first try of a save to its acknowledgement, in ms. */
  longestMs = 0;
  constructor(
    private readonly victim: Victim,
    private readonly random: () => number,
    private readonly mark: string,
  ) {}

  /** One save, tried until it is acknowledged. */
  async save(person: Person, n: number, patienceMs = RECOVERY_MS * 2): Promise<void> {
    const { site, ledger } = this.victim;
    const [saveId, text] = [`${this.mark}-${person.email}-${n}`, textOf(this.random)];
    const begun = performance.now();
    for (;;) {
      const reply = await saveOnce(person, site, ledger, saveId, text);
      if (reply?.status === 200) break;
      if (reply !== null) this.refusals.push({ status: reply.status, code: reply.error.code ?? '', message: reply.error.message ?? '' });
      if (reply?.status === 401) await person.signIn(person.url);
      if (performance.now() - begun > patienceMs) {
        ledger.faults.push(
          `No save for ${Math.round((performance.now() - begun) / 1000)} s: ${JSON.stringify(this.refusals.at(-1) ?? 'no response')}`,
        );
        return;
      }
      await pause(200);
    }
    this.acknowledged += 1;
    this.longestMs = Math.max(this.longestMs, performance.now() - begun);
  }

  /** All savers, until something is over. */
  async until(over: () => boolean): Promise<void> {
    await Promise.all(
      this.victim.people.savers.map(async (person) => {
        for (let n = 0; !over(); n += 1) {
          await this.save(person, n);
          await pause(20);
        }
      }),
    );
  }
}

/** A sentence for people: it names what is wrong, and nothing of the inside. */
export const isClear = ({ status, message }: Met): boolean =>
  [401, 429, 503, 507].includes(status) && message.length > 20 && !/\b(?:SQLITE|E[A-Z]{4,}|at \/|node:)/.test(message);

/** Everything acknowledged is there now, and the newest of it is shown. */
export async function nothingIsLost(victim: Victim): Promise<string[]> {
  const { ledger, site, people } = victim;
  await readBack(victim.readerOf, site, ledger.saves, ledger);
  const newest = Math.max(...ledger.saves.filter(({ saveId }) => victim.readerOf(saveId).role === 'Editor').map(({ version }) => version));
  const { analysis } = await people.savers[0]!.ask(CALLS.analysisGet, { id: site.seeded.studyId, ...SCOPE });
  if (analysis?.version !== newest) ledger.faults.push(`LOST: version ${newest} is not the one that is shown`);
  return ledger.faults;
}
