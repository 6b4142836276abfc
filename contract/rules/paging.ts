export const PAGE_SIZES: readonly number[] = [10, 25, 100];

/** Height in px taken by header, search and pager, and of one row (docs/specification.md#platform-2). */
const CHROME_HEIGHT_PX = 320;
const STUDIES_ROW_PX = 62;
const OTHER_ROW_PX = 53;
const MIN_DEFAULT_ROWS = 5;

/** Rows of a list before the user chooses: floor((window height - 320) / 62) for studies, 53 otherwise, at least 5. */
export function defaultRows(windowHeightPx: number, site: 'studies' | 'other'): number {
  const row = site === 'studies' ? STUDIES_ROW_PX : OTHER_ROW_PX;
  return Math.max(MIN_DEFAULT_ROWS, Math.floor((windowHeightPx - CHROME_HEIGHT_PX) / row));
}
