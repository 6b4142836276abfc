import { CALLS } from '@echometry/contract/calls/registry.ts';
import { emailOf, PROJECT } from '../../test/world.ts';
import { JOB_MS } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Person } from '../person.ts';
import type { Scenario } from '../scenario.ts';

const READER = { reviewer: null, pass: 1 };
const READERS = [
  { ...READER, editor: emailOf('Editor'), blind: false },
  { ...READER, editor: emailOf('Ground-truth generator'), blind: true },
];

async function reportOf(scientist: Person, id: string) {
  const end = Date.now() + JOB_MS;
  for (;;) {
    const { making, report } = await scientist.ask(CALLS.agreementGet, { id });
    if (report !== null || making.state === 'error') return report;
    if (Date.now() > end) return null;
    await pause(60);
  }
}

/** A comparison of readers, as an example of a job: begun once, ended with its report. */
export const comparing: Scenario = {
  name: 'jobs',
  withinMs: 400,
  begin: async ({ number, people: { admin, scientist }, ledger }) => {
    const id = `comparison-${number}`;
    const body = { id, db_name: PROJECT.db_name, readers: READERS };
    const asked = scientist.send(CALLS.agreementCompare, body);
    return {
      settled: async () => void (await asked),
      verify: async () => {
        await scientist.ask(CALLS.agreementCompare, body);
        const report = await reportOf(scientist, id);
        if (report === null || report.readers.length !== READERS.length) ledger.faults.push(`Comparison ${id} has no report`);
        // Begun before the kill and again after it.
        const { jobs } = await admin.ask(CALLS.jobsList, {});
        return (jobs.find((job) => job.id === id)?.attempts ?? 0) > 1;
      },
    };
  },
};
