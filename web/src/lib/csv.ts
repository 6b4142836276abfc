import { quotedCsvLine } from '@echometry/contract/rules/csv.ts';

/** A table as CSV, every field in quotes. */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [columns, ...rows].map(quotedCsvLine).join('');
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
