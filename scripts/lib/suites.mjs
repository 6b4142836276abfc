// The test programs of the repository, each with its report read: how many passed, failed and were left out.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { say } from './steps.mjs';
import { cargoTally, playwrightTally, unsteady, vitestTally } from './tally.mjs';

/** Lines of a failed program's output that are shown. */
const SHOWN_LINES = 200;

/**
 * A failed journey of a whole run is repeated this often; a repeated one that passes is named
 * (docs/why/tests-and-builds.md#a-failed-journey-of-a-whole-run-is-repeated-once).
 */
const RETRIES = 1;

/**
 * @param {Record<string, string>} env facts of this machine for the tests
 * @param {{ onLine?: (line: string) => void }} shown hears every line as it is printed, for tests of many minutes
 */
export function testPrograms(env, shown = {}) {
  const output = async (program, args, options) => {
    try {
      return { text: await run(program, args, { ...options, ...shown, env: { ...env, ...options.env } }), failed: false };
    } catch (error) {
      const text = error.output ?? '';
      say(text.split('\n').slice(-SHOWN_LINES).join('\n'));
      return { text, failed: true };
    }
  };

  const cargo = async (...args) => {
    const { text, failed } = await output('cargo', ['test', '--locked', '--no-fail-fast', ...args], { log: 'cargo-test' });
    aloud(text);
    return judged(cargoTally(text), failed);
  };

  const reported = async (name, args, reportEnv, tallyOf) => {
    const report = inRoot('build', 'reports', `${name}.json`);
    mkdirSync(inRoot('build', 'reports'), { recursive: true });
    rmSync(report, { force: true });
    const { text, failed } = await output(process.execPath, args(report), { log: name, env: reportEnv(report) });
    aloud(text);
    if (!existsSync(report)) return { passed: 0, failed: 1 };
    return judged(tallyOf(JSON.parse(readFileSync(report, 'utf8'))), failed);
  };

  const vitest = (...args) =>
    reported(
      'vitest',
      (report) => [
        inRoot('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      () => ({}),
      vitestTally,
    );

  const journeysOf = (config, name, ...args) =>
    reported(
      `playwright-${name}`,
      () => [
        inRoot('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        '-c',
        inRoot('web', config),
        '--reporter=list,json',
        `--retries=${RETRIES}`,
        ...args,
      ],
      (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
      (report) => {
        for (const title of unsteady(report)) say(`    UNSTEADY: "${title}" failed once and passed when it was repeated`);
        return playwrightTally(report);
      },
    );

  const journeys = (name, ...args) => journeysOf('playwright.config.ts', name, ...args);

  /** Every group of the bench in its smallest form: whether it runs and its results are right, whatever its times are. */
  const benches = () =>
    reported(
      'bench',
      (report) => [inRoot('bench', 'run.mjs'), '--smoke', '--json', report],
      () => ({}),
      ({ groups, failed }) => ({ passed: groups - failed.length, failed: failed.length }),
    );

  return { cargo, vitest, journeys, journeysOf, benches };
}

/** A program that failed without a failed test (a test file that could not be read, tidied up or compiled) counts as one. */
const judged = (tally, failed) => (failed ? { ...tally, failed: Math.max(tally.failed, 1) } : tally);

/** Skips that a test reports are repeated here. */
function aloud(output) {
  for (const line of new Set(output.split('\n').filter((text) => /SKIPPED:/.test(text)))) say(`    ${line.trim()}`);
}
