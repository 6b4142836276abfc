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
import { SMOKE } from './lib/smoke.mjs';
import { judge, printTable } from './lib/table.mjs';

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
const rows = [];
const failed = [];
for (const name of chosen) {
  const begin = performance.now();
  try {
    const { default: run } = await import(pathToFileURL(inRoot('bench', 'groups', `${name}.mjs`)).href);
    const found = (await run({ rounds: options.rounds })).map((row) => ({ group: name, ...row }));
    if (found.length === 0) throw new Error('the group has no rows');
    rows.push(...found);
    if (SMOKE) console.log(`  ✓ ${name}: ${found.length} rows, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    else printTable(found);
  } catch (error) {
    failed.push(name);
    console.error(`  ✗ ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, failed, groups: chosen.length }, null, 1)}\n`);
if (options.write) writeFigures(rows);
const short = SMOKE ? [] : rows.filter((row) => judge(row) === 'short');
if (short.length > 0)
  console.log(`${short.length} of ${rows.length} rows fall short: ${short.map((row) => `${row.group} ${row.name}`).join('; ')}`);
else console.log(SMOKE ? `${rows.length} rows, not judged.` : `${rows.length} rows, all reach what they must.`);
if (failed.length > 0) console.error(`Failed groups: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

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
