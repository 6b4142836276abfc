/** View of the list, so that a return from a study continues at the same place. Kept while the page lives. */
import type { ListColumn, ListStatus, StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { DEFAULT_SEARCH_METHOD, type SearchMethod } from '@echometry/contract/rules/search.ts';
import { DEFAULT_SORT } from '@echometry/contract/rules/study-list.ts';
import type { SortDirection } from '@echometry/contract/rules/sort.ts';

export interface ListView {
  query: string;
  method: SearchMethod;
  hideCompleted: boolean;
  /** Null for any. */
  status: ListStatus | null;
  /** E-mail of the editor; null for any. */
  editor: string | null;
  sort: { key: ListColumn; direction: SortDirection };
  /** A Reviewer's tasks have likely changes first, whatever column sorts. */
  byChance: boolean;
  /** Rows per page as the person chose them; null as many as the window holds. */
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
  sort: { key: DEFAULT_SORT.by, direction: DEFAULT_SORT.direction },
  byChance: true,
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

/** Query for the server: all that the view leaves in, from `offset` on. */
export const questionOf = (
  { query, method, hideCompleted, status, editor, sort }: ListView,
  { offset, limit, tasks }: { offset: number; limit: number; tasks: boolean },
): StudyListQuery => ({
  offset,
  limit,
  sort: { by: sort.key, direction: sort.direction },
  ...(query === '' ? {} : { search: { text: query, method } }),
  ...(hideCompleted ? { hide_completed: true } : {}),
  ...(status === null ? {} : { status }),
  ...(editor === null ? {} : { editor }),
  ...(tasks ? { tasks: true } : {}),
});
