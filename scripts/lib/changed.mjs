// Which tests a change concerns: what `npm test -- --changed` runs.
import { answer } from './run.mjs';
import { inRoot } from './root.mjs';

/** The journeys walked for any change of page, server or contract: one study from the list to a second editor. */
const SHORTEST_WALK = 'editor';
const CRATES = [
  ['engine-rs/cli/', 'echometry-cli'],
  ['engine-rs/', 'echometry-engine'],
  ['fixtures/phantom/', 'echometry-phantom'],
  ['fixtures/simulator/', 'echometry-simulator'],
];

/**
 * The tests that files of the checkout concern.
 * @param {readonly string[]} files relative to the checkout
 * @returns {{crates: string[], scripts: boolean, journeys: string[]}} crates to test, whether TypeScript tests run, names of journeys
 */
export function testsFor(files) {
  const rust = files.filter((file) => /\.rs$|Cargo\.(toml|lock)$/.test(file) || file.startsWith('fixtures/golden/'));
  const crates = new Set(rust.map((file) => (CRATES.find(([folder]) => file.startsWith(folder)) ?? CRATES[1])[1]));
  const scripts = files.some((file) => /\.(ts|tsx|mjs|json|css)$/.test(file));
  const walked = files
    .filter((file) => /^web\/e2e\/[\w-]+\.spec\.ts$/.test(file))
    .map((file) => file.slice('web/e2e/'.length, -'.spec.ts'.length));
  const product = files.some((file) => /^(web\/(src|service-worker)|server\/src|contract|bindings\/src)\//.test(file));
  return { crates: [...crates], scripts, journeys: [...new Set([...(product ? [SHORTEST_WALK] : []), ...walked])] };
}

/** Changed files since a commit, including uncommitted ones; the commit before the last one where nothing is open. */
export async function changedFiles(since) {
  const lines = async (...args) => ((await answer('git', ['-C', inRoot(), ...args])) ?? '').split('\n').filter(Boolean);
  const open = [...(await lines('diff', '--name-only', 'HEAD')), ...(await lines('ls-files', '--others', '--exclude-standard'))];
  const base = since ?? (open.length > 0 ? 'HEAD' : 'HEAD~1');
  return { base, files: [...new Set([...(await lines('diff', '--name-only', base)), ...open])] };
}
