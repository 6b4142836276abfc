import { spreadsheetText } from '@echometry/contract/rules/spreadsheet-text.ts';

/** A field of a CSV file (RFC 4180): always quoted, and a text that a spreadsheet would run as a formula made plain. */
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
