// `npm run torture`: servers are killed hundreds of times, and lose their disk, their clock, their database and their bucket. The
// short form is in `npm test`. Options: --rounds N (of each engine), --minutes N, --seed N, --only SCENARIO.
import { parseArgs } from 'node:util';
import { inRoot } from './lib/root.mjs';
import { withServices } from './lib/services.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { testPrograms } from './lib/suites.mjs';
import { takeTemporaryFolder } from './lib/temporary.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

/** Kills of each engine, and the time after which no further round of it begins: against hanging, a busy machine needs less. */
const ROUNDS = '200';
const MINUTES = '60';
/** Times how long /health takes amid long work. */
const WAITS = 'blocking.test.ts';
/** Lines of the tests that are shown while they run: seeds, progress and tables. */
const SHOWN = /^(?:SQLite|PostgreSQL|\||Seed|- )/;

try {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: ROUNDS },
      minutes: { type: 'string', default: MINUTES },
      seed: { type: 'string' },
      only: { type: 'string' },
    },
  });
  takeTemporaryFolder();
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildServer();
  const tally = await withServices(['postgres', 's3'], async (services) => {
    const env = {
      ...services,
      ECHOMETRY_ROOT: inRoot(),
      ECHOMETRY_TORTURE_ROUNDS: values.rounds,
      ECHOMETRY_TORTURE_MINUTES: values.minutes,
      ...(values.seed === undefined ? {} : { ECHOMETRY_TORTURE_SEED: values.seed }),
      ...(values.only === undefined ? {} : { ECHOMETRY_TORTURE_ONLY: values.only }),
    };
    const { vitest } = testPrograms(env, { onLine: (line) => SHOWN.test(line) && say(line) });
    const { passed, failed } = await step('torture', `${values.rounds} kills of each engine, and every other fault`, () =>
      vitest('server/torture', '--exclude', `**/${WAITS}`, '--disable-console-intercept'),
    );
    // With nothing next to it: other servers on the same processors delay the responses that it times.
    const waits = await step('waits for /health', 'commands and calls at the limit of their input', () =>
      vitest(`server/torture/${WAITS}`, '--disable-console-intercept'),
    );
    return { passed: passed + waits.passed, failed: failed + waits.failed };
  });
  say(`Tortured in ${elapsed()}; the tables are in build/torture.\n${tally.passed} passed, ${tally.failed} failed`);
  process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
} catch (error) {
  fail(error);
}
