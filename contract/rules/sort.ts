export type SortDirection = 'ascending' | 'descending';

const IGNORED = /[ \-_]/g;

// One collator for all: numeric, so that "P9" comes before "P10", and blind to case.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What a cell is compared by: null when it is empty. */
const keyOf = (value: string | number | null | undefined): string | null => (isEmpty(value) ? null : String(value).replace(IGNORED, ''));

function compareKeys(a: string | null, b: string | null, direction: SortDirection): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = collator.compare(a, b);
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
): number => compareKeys(keyOf(a), keyOf(b), direction);

/** A sorted copy; rows that compare equal keep their order. Each cell is read once. */
export function sortRows<T>(rows: readonly T[], cell: (row: T) => string | number | null | undefined, direction: SortDirection): T[] {
  return rows
    .map((row) => ({ row, key: keyOf(cell(row)) }))
    .sort((a, b) => compareKeys(a.key, b.key, direction))
    .map(({ row }) => row);
}
