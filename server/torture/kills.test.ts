import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databases } from '../test/databases.ts';
import { seeded } from '../test/random-record.ts';
import { MAIN } from '../test/server-process.ts';
import { saving, Victim } from './kill-rounds.ts';
import { BOUND_MS, ONLY, ROUNDS, SEED } from './limits.ts';
import type { Scenario } from './scenario.ts';
import { killed } from './server.ts';
import { makeSite } from './site.ts';
import { Tally } from './tally.ts';
import { backingUp } from './activities/backing-up.ts';
import { comparing } from './activities/comparing.ts';
import { exporting } from './activities/exporting.ts';
import { importing } from './activities/importing.ts';
import { Upgrades } from './activities/migrating.ts';
import { Pruning } from './activities/pruning.ts';

/** Scenarios that are killed in turn; null is an upgrade, which has separate databases. */
const allScenarios = (): readonly (Scenario | null)[] => [saving, importing, new Pruning(), exporting, comparing, backingUp, null];
const chosenOf = (all: readonly (Scenario | null)[]) => all.filter((scenario) => (scenario?.name ?? 'migrations') === ONLY);

describe.each(databases())('on $name', ({ name, fresh }) => {
  it(
    `${ROUNDS} kills amid saves, imports, pruning, exports, jobs, backups and migrations lose nothing that was acknowledged`,
    { timeout: BOUND_MS + 300_000 },
    async () => {
      expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
      process.stdout.write(`${name}: seed ${SEED}\n`);
      const all = allScenarios();
      const chosen = chosenOf(all);
      const scenarios = chosen.length > 0 ? chosen : all;
      const random = seeded(SEED);
      const tally = new Tally(name);
      const end = Date.now() + BOUND_MS;
      const older = await fresh();
      const former = await Victim.start(await makeSite(older, { drawn: 4 }));
      await killed(former.server.child);
      const upgrades = await Upgrades.of(
        former.site,
        older.kind === 'sqlite' ? { kind: 'sqlite', file: `${former.site.folder}/records.sqlite` } : older,
      );
      const victim = await Victim.start(await makeSite(await fresh()));
      const { faults } = victim.ledger;
      try {
        for (let round = 0; round < ROUNDS && Date.now() < end; round += 1) {
          const scenario = scenarios[round % scenarios.length] ?? null;
          const before = faults.length;
          if (scenario !== null) await victim.round(round, scenario, random, tally);
          else {
            const { faults: found, ...upgrade } = await upgrades.round(random);
            faults.push(...found);
            tally.add('migrations', { ...upgrade, acknowledged: 0, lost: found.filter((fault) => fault.startsWith('LOST')).length });
          }
          if ((round + 1) % 10 === 0 || faults.length > before)
            process.stdout.write(
              `${name}: ${round + 1} of ${ROUNDS} rounds, ${victim.ledger.saves.length} saves acknowledged, ${faults.length} faults ${faults.slice(before).join('; ')}\n`,
            );
        }
        await victim.end();
      } finally {
        victim.server.child.kill('SIGKILL');
        await tally.report('kills', faults);
      }
      expect(faults).toEqual([]);
      expect(tally.rounds).toBe(ROUNDS);
      // It must have been hard.
      expect(tally.met).toBeGreaterThan(ROUNDS / 2);
      if (chosen.length === 0) expect(victim.ledger.saves.length).toBeGreaterThan(ROUNDS);
    },
  );
});
