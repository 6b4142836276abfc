/**
 * A text that a spreadsheet would run as a formula: a sign that starts one, in its usual or full-width form, also after
 * blanks or after a separator that some spreadsheets split at; and a tab or line end in front, which they skip.
 */
const FORMULA = /^(?:[\t\r\n]|[\s;,|]*[=+\-@＝＋－＠])/;

/** The text for a cell of a CSV file. A formula gets an apostrophe in front, so that spreadsheets show it as text. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
