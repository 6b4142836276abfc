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
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const lineOf = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;

/** Quotes where a cell needs them: readers of some data sets know none. */
export const csvLine = (cells: readonly Cell[]): string =>
  lineOf(cells.map(cellText).map((text) => (NEEDS_QUOTES.test(text) ? quoted(text) : text)));

/** Quotes around every cell. */
export const quotedCsvLine = (cells: readonly Cell[]): string => lineOf(cells.map(cellText).map(quoted));
