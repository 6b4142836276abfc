// `npm test`: sets up what is missing, then everything: checks, Rust, TypeScript, servers on both databases, journeys in Chromium.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './lib/chromium.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { inRoot } from './lib/root.mjs';
import { run, stopAll } from './lib/run.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { cargoTally, playwrightTally, vitestTally } from './lib/tally.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

const total = { passed: 0, failed: 0, skipped: 0 };
const count = (name, tally) => {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped ?? 0;
  say(`    ${name}: ${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`);
};

/** Runs a test program whose failure is counted and shown, and does not end the run. */
async function suite(name, why, action) {
  try {
    count(name, await step(name, why, action));
  } catch (error) {
    say(`  ✗ ${name}\n${error.message}`);
    count(name, { passed: 0, failed: 1 });
  }
}

async function cargoTests() {
  let output;
  try {
    output = await run('cargo', ['test', '--workspace', '--locked', '--no-fail-fast'], { log: 'cargo-test', env: sharedEnv });
  } catch (error) {
    output = error.output ?? '';
    say(output.split('\n').slice(-120).join('\n'));
    const tally = cargoTally(output);
    return { ...tally, failed: Math.max(tally.failed, 1) };
  }
  aloud(output);
  return cargoTally(output);
}

/** What a test says it could not do is repeated here. */
function aloud(output) {
  for (const line of new Set(output.split('\n').filter((text) => /SKIPPED:/.test(text)))) say(`    ${line.trim()}`);
}

async function reported(name, program, args, env, tallyOf) {
  const report = inRoot('build', 'reports', `${name}.json`);
  mkdirSync(inRoot('build', 'reports'), { recursive: true });
  rmSync(report, { force: true });
  let output = '';
  try {
    output = await run(program, args(report), { log: name, env: { ...sharedEnv, ...env(report) } });
  } catch (error) {
    output = error.output ?? '';
    say(output.split('\n').slice(-200).join('\n'));
  }
  aloud(output);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  return tallyOf(JSON.parse(readFileSync(report, 'utf8')));
}

let sharedEnv = {};
let postgres = null;
try {
  await checkPrerequisites();
  await ensurePackages();
  const shared = process.env.ECHOMETRY_SHARED ?? inRoot('..', 'shared');
  if (existsSync(shared)) sharedEnv = { ECHOMETRY_SHARED: shared };
  else say('    SKIPPED: the folder of real data is absent, so the tests that read it are left out');
  const build = await import('./lib/build.mjs');
  const [chromium] = await Promise.all([ensureChromium(), build.buildEngineWasm()]);
  await build.buildNative(['echometry-phantom', 'echometry-cli']);
  await Promise.all([build.buildWeb(), build.buildServer()]);
  postgres = await startPostgres();
  sharedEnv = { ...sharedEnv, ECHOMETRY_TEST_POSTGRES: postgres.url, ECHOMETRY_CHROMIUM: chromium, ECHOMETRY_ROOT: inRoot() };

  const { checkAll } = await import('./check.mjs');
  count('checks', await checkAll());
  await suite('Rust', 'engine, command line, generator', cargoTests);
  await suite('TypeScript', 'contract, bindings, server on SQLite and PostgreSQL, web', () =>
    reported('vitest', process.execPath, (report) => [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], () => ({}), vitestTally));
  await suite('journeys', 'the product in Chromium', () =>
    reported('playwright', process.execPath, () => [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', '-c', inRoot('web', 'playwright.config.ts'), '--reporter=list,json'], (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }), playwrightTally));
} catch (error) {
  await postgres?.stop();
  stopAll();
  fail(error);
}
await postgres?.stop();
say(`Tested in ${elapsed()}.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
