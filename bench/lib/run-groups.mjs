// Runs groups one after the other. A failing group is named, and the others run all the same.
import { judge, printTable } from './table.mjs';

/** Prints how many rows reach what they must; times of the smoke form are not judged. */
function conclude(rows, isSmoke) {
  if (isSmoke) return console.log(`${rows.length} rows, not judged.`);
  const short = rows.filter((row) => judge(row) === 'short');
  if (short.length === 0) return console.log(`${rows.length} rows, all reach what they must.`);
  const names = short.map((row) => `${row.group} ${row.name}`).join('; ');
  return console.log(`${short.length} of ${rows.length} rows fall short: ${names}`);
}

/**
 * @param {string[]} names
 * @param {{ load: (name: string) => Promise<(options: { rounds: number }) => Promise<any[]>>, rounds: number, isSmoke: boolean }} options
 * @returns rows of all groups, names of failed groups, and the status of the program
 */
export async function runGroups(names, { load, rounds, isSmoke }) {
  const rows = [];
  const failed = [];
  for (const name of names) {
    const begin = performance.now();
    try {
      const run = await load(name);
      const found = (await run({ rounds })).map((row) => ({ group: name, ...row }));
      if (found.length === 0) throw new Error('the group has no rows');
      rows.push(...found);
      if (isSmoke) console.log(`  ✓ ${name}: ${found.length} rows, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      else printTable(found);
    } catch (error) {
      failed.push(name);
      console.error(`  ✗ ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  conclude(rows, isSmoke);
  if (failed.length > 0) console.error(`Failed groups: ${failed.join(', ')}`);
  return { rows, failed, status: failed.length === 0 ? 0 : 1 };
}
