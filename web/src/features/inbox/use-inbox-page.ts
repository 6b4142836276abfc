import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { type InboxGroup, inboxGroups, isOverdue, openQuestions, TO_DO } from '@echometry/contract/rules/inbox.ts';
import { changePutOff, inbox, isRowPutOff, loadInbox } from '../../lib/inbox.ts';
import { session } from '../../lib/session.ts';
import { settings } from '../../lib/settings.ts';

/** Which entries are shown. */
export const VIEWS = ['todo', 'waiting', 'done'] as const;
export type View = (typeof VIEWS)[number];

const GROUPS: Readonly<Record<View, readonly InboxGroup[]>> = { todo: TO_DO, waiting: ['waiting'], done: ['done'] };
/** Shown below the groups of a view, and not counted in it. */
const BELOW: Readonly<Record<View, readonly InboxGroup[]>> = { todo: ['put-off'], waiting: [], done: [] };

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
  const [questionId, setQuestionId] = useState<string | null>(null);
  // Drawn again when a study is put off.
  void useSnapshot(settings).own.put_off;
  useEffect(() => void loadInbox(), []);
  const [now] = useState(Date.now);
  const all = (entries ?? []) as readonly InboxEntry[];
  const ofProject = (key: string | null) => (key === null ? all : all.filter(({ row }) => row.project === key));
  const groupsOf = (key: string | null) => inboxGroups(ofProject(key), now, (row) => isRowPutOff(row, now));
  const groups = groupsOf(project);
  const wanted = words.trim().toLowerCase();
  const matches = ({ row }: InboxEntry): boolean => row.patient_show.toLowerCase().includes(wanted);
  const shown: ShownGroup[] = [...GROUPS[view], ...BELOW[view]]
    .map((group) => ({ group, entries: groups[group].filter(matches) }))
    .filter((one) => one.entries.length > 0);
  const rows = shown.flatMap((one) => one.entries);
  const chosen = rows.find((entry) => keyOf(entry) === chosenKey) ?? rows[0] ?? null;
  const question =
    chosen && (chosen.questions.find(({ id }) => id === questionId) ?? openQuestions(chosen)[0] ?? chosen.questions[0] ?? null);
  const choose = (entry: InboxEntry | undefined): void => {
    if (entry !== undefined) setChosenKey(keyOf(entry));
  };
  const tabs = [null, ...(user?.projects ?? []).map(({ _id }) => _id)].map((key) => {
    return { key, toDo: countOf(groupsOf(key), 'todo'), late: ofProject(key).filter((entry) => isOverdue(entry, now)).length };
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
    /** Rows of the view, whatever was searched for. */
    inView: [...GROUPS[view], ...BELOW[view]].reduce((sum, group) => sum + groups[group].length, 0),
    chosen,
    choose,
    /** The chosen question of the chosen study: at first the oldest without a reply. */
    question,
    /** @param at from 1 */
    chooseQuestion: (at: number): void => setQuestionId(chosen?.questions[at - 1]?.id ?? questionId),
    isPutOff: (entry: InboxEntry): boolean => groups['put-off'].includes(entry),
    mayPutOff: (entry: InboxEntry): boolean => [...TO_DO, 'put-off' as const].some((group) => groups[group].includes(entry)),
    /** Puts a study off until tomorrow and chooses the next row, or takes that back. */
    changePutOff: (entry: InboxEntry): void => {
      const at = rows.indexOf(entry);
      if (!groups['put-off'].includes(entry)) choose(rows[at + 1] ?? rows[at - 1]);
      changePutOff(entry.row, now);
    },
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
