export type SortDirection = 'ascending' | 'descending';

const IGNORED = /[ \-_]/g;
/** Characters below the numbers, in the order of the Unicode Collation Algorithm (CLDR root). */
const BELOW_NUMBERS = '\t\n\u000b\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';
/** The weight of the first of them; those of letters are the letters. All weights are printable ASCII. */
const FIRST_WEIGHT = 0x21;
const NUMBER_WEIGHT = 'L';
/** Digits of a number's length in a key: texts of a cell have at most a few hundred characters. */
const LENGTH_DIGITS = 4;
/** Weight of all other characters, which follow by code point. */
const OTHER_WEIGHT = '~';
const OTHER_DIGITS = 6;

/** Letters that Unicode does not decompose, and what they are sorted as. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ð: 'd', ħ: 'h', ı: 'i' };
const MARKS = /\p{M}/gu;
const TOKENS = /\d+|\P{Nd}|\p{Nd}/gu;
// oxlint-disable-next-line no-control-regex -- control characters have no weight, so the class has to name them
const CONTROLS = /^[\0-\u0008\u000e-\u001f\u007f-\u009f]$/u;

/** Weights of single characters. */
const WEIGHTS: ReadonlyMap<string, string> = new Map([
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter] as const),
  ...[...BELOW_NUMBERS].map((sign, place) => [sign, String.fromCharCode(FIRST_WEIGHT + place)] as const),
  ...Object.entries(LETTERS),
]);

function weightOf(token: string): string {
  const known = WEIGHTS.get(token);
  if (known !== undefined) return known;
  if (/^\d/.test(token)) {
    const digits = token.replace(/^0+/, '');
    return NUMBER_WEIGHT + String(digits.length).padStart(LENGTH_DIGITS, '0') + digits;
  }
  if (CONTROLS.test(token)) return '';
  return OTHER_WEIGHT + (token.codePointAt(0) ?? 0).toString(16).padStart(OTHER_DIGITS, '0');
}

/**
 * Comparison key of a cell, byte by byte: null when it is empty. Spaces, hyphens and underscores are left out, numbers count as
 * numbers, case and accents do not count (docs/why/storage.md#sort-keys-that-every-engine-agrees-on). The key is printable ASCII, so that a database
 * that stores it orders rows as this rule does.
 */
export function sortKey(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  const plain = String(value).replace(IGNORED, '').normalize('NFKD').toLowerCase().replace(MARKS, '');
  let key = '';
  for (const [token] of plain.matchAll(TOKENS)) key += weightOf(token);
  return key;
}

function compareKeys(a: string | null, b: string | null, direction: SortDirection): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = a < b ? -1 : Number(a > b);
  return direction === 'ascending' ? order : -order;
}

/**
 * Order of two cell values (docs/specification.md#platform-5): spaces, hyphens and underscores ignored, numbers as numbers,
 * case ignored, and empty values last whatever the direction.
 */
export const compareCells = (
  a: string | number | null | undefined,
  b: string | number | null | undefined,
  direction: SortDirection,
): number => compareKeys(sortKey(a), sortKey(b), direction);

/** A sorted copy; rows that compare equal keep their order. Each cell is read once. */
export function sortRows<T>(rows: readonly T[], cell: (row: T) => string | number | null | undefined, direction: SortDirection): T[] {
  return rows
    .map((row) => ({ row, key: sortKey(cell(row)) }))
    .sort((a, b) => compareKeys(a.key, b.key, direction))
    .map(({ row }) => row);
}
