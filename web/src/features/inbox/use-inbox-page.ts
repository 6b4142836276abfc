import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { INBOX_GROUPS, type InboxGroup, inboxGroups, TO_DO } from '@echometry/contract/rules/inbox.ts';
import { inbox, loadInbox } from '../../lib/inbox.ts';
import { session } from '../../lib/session.ts';

/** Which entries are shown. */
export const VIEWS = ['todo', 'waiting', 'done'] as const;
export type View = (typeof VIEWS)[number];

const GROUPS: Readonly<Record<View, readonly InboxGroup[]>> = { todo: TO_DO, waiting: ['waiting'], done: ['done'] };

/** Entries of a group, in order. */
export interface ShownGroup {
  group: InboxGroup;
  entries: readonly InboxEntry[];
}

const countOf = (groups: Record<InboxGroup, readonly InboxEntry[]>, view: View): number =>
  GROUPS[view].reduce((sum, group) => sum + groups[group].length, 0);

const keyOf = ({ row }: InboxEntry): string => `${row.project} ${row.study_id}`;

/** The inbox as it is looked at: a project or all, a view, a search, and the chosen row. */
export function useInboxPage() {
  const { entries, more, failure } = useSnapshot(inbox);
  const { user } = useSnapshot(session);
  const [project, setProject] = useState<string | null>(null);
  const [view, setView] = useState<View>('todo');
  const [words, setWords] = useState('');
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  useEffect(() => void loadInbox(), []);
  const [now] = useState(Date.now);
  const all = (entries ?? []) as readonly InboxEntry[];
  const ofProject = (key: string | null) => inboxGroups(key === null ? all : all.filter(({ row }) => row.project === key), now);
  const groups = ofProject(project);
  const wanted = words.trim().toLowerCase();
  const matches = ({ row }: InboxEntry): boolean => row.patient_show.toLowerCase().includes(wanted);
  const shown: ShownGroup[] = GROUPS[view]
    .map((group) => ({ group, entries: groups[group].filter(matches) }))
    .filter((one) => one.entries.length > 0);
  const rows = shown.flatMap((one) => one.entries);
  const chosen = rows.find((entry) => keyOf(entry) === chosenKey) ?? rows[0] ?? null;
  const choose = (entry: InboxEntry | undefined): void => {
    if (entry !== undefined) setChosenKey(keyOf(entry));
  };
  const tabs = [null, ...(user?.projects ?? []).map(({ _id }) => _id)].map((key) => {
    const own = ofProject(key);
    return { key, toDo: countOf(own, 'todo'), late: own.overdue.length };
  });
  return {
    isLoading: entries === null && failure === null,
    failure,
    more,
    now,
    /** Projects with something in the inbox, after all projects together. */
    tabs: tabs.filter(({ key }) => key === null || all.some(({ row }) => row.project === key)),
    project,
    setProject,
    view,
    setView,
    counts: { todo: countOf(groups, 'todo'), waiting: countOf(groups, 'waiting'), done: countOf(groups, 'done') },
    words,
    setWords,
    shown,
    rows,
    chosen,
    choose,
    group: (entry: InboxEntry): InboxGroup => shown.find((one) => one.entries.includes(entry))?.group ?? INBOX_GROUPS[0],
    nameOf: (key: string): string => user?.projects.find(({ _id }) => _id === key)?.name_to_show ?? key,
    /** Chooses the row so many places away. */
    move: (by: number): void => choose(rows[Math.min(Math.max((chosen === null ? 0 : rows.indexOf(chosen)) + by, 0), rows.length - 1)]),
    /** Chooses the first row of the next or previous group. */
    moveGroup: (by: 1 | -1): void => {
      const at = shown.findIndex((one) => chosen !== null && one.entries.includes(chosen));
      choose(shown[Math.min(Math.max(at + by, 0), shown.length - 1)]?.entries[0]);
    },
    reload: () => void loadInbox(),
  };
}
export type InboxPageState = ReturnType<typeof useInboxPage>;
