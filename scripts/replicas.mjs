// `npm run replicas`: three servers behind a proxy, one of them killed and replaced every minute. The short form is in `npm test`.
import { startPostgres } from './lib/postgres.mjs';
import { inRoot } from './lib/root.mjs';
import { stopAll } from './lib/run.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { testPrograms } from './lib/suites.mjs';
import { startSwift } from './lib/swift.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

/** Times one is killed (or the first argument), and how far apart, in ms. */
const ROUNDS = Number(process.argv[2] ?? 10);
const ROUND_MS = 60_000;

let postgres = null;
let swift = null;
try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildServer();
  postgres = await startPostgres();
  swift = await startSwift();
  const { vitest } = testPrograms({
    ECHOMETRY_ROOT: inRoot(),
    ECHOMETRY_TEST_POSTGRES: postgres.url,
    ECHOMETRY_TEST_S3: swift.url,
    ECHOMETRY_REPLICA_ROUNDS: String(ROUNDS),
    ECHOMETRY_REPLICA_ROUND_MS: String(ROUND_MS),
  });
  const tally = await step('replicas', `${ROUNDS} killed, one a minute`, () => vitest('server/test/replicas.test.ts'));
  await postgres.stop();
  await swift.stop();
  say(`Tested in ${elapsed()}.\n${tally.passed} passed, ${tally.failed} failed`);
  process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
} catch (error) {
  await postgres?.stop();
  await swift?.stop();
  stopAll();
  fail(error);
}
