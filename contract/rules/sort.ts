export type SortDirection = 'ascending' | 'descending';

const IGNORED = /[ \-_]/g;

// One collator for all: numeric, so that "P9" comes before "P10", and blind to case.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Order of two cell values (platform 5): spaces, hyphens and underscores ignored, numbers as numbers,
 * case ignored, and empty values last whatever the direction.
 */
export function compareCells(a: string | number | null | undefined, b: string | number | null | undefined, direction: SortDirection): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order = collator.compare(String(a).replace(IGNORED, ''), String(b).replace(IGNORED, ''));
  return direction === 'ascending' ? order : -order;
}

/** A sorted copy; rows that compare equal keep their order. */
export function sortRows<T>(rows: readonly T[], cell: (row: T) => string | number | null | undefined, direction: SortDirection): T[] {
  return [...rows].sort((a, b) => compareCells(cell(a), cell(b), direction));
}
