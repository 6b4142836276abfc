// The table of figures in bench/README.md, written by `--write`: rows of the groups that were measured take the place of
// their former rows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { inRoot } from '../../scripts/lib/root.mjs';

const README = inRoot('bench', 'README.md');
const BEGIN = '<!-- figures: begin -->';
const END = '<!-- figures: end -->';
const COLUMNS = ['group', 'name', 'value', 'unit', 'peer', 'ratio', 'worst', 'must', 'stretch', 'commit'];
const SIGNIFICANT_DIGITS = 3;

const git = (...args) => execFileSync('git', args, { cwd: inRoot(), encoding: 'utf8' }).trim();

/** The commit that is measured; with a plus sign when files differ from it. */
const commit = () => git('rev-parse', '--short=7', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+');

const cell = (value) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(SIGNIFICANT_DIGITS))) : String(value).replaceAll('|', '/');
};

const line = (cells) => `| ${cells.join(' | ')} |`;

/** @param {string} text of the README */
function partsOf(text) {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`bench/README.md has no place for figures: ${BEGIN} and ${END}`);
  return { before: text.slice(0, from + BEGIN.length), table: text.slice(from + BEGIN.length, to), after: text.slice(to) };
}

/**
 * The text of the README with the rows of the measured groups in the table.
 * @param {string} readme
 * @param {Array<Record<string, unknown>>} rows
 * @param {{ at: string, machine: string }} measured `at` is the commit
 */
export function withFigures(readme, rows, { at, machine }) {
  const { before, table, after } = partsOf(readme);
  const measured = new Set(rows.map((row) => row.group));
  const kept = table
    .split('\n')
    .filter((text) => text.startsWith('| ') && !text.startsWith('| group '))
    .filter((text) => !measured.has(text.split('|')[1].trim()));
  const own = rows.map((row) => line(COLUMNS.map((name) => (name === 'commit' ? at : cell(row[name])))));
  const all = [...kept, ...own].sort((one, other) => one.split('|')[1].localeCompare(other.split('|')[1]));
  const head = [line(COLUMNS), `|${'---|'.repeat(COLUMNS.length)}`];
  return `${before}\n${machine}\n\n${[...head, ...all].join('\n')}\n${after}`;
}

/** Puts the rows of the measured groups into the table. */
export function writeFigures(rows) {
  const machine = `Last written on ${new Date().toISOString().slice(0, 10)}: ${os.availableParallelism()} processors (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}.`;
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), rows, { at: commit(), machine }));
}
