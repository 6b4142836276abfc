import { spreadsheetText } from '@echometry/contract/rules/spreadsheet-text.ts';

/**
 * CSV after RFC 4180: UTF-8, lines end with CR LF, fields are quoted where they have to be. Numbers have every digit that
 * they need to be read back as they were. A text that a spreadsheet would run as a formula begins with an apostrophe.
 */
export type Cell = string | number | boolean | null;

const QUOTED = /[",\r\n]/;

/** A cell as its text: empty for null. Only texts can be formulas; a negative number is none. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  return spreadsheetText(cell);
};

const field = (cell: Cell): string => {
  const text = cellText(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`;
