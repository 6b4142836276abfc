/** How the list was looked at, so that whoever comes back from a study goes on where they were. Kept while the page lives. */
import { DEFAULT_SEARCH_METHOD } from '@echometry/contract/rules/search.ts';
import type { SortDirection } from '@echometry/contract/rules/sort.ts';
import type { ColumnKey } from './columns.ts';
import type { RowFilter } from './filter-rows.ts';

export interface ListView extends RowFilter {
  sort: { key: ColumnKey; direction: SortDirection };
  /** Rows of a page as the person chose them; null as many as the window holds. */
  pageSize: number | null;
  /** From 0. */
  page: number;
  /** Row of the page that keys work on. */
  focused: number;
}

let kept: { of: string; view: ListView } | null = null;

const FRESH: ListView = {
  query: '',
  method: DEFAULT_SEARCH_METHOD,
  hideCompleted: false,
  status: null,
  editor: null,
  sort: { key: 'date', direction: 'descending' },
  pageSize: null,
  page: 0,
  focused: 0,
};

/** A list is one person's, in one role and project. */
export const listName = (...parts: readonly (string | null | undefined)[]): string => JSON.stringify(parts);

export const viewOf = (list: string): ListView => (kept?.of === list ? kept.view : FRESH);
export function keepView(list: string, view: ListView): void {
  kept = { of: list, view };
}
