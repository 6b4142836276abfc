// `npm run acceptance`: the long forms of tests, which take too long for every change. Most are tests of `npm test` with larger numbers.
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { onWholeProduct } from './lib/whole-product.mjs';

/** Times a server is killed amid saves and imports. */
const KILL_ROUNDS = 200;
/** Times the requests of the fuzzer are made: a hundred thousand. */
const FUZZ_TIMES = 5;
/** Random inputs for every formula, native and WebAssembly. */
const RANDOM_INPUTS = 100_000;
/** Files of 2 MB that one import reads from a generator: 100 GB. */
const IMPORT_FILES = 50_000;

try {
  const settings = {
    ECHOMETRY_KILL_ROUNDS: String(KILL_ROUNDS),
    ECHOMETRY_FUZZ_TIMES: String(FUZZ_TIMES),
    ECHOMETRY_RANDOM_INPUTS: String(RANDOM_INPUTS),
    ECHOMETRY_IMPORT_FILES: String(IMPORT_FILES),
    ECHOMETRY_LOAD: 'short',
  };
  const [tally, walked] = await onWholeProduct(['echometry-phantom', 'echometry-cli'], settings, async ({ vitest, journeysOf }) => [
    await step('acceptance', 'killed servers, absurd requests, same bits, a room of people, an import of 100 GB', () =>
      vitest(
        'server/test/kill.test.ts',
        'server/test/fuzz.test.ts',
        'bindings/test/same-bits.test.ts',
        'server/load',
        'server/src/imports/rate.test.ts',
        '--testTimeout=3600000',
      ),
    ),
    await step('journeys through replicas', 'four, while one of three servers is killed every 15 s', () =>
      journeysOf('replicas.config.ts', 'replicas', '--retries=0'),
    ),
  ]);
  const [passed, failed] = [tally.passed + walked.passed, tally.failed + walked.failed];
  say(`Accepted in ${elapsed()}.\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && tally.passed > 0 && walked.passed > 0 ? 0 : 1);
} catch (error) {
  fail(error);
}
