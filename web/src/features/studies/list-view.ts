/** How the list was looked at, so that whoever comes back from a study goes on where they were. Kept while the page lives. */
import { DEFAULT_SEARCH_METHOD, type SearchMethod } from '@echometry/contract/rules/search.ts';
import { defaultRows } from '@echometry/contract/rules/paging.ts';
import type { SortDirection } from '@echometry/contract/rules/sort.ts';
import type { ColumnKey } from './columns.ts';

export interface ListView {
  query: string;
  method: SearchMethod;
  hideCompleted: boolean;
  sort: { key: ColumnKey; direction: SortDirection };
  pageSize: number;
  /** From 0. */
  page: number;
  /** Row of the page that keys work on. */
  focused: number;
}

let kept: { of: string; view: ListView } | null = null;

const freshView = (site: 'studies' | 'review'): ListView => ({
  query: '', method: DEFAULT_SEARCH_METHOD, hideCompleted: false, sort: { key: 'date', direction: 'descending' },
  pageSize: defaultRows(window.innerHeight, site === 'studies' ? 'studies' : 'other'), page: 0, focused: 0,
});

/** A list is one person's, in one role and project. */
export const listName = (...parts: readonly (string | null | undefined)[]): string => JSON.stringify(parts);

export const viewOf = (list: string, site: 'studies' | 'review'): ListView => (kept?.of === list ? kept.view : freshView(site));
export function keepView(list: string, view: ListView): void {
  kept = { of: list, view };
}
