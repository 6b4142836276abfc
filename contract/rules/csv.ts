/**
 * CSV after RFC 4180: lines end with CR LF, quotes within quotes are doubled. Numbers have every digit that they need to be read
 * back as they were. A text that a spreadsheet would run as a formula begins with an apostrophe.
 */
export type Cell = string | number | boolean | null;

/**
 * A text that a spreadsheet would run as a formula: a sign that starts one, in its usual or full-width form, also after
 * blanks or after a separator that some spreadsheets split at; and a tab or line end in front, which they skip.
 */
const FORMULA = /^(?:[\t\r\n]|[\s;,|]*[=+\-@＝＋－＠])/;

const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A cell as its text: empty for null. Only texts can be formulas; a negative number is none. */
export const cellText = (cell: Cell): string => (cell === null ? '' : typeof cell === 'string' ? spreadsheetText(cell) : String(cell));

const NEEDS_QUOTES = /[",\r\n]/;

/** @param quotes around every cell, or only where its text needs them: readers of some data sets know none */
export const csvLine = (cells: readonly Cell[], quotes: 'always' | 'where needed' = 'where needed'): string => {
  const field = (cell: Cell): string => {
    const text = cellText(cell);
    return quotes === 'always' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${cells.map(field).join(',')}\r\n`;
};
