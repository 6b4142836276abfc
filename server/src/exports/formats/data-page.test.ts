/** docs/data.md describes each written table and code. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { WORK_TABLES } from '../work-tables.ts';
import { BIDS_TABLES } from './bids/tables.ts';
import { PATIENT_COLUMNS } from './camus.ts';
import { SOURCE_COLUMNS } from './echonet.ts';
import { FRAME_COLUMNS } from './masks.ts';
import { isCore } from './sr/codes.ts';
import { MEASUREMENTS } from './sr/measurement-codes.ts';

const page = readFileSync(path.join(checkoutRoot(), 'docs', 'data.md'), 'utf8');
const listed = (columns: readonly string[]): string => columns.map((column) => `\`${column}\``).join(', ');

const tableOfCodes = (): string =>
  MEASUREMENTS.map(({ name, types, formula, of, code }) => {
    const condition = formula === undefined ? '' : `${of === undefined ? '' : `${of}: `}${formula}`;
    return `| ${name} | ${types?.join(', ') ?? ''} | ${condition} | (${code.value}, ${code.scheme}, "${code.meaning}")${isCore(code) ? ' *' : ''} |\n`;
  }).join('');

it('docs/data.md names the columns of every table of the formats in their order', () => {
  for (const columns of [FRAME_COLUMNS, SOURCE_COLUMNS, PATIENT_COLUMNS]) expect(page).toContain(listed(columns));
});

it('docs/data.md names the columns of every table of BIDS', () => {
  for (const [table, columns] of Object.entries(BIDS_TABLES)) expect(page).toContain(`\`${table}.tsv\`: ${listed(Object.keys(columns))}`);
});

it('docs/data.md names the columns of every table of the work', () => {
  for (const { file, about, columns } of Object.values(WORK_TABLES))
    expect(page).toContain(`\`${file}\`: ${about} Columns: ${listed(columns)}.`);
});

it('docs/data.md names the code of every measurement', () => {
  expect(page).toContain(tableOfCodes());
});
