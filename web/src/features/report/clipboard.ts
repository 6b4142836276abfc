/** Puts values and tables on the clipboard, as text and as HTML, so that they paste into an editor and into a sheet. */
import { caliperCells, type CaliperRow } from './calipers.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { alertUser } from '../../lib/alerts.ts';
import { copiedTable, copiedValue, TABLE_COLUMNS, tableOf, type Copied } from './tables.ts';

async function copy({ text, html }: Copied, what: string): Promise<void> {
  const blob = (content: string, type: string) => new Blob([content], { type });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob(text, 'text/plain'), 'text/html': blob(html, 'text/html') })]);
    alertUser(`${what} on the clipboard`);
  } catch {
    alertUser('The browser does not allow this page to write to the clipboard. Allow it for this address, then copy again.', 'hard');
  }
}

export const copyValue = (value: ReportValue): Promise<void> => copy(copiedValue(value), `${value.name} is`);

/** Rows of a table with its columns; `what` is the subject of the message. */
export const copyRows = (columns: readonly string[], rows: readonly (readonly string[])[], what: string): Promise<void> =>
  copy(copiedTable(columns, rows), what);

/** The table of what is shown. */
export function copyTable(shown: readonly AnatomySummary[], calipers: readonly CaliperRow[]): Promise<void> {
  const rows = [...tableOf(shown).map(({ cells }) => cells), ...calipers.map(caliperCells)];
  const values = rows.length === 1 ? '1 value is' : `${rows.length} values are`;
  return copyRows(TABLE_COLUMNS, rows, values);
}
