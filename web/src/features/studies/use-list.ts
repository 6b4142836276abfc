import { useEffect, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { type ListColumn, MAX_LIST_PAGE, type StudyListSummary } from '@echometry/contract/records/study-list.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { defaultRows } from '@echometry/contract/rules/paging.ts';
import { type StudyPage, useStudyPage } from './api.ts';
import { COLUMNS, TASK_COLUMNS } from './columns.ts';
import { inOrder, type Queue, useQueue } from './queue.ts';
import type { Site } from './site.ts';
import { keepView, questionOf, viewOf, type ListView } from './list-view.ts';

/** A search is sent after this pause in typing, in ms: a fast typist makes a key every 100. */
const SEARCH_PAUSE_MS = 150;

/** Rows that the window holds; follows its size. */
function useDefaultRows(site: Site): number {
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    const onResize = () => {
      setHeight(window.innerHeight);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return defaultRows(height, site === 'studies' ? 'studies' : 'other');
}

export interface List {
  view: ListView;
  /** Changes how the list is looked at; another filter or order begins at the first page. */
  look: (change: Partial<ListView>) => void;
  columns: readonly ListColumn[];
  /** The rows have likely changes first, or could have. */
  byChance: boolean;
  mayBeByChance: boolean;
  queue: Queue | null;
  /** Null before the first page came. */
  page: StudyPage | null;
  summary: StudyListSummary | null;
  /** Rows of the page. */
  shown: readonly StudyRow[];
  pageSize: number;
  /** Page that is asked for, from 0, and how many there are. */
  at: number;
  pages: number;
  move: (by: number) => void;
  turn: (by: number) => void;
  failure: string | null;
  refused: string | null;
  reload: () => void;
}

/** Rows of a page: as the server sent them, or of all rows in the order of a queue, which may not be there yet. */
function rowsOf(rows: readonly StudyRow[], queue: Queue | null | undefined, from: number, count: number): readonly StudyRow[] {
  if (queue === undefined) return rows;
  return queue === null ? [] : inOrder(rows, queue).slice(from, from + count);
}

/**
 * The list as this person looks at it: the server searches, filters and sorts, and sends a page. With likely changes first it
 * sends all rows, which are ordered here.
 * @param mayBeByChance the rows are a Reviewer's tasks
 */
export function useList(name: string, site: Site, project: string | null, mayBeByChance: boolean): List {
  const [view, setView] = useState(() => viewOf(name));
  const fitting = useDefaultRows(site);
  useEffect(() => {
    keepView(name, view);
  });
  const [typed] = useDebouncedValue(view.query, SEARCH_PAUSE_MS);
  // A box that was emptied shows all at once.
  const query = view.query === '' ? '' : typed;
  const pageSize = view.pageSize ?? fitting;
  const byChance = mayBeByChance && view.byChance;
  const part = byChance ? { offset: 0, limit: MAX_LIST_PAGE } : { offset: view.page * pageSize, limit: pageSize };
  const question = questionOf({ ...view, query }, { ...part, tasks: site === 'tasks' });
  const ordered = useQueue(byChance ? project : null);
  const { page, failure, refused, reload } = useStudyPage(name, project, question);
  const pages = Math.max(1, Math.ceil((page?.list.found ?? 0) / pageSize));
  const at = Math.min(view.page, pages - 1);
  const isWaiting = byChance && ordered.queue === null;
  const shown = rowsOf(page?.rows ?? [], byChance ? ordered.queue : undefined, at * pageSize, pageSize);
  const look = (change: Partial<ListView>) => {
    setView((before) => ({ ...before, page: 0, focused: 0, ...change }));
  };
  return {
    view,
    look,
    columns: site === 'tasks' ? TASK_COLUMNS : COLUMNS,
    byChance,
    mayBeByChance,
    queue: byChance ? ordered.queue : null,
    page,
    summary: isWaiting ? null : (page?.list ?? null),
    shown,
    pageSize,
    at,
    pages,
    move: (by) => {
      const last = Math.max(shown.length - 1, 0);
      setView((before) => ({ ...before, focused: Math.min(Math.max(before.focused + by, 0), last) }));
    },
    turn: (by) => {
      look({ page: Math.min(Math.max(at + by, 0), pages - 1) });
    },
    failure: failure ?? (byChance ? ordered.failure : null),
    refused,
    reload: () => {
      reload();
      if (byChance) ordered.reload();
    },
  };
}
