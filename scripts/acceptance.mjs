// `npm run acceptance`: the long forms of tests, which take too long for every change. Most are tests of `npm test` with larger numbers.
import { ensureChromium } from './lib/chromium.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { inRoot } from './lib/root.mjs';
import { stopAll } from './lib/run.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { testPrograms } from './lib/suites.mjs';
import { startSwift } from './lib/swift.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

/** Times a server is killed amid saves and imports. */
const KILL_ROUNDS = 200;
/** Random inputs for every formula, native and WebAssembly. */
const RANDOM_INPUTS = 100_000;
/** Files of 2 MB that one import reads from a generator: 100 GB. */
const IMPORT_FILES = 50_000;

let postgres = null;
let swift = null;
try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildNative(['echometry-phantom', 'echometry-cli']);
  await build.buildServer();
  await build.buildWeb();
  await build.compressWeb();
  postgres = await startPostgres();
  swift = await startSwift();
  const { vitest, journeysOf } = testPrograms({
    ECHOMETRY_ROOT: inRoot(),
    ECHOMETRY_TEST_POSTGRES: postgres.url,
    ECHOMETRY_TEST_S3: swift.url,
    ECHOMETRY_CHROMIUM: await ensureChromium(),
    ECHOMETRY_KILL_ROUNDS: String(KILL_ROUNDS),
    ECHOMETRY_RANDOM_INPUTS: String(RANDOM_INPUTS),
    ECHOMETRY_IMPORT_FILES: String(IMPORT_FILES),
    ECHOMETRY_LOAD: 'short',
  });
  const tally = await step('acceptance', 'killed servers, same bits, a room of people, an import of 100 GB', () =>
    vitest(
      'server/test/kill.test.ts',
      'bindings/test/same-bits.test.ts',
      'server/load',
      'server/src/imports/rate.test.ts',
      '--testTimeout=3600000',
    ),
  );
  const walked = await step('journeys through replicas', 'four, while one of three servers is killed every 15 s', () =>
    journeysOf('replicas.config.ts', 'replicas', '--retries=0'),
  );
  await postgres.stop();
  await swift.stop();
  const [passed, failed] = [tally.passed + walked.passed, tally.failed + walked.failed];
  say(`Accepted in ${elapsed()}.\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && tally.passed > 0 && walked.passed > 0 ? 0 : 1);
} catch (error) {
  await postgres?.stop();
  await swift?.stop();
  stopAll();
  fail(error);
}
