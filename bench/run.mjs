// `npm run bench [-- --json OUT] [-- --group NAME] [-- --rounds N]`: measures the product against its peers.
// A group is a file of bench/groups; it returns rows {group, name, value, unit, peer, ratio, must, stretch, rounds, worst, spread?}.
import { readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../scripts/lib/root.mjs';
import { fail } from '../scripts/lib/steps.mjs';
import { checkPrerequisites, ensurePackages } from '../scripts/lib/toolchain.mjs';
import { judge, printTable } from './lib/table.mjs';

/** Rounds of every row; medians are over these. */
const DEFAULT_ROUNDS = 5;

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
  await checkPrerequisites();
  await ensurePackages();
  const rows = [];
  for (const name of chosen) {
    const { default: run } = await import(pathToFileURL(inRoot('bench', 'groups', `${name}.mjs`)).href);
    const found = await run({ rounds: options.rounds });
    rows.push(...found.map((row) => ({ group: name, ...row })));
    printTable(rows.filter((row) => row.group === name));
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`);
  const short = rows.filter((row) => judge(row) === 'short');
  console.log(
    short.length === 0
      ? `${rows.length} rows, all reach what they must.`
      : `${rows.length} rows; ${short.length} fall short: ${short.map((row) => `${row.group} ${row.name}`).join('; ')}`,
  );
  process.exit(0);
} catch (error) {
  fail(error);
}

function readOptions(args) {
  const read = { json: null, groups: [], rounds: DEFAULT_ROUNDS };
  for (let i = 0; i < args.length; i += 1) {
    const value = args[i + 1];
    if (args[i] === '--json' && value) read.json = value;
    else if (args[i] === '--group' && value) read.groups.push(value);
    else if (args[i] === '--rounds' && Number(value) >= 1) read.rounds = Number(value);
    else {
      console.error('usage: npm run bench [-- --json OUT] [-- --group NAME]... [-- --rounds N]');
      process.exit(2);
    }
    i += 1;
  }
  return read;
}
