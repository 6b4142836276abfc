/** Puts values and tables on the clipboard, as text and as HTML, so that they paste into an editor and into a sheet. */
import { caliperCells, type CaliperRow } from './calipers.ts';
import type { GradedTable } from '@echometry/contract/rules/guidelines.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { alertUser } from '../../lib/alerts.ts';
import type { Halves } from './halves.ts';
import { guidelineRows } from './guidelines.ts';
import { messages } from './messages.ts';
import { copiedTable, copiedValue, tableOf, type Copied } from './tables.ts';

async function copy({ text, html }: Copied, done: string): Promise<void> {
  const blob = (content: string, type: string) => new Blob([content], { type });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob(text, 'text/plain'), 'text/html': blob(html, 'text/html') })]);
    alertUser(done);
  } catch {
    alertUser(messages.copied.refused, 'hard');
  }
}

export const copyValue = (value: ReportValue): Promise<void> => copy(copiedValue(value), messages.copied.value(value.name));

/** Rows of a table with its columns; `done` is the message afterwards. */
export const copyRows = (columns: readonly string[], rows: readonly (readonly string[])[], done: string): Promise<void> =>
  copy(copiedTable(columns, rows), done);

/** The table of what is shown. */
export function copyTable(
  shown: readonly AnatomySummary[],
  { calipers, guidelines }: { calipers: readonly CaliperRow[]; guidelines: readonly GradedTable[] },
  halves: Halves,
): Promise<void> {
  const values = [...tableOf(shown, halves).map(({ cells }) => cells), ...calipers.map(caliperCells)];
  return copyRows(messages.table.columns, [...values, ...guidelineRows(guidelines)], messages.copied.values(values.length));
}
