// `npm run check`: types, format, lints, the arrows between the folders, generated files, dependencies. Each check is one line.
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { run } from './lib/run.mjs';
import { elapsed, fail, say, step } from './lib/steps.mjs';
import { auditDependencies } from './lib/audit.mjs';
import { checkBill } from './lib/sbom.mjs';
import { checkArrows } from './lib/arrows.mjs';
import { checkCitations } from './lib/citations.mjs';
import { checkReferences } from './lib/references.mjs';
import { checkPlainEnglish } from './lib/plain-english.mjs';
import { inRoot } from './lib/root.mjs';

const node = (script, ...args) => run(process.execPath, [inRoot(...script), ...args], { log: `check-${script.at(-1)}` });

/** Checks that take seconds. */
const FAST = [
  ['types of TypeScript', () => node(['node_modules', 'typescript', 'bin', 'tsc'], '-p', inRoot('tsconfig.json'))],
  ['types of the bench', () => node(['node_modules', 'typescript', 'bin', 'tsc'], '-p', inRoot('bench', 'types.json'))],
  [
    'lints and arrows',
    () => node(['node_modules', 'oxlint', 'bin', 'oxlint'], '-c', inRoot('.oxlintrc.json'), '--type-aware', '--deny-warnings', inRoot()),
  ],
  ['floor plan of the server', async () => checkArrows()],
  ['sources of the reference values', async () => checkReferences()],
  ['format of TypeScript', () => node(['node_modules', 'oxfmt', 'bin', 'oxfmt'], '-c', inRoot('.oxfmtrc.json'), '--check', inRoot())],
  ['format of Rust', () => run('cargo', ['fmt', '--all', '--check'], { log: 'check-rustfmt' })],
];

/** The engine's program, which `npm test` has built before. */
const ENGINE = inRoot('target', 'release', 'echometry-engine');

/** Checks that compile, or ask elsewhere. */
const SLOW = [
  ['clippy', () => run('cargo', ['clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings'], { log: 'check-clippy' })],
  [
    'generated types are up to date',
    () => run(ENGINE, ['generate-types', '--check', inRoot('contract', 'generated')], { log: 'check-generated' }),
  ],
  [
    'formulas of the documentation are up to date',
    () => run(ENGINE, ['generate-docs', '--check', inRoot('docs')], { log: 'check-formulas' }),
  ],
  [
    'unused dependencies, files and exports',
    () => node(['node_modules', 'knip', 'bin', 'knip.js'], '--directory', inRoot(), '--no-config-hints', '--no-progress'),
  ],
  ['citations', checkCitations],
  ['plain English', checkPlainEnglish],
  ['dependencies', auditDependencies],
  ['bill of materials', checkBill],
];

/** Every check by name; returns how many passed and failed. */
export async function checkAll() {
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildNative(['echometry-cli']);
  return check([...FAST, ...SLOW]);
}

/** Checks that every change has to pass before anything is run. */
export const checkChange = () => check(FAST);

async function check(checks) {
  const tally = { passed: 0, failed: 0 };
  for (const [name, action] of checks) {
    try {
      await step(name, null, action);
      tally.passed += 1;
    } catch (error) {
      tally.failed += 1;
      say(`  ✗ ${name}\n${error.message}`);
    }
  }
  return tally;
}

if (process.argv[1] === inRoot('scripts', 'check.mjs')) {
  try {
    await checkPrerequisites();
    await ensurePackages();
    const { passed, failed } = await checkAll();
    say(`Checked in ${elapsed()}.\n${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  } catch (error) {
    fail(error);
  }
}
