import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { defaultRows } from '@echometry/contract/rules/paging.ts';
import { sortRows } from '@echometry/contract/rules/sort.ts';
import { session } from '../../lib/session.ts';
import { COLUMNS, type Column } from './columns.ts';
import { filterRows } from './filter-rows.ts';
import type { Site } from './site.ts';
import { keepView, viewOf, type ListView } from './list-view.ts';

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
  columns: readonly Column[];
  /** Rows that pass the filters, in order. */
  found: readonly StudyRow[];
  /** Rows of the page. */
  shown: readonly StudyRow[];
  pageSize: number;
  /** Page that is shown, from 0, and how many there are. */
  at: number;
  pages: number;
  move: (by: number) => void;
  turn: (by: number) => void;
}

/** The list as this person looks at it. Sorted once for each order; a search then only leaves rows out. */
export function useList(name: string, site: Site, rows: readonly StudyRow[] | null, columns: readonly Column[] = COLUMNS): List {
  const [view, setView] = useState(() => viewOf(name));
  const fitting = useDefaultRows(site);
  const { login } = useSnapshot(session);
  const role = login?.role ?? null;
  const email = login?.email ?? '';
  useEffect(() => {
    keepView(name, view);
  });
  const { sort, query, method, hideCompleted, status, editor } = view;
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sort.key) ?? columns[0];
    return column ? sortRows(rows ?? [], column.value, sort.direction) : (rows ?? []);
  }, [rows, sort, columns]);
  const found = useMemo(
    () => filterRows(sorted, { query, method, hideCompleted, status, editor }, { role, email }),
    [sorted, query, method, hideCompleted, status, editor, role, email],
  );
  const pageSize = view.pageSize ?? fitting;
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const at = Math.min(view.page, pages - 1);
  const shown = found.slice(at * pageSize, (at + 1) * pageSize);
  const look = (change: Partial<ListView>) => {
    setView((before) => ({ ...before, page: 0, focused: 0, ...change }));
  };
  return {
    view,
    look,
    columns,
    found,
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
  };
}
