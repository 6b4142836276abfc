// `npm run load`: whole rooms of people save and play at a real server, on both databases. Options: --seconds N (of each case), --long
// (ten minutes each), --only TEXT (cases whose name has it). Exports and statistics of 500 studies are measured next to 20 people
// who save; build/load-export.txt has their times. A short form, in which times decide nothing, is in `npm run acceptance`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRoot } from './lib/root.mjs';
import { withServices } from './lib/services.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { testPrograms } from './lib/suites.mjs';
import { takeTemporaryFolder } from './lib/temporary.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

/** Length of a case, in s. */
const SECONDS = '60';
const LONG_SECONDS = '600';

try {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: SECONDS },
      long: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const seconds = values.long ? LONG_SECONDS : values.seconds;
  takeTemporaryFolder();
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildServer();
  await build.buildNative(['echometry-phantom']);
  const tally = await withServices(['postgres'], (services) => {
    const { vitest } = testPrograms(
      { ...services, ECHOMETRY_ROOT: inRoot(), ECHOMETRY_LOAD_SECONDS: seconds, ECHOMETRY_LOAD_ONLY: values.only },
      { onLine: (line) => line.startsWith('|') && say(line) },
    );
    return step('load', `${seconds} s for each case`, () => vitest('server/load', '--disable-console-intercept'));
  });
  say(
    `${readFileSync(inRoot('build', 'load.txt'), 'utf8')}\nLoaded in ${elapsed()}; the table is in build/load.txt.\n${tally.passed} passed, ${tally.failed} failed`,
  );
  process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
} catch (error) {
  fail(error);
}
