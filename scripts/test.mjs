// `npm test`: sets up what is missing, then everything: checks, Rust, TypeScript, servers on both databases, journeys in Chromium.
// `npm test -- --changed [COMMIT]`: what a change concerns, within minutes.
// `--without postgres,s3,pacs,encoders`: leaves out tests of services and programs that cannot be installed here; each is reported.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { changedFiles, testsFor } from './lib/changed.mjs';
import { ensureChromium, ensureHeadlessShell } from './lib/chromium.mjs';
import { ensureEncoders } from './lib/encoders.mjs';
import { announce, inPart, keepDurations } from './lib/parts.mjs';
import { ensureReaders } from './lib/python.mjs';
import { inRoot } from './lib/root.mjs';
import { Refusal } from './lib/run.mjs';
import { ALL_SERVICES, withServices } from './lib/services.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { testPrograms } from './lib/suites.mjs';
import { takeTemporaryFolder } from './lib/temporary.mjs';
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

/** Where the tests find Chromium, and where the journeys do. */
async function browsersOfTests() {
  const chromium = await ensureChromium();
  return { ECHOMETRY_CHROMIUM: chromium, ECHOMETRY_JOURNEYS_CHROMIUM: await ensureHeadlessShell(chromium) };
}

async function testAll(build, env, without) {
  const programs = await inPart('set-up and builds', async () => {
    // One after the other: each may install packages of the system.
    const browsers = browsersOfTests();
    const encoders = browsers.then(ensureReaders).then(() => (without.includes('encoders') ? {} : ensureEncoders()));
    await Promise.all([encoders, build.buildEngineWasm({ inHaste: true })]);
    await build.buildNative(['echometry-phantom', 'echometry-cli']);
    await Promise.all([build.buildWeb().then(build.compressWeb), build.buildServer()]);
    return testPrograms({ ...env, ...(await browsers), ...(await encoders) });
  });
  const { cargo, vitest, journeys, benches } = programs;
  const { checkAll } = await import('./check.mjs');
  // Each keeps one processor busy for much of its time.
  const [checks] = await inPart('checks and Rust', () =>
    Promise.all([checkAll(), suite('Rust', 'engine, command line, phantom', () => cargo('--workspace'))]),
  );
  count('checks', checks);
  await inPart('TypeScript', () => suite('TypeScript', 'contract, bindings, server on SQLite and PostgreSQL, web', () => vitest()));
  await inPart('journeys', () => suite('journeys', 'the product in Chromium', () => journeys('journeys', '--project=*journeys')));
  await inPart('benches', () => suite('benches', 'every group of the bench in its smallest form, without judging times', () => benches()));
  await inPart('player', () =>
    suite('player', 'how frames follow each other, with nothing next to it', () => journeys('player', '--project=player')),
  );
  keepDurations();
}

async function testChange(build, env, since) {
  const { base, files } = await changedFiles(since);
  const plan = testsFor(files);
  say(`    ${files.length} files changed since ${base}; the whole of npm test shows the rest.`);
  if (!existsSync(inRoot('bindings', 'wasm', '.key'))) await build.buildEngineWasm({ inHaste: true });
  else if (plan.crates.length > 0) say('    The engine changed: TypeScript and journeys run on the WebAssembly that is built.');
  const { checkChange } = await import('./check.mjs');
  count('checks', await checkChange());
  const browsers = plan.journeys.length > 0 ? await browsersOfTests() : {};
  const { cargo, vitest, journeys } = testPrograms({ ...env, ...browsers });
  for (const crate of plan.crates) await suite(crate, 'tests of its sources', () => cargo('-p', crate, '--lib', '--bins'));
  if (plan.scripts) await suite('TypeScript', 'what imports the changed files', () => vitest('--changed', base, '--passWithNoTests'));
  if (plan.journeys.length === 0) return;
  await build.buildNative(['echometry-phantom']);
  await Promise.all([build.buildWeb(), build.buildServer()]);
  const names = plan.journeys.map((name) => `/${name}.spec.ts`);
  await suite('journeys', plan.journeys.join(', '), () => journeys('changed', ...names));
}

const LEFT_OUT = [...ALL_SERVICES, 'encoders'];

function readOptions() {
  const { values, positionals } = parseArgs({
    options: { changed: { type: 'boolean', default: false }, without: { type: 'string', default: '' } },
    allowPositionals: true,
  });
  const without = values.without.split(',').filter(Boolean);
  const unknown = without.filter((name) => !LEFT_OUT.includes(name));
  if (unknown.length > 0) throw new Refusal(`--without ${unknown.join(',')}: only ${LEFT_OUT.join(', ')} can be left out.`);
  return { changed: values.changed, since: positionals[0], without };
}

try {
  const { changed, since, without } = readOptions();
  takeTemporaryFolder({ inMemory: true });
  if (!changed) announce();
  await checkPrerequisites();
  await ensurePackages();
  const shared = process.env.ECHOMETRY_SHARED ?? inRoot('..', 'shared');
  if (!existsSync(shared)) say('    SKIPPED: the folder of real data is absent, so the tests that read it are left out');
  for (const name of without) say(`    SKIPPED: ${name}, as asked`);
  const build = await import('./lib/build.mjs');
  const services = ALL_SERVICES.filter((name) => !without.includes(name));
  await withServices(services, async (addresses) => {
    const material = existsSync(shared) ? { ECHOMETRY_SHARED: shared } : {};
    const env = { ...material, ...addresses, ECHOMETRY_ROOT: inRoot(), ECHOMETRY_PICTURES: 'none' };
    await (changed ? testChange(build, env, since) : testAll(build, env, without));
  });
} catch (error) {
  fail(error);
}
say(`Tested in ${elapsed()}.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
