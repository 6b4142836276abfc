/** Tables as CSV (RFC 4180): every field quoted, and a text that a spreadsheet would run as a formula made plain. */

import { spreadsheetText } from '@echometry/contract/rules/spreadsheet-text.ts';

const field = (value: string | number): string => {
  const text = typeof value === 'string' ? spreadsheetText(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

export function toCsv(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
