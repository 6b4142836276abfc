// `npm run replicas`: three servers behind a proxy, one of them killed and replaced every minute, asked by programs and by pages in
// Chromium. The short form of the programs is in `npm test`, the pages' in `npm run acceptance`.
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { onWholeProduct } from './lib/whole-product.mjs';

/** Times one is killed (or the first argument), and how far apart, in ms. */
const ROUNDS = Number(process.argv[2] ?? 10);
const ROUND_MS = 60_000;
/** Journeys of web/replicas.config.ts. */
const JOURNEYS = 4;

try {
  const settings = { ECHOMETRY_REPLICA_ROUNDS: String(ROUNDS), ECHOMETRY_REPLICA_ROUND_MS: String(ROUND_MS) };
  const [tally, walked] = await onWholeProduct(['echometry-phantom'], settings, async ({ vitest, journeysOf }) => [
    await step('replicas', `${ROUNDS} killed, one a minute`, () =>
      vitest('server/test/replicas.test.ts', 'server/test/every-call.test.ts'),
    ),
    await step('journeys', 'four, while one server is killed every minute', () =>
      journeysOf('replicas.config.ts', 'replicas', '--retries=0'),
    ),
  ]);
  const [passed, failed] = [tally.passed + walked.passed, tally.failed + walked.failed];
  say(`Tested in ${elapsed()}.\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && tally.passed > 0 && walked.passed === JOURNEYS ? 0 : 1);
} catch (error) {
  fail(error);
}
