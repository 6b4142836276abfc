// `npm run bench [-- --group NAME]... [-- --rounds N] [-- --json OUT] [-- --write] [-- --smoke]`: measures the product against
// its peers. A group is a file of bench/groups; it returns rows {group, name, value, unit, peer, ratio, must, stretch, rounds,
// worst, spread?}. A group that fails is named at the end, and the others run all the same.
import { readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../scripts/lib/root.mjs';
import { fail } from '../scripts/lib/steps.mjs';
import { takeTemporaryFolder } from '../scripts/lib/temporary.mjs';
import { checkPrerequisites, ensurePackages } from '../scripts/lib/toolchain.mjs';
import { writeFigures } from './lib/figures.mjs';
import { runGroups } from './lib/run-groups.mjs';
import { SMOKE } from './lib/smoke.mjs';

/** Rounds of every row; medians are over these. */
const DEFAULT_ROUNDS = 5;
const USAGE = 'usage: npm run bench [-- --group NAME]... [-- --rounds N] [-- --json OUT] [-- --write] [-- --smoke]';

const options = readOptions(process.argv.slice(2));
const groups = readdirSync(inRoot('bench', 'groups'))
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .sort();
const chosen = options.groups.length > 0 ? options.groups : groups;
const unknown = chosen.filter((name) => !groups.includes(name));
if (unknown.length > 0) {
  console.error(`unknown group ${unknown.join(', ')}; there are: ${groups.join(', ')}`);
  process.exit(2);
}

try {
  takeTemporaryFolder();
  await checkPrerequisites();
  await ensurePackages();
} catch (error) {
  fail(error);
}
const load = async (name) => (await import(pathToFileURL(inRoot('bench', 'groups', `${name}.mjs`)).href)).default;
const { rows, failed, status } = await runGroups(chosen, { load, rounds: options.rounds, isSmoke: SMOKE });
if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, failed, groups: chosen.length }, null, 1)}\n`);
if (options.write) writeFigures(rows);
process.exit(status);

function readOptions(args) {
  const read = { json: null, groups: [], rounds: SMOKE ? 1 : DEFAULT_ROUNDS, write: false };
  for (let i = 0; i < args.length; i += 1) {
    const value = args[i + 1];
    if (args[i] === '--smoke') continue;
    else if (args[i] === '--write' && !SMOKE) read.write = true;
    else if (args[i] === '--json' && value) read.json = args[++i];
    else if (args[i] === '--group' && value) read.groups.push(args[++i]);
    else if (args[i] === '--rounds' && Number(value) >= 1) read.rounds = Number(args[++i]);
    else {
      console.error(USAGE);
      process.exit(2);
    }
  }
  return read;
}
