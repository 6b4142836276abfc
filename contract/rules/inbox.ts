/** The order and the groups of an inbox: what is late comes first, then what came back, then what is to be read. */
import type { InboxEntry } from '../calls/assignments.ts';

export const INBOX_GROUPS = ['overdue', 'returned', 'assigned', 'put-off', 'waiting', 'done'] as const;
export type InboxGroup = (typeof INBOX_GROUPS)[number];

/** Groups with something to do for the person. */
export const TO_DO: readonly InboxGroup[] = ['overdue', 'returned', 'assigned'];

/** Days for which finished studies stay in an inbox. */
export const DONE_SHOWN_DAYS = 7;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of a moment, YYYY-MM-DD in UTC, as due days are compared. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Whole days from one day to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Questions that wait for a reply of the reader. */
export const openQuestions = ({ questions }: Pick<InboxEntry, 'questions'>): InboxEntry['questions'] =>
  questions.filter(({ reply }) => reply === null);

const isRecent = (at: number | null, now: number): boolean => at !== null && at >= now - DONE_SHOWN_DAYS * DAY_MS;

/** The group of an entry, put off or not; null for one that is no longer shown. */
export function inboxGroup({ row, assignment, questions }: InboxEntry, now: number): InboxGroup | null {
  if (openQuestions({ questions }).length > 0) return 'returned';
  // When every question has a reply, the reviewer is next.
  const isReplied = questions.length > 0;
  if (assignment === null) return isReplied ? 'waiting' : null;
  if (row.study_state === null || row.study_state === 'Incomplete') {
    if (assignment.paused) return null;
    return assignment.due_on !== null && assignment.due_on < dayOf(now) ? 'overdue' : 'assigned';
  }
  // A course case needs no review: its feedback is the last step.
  if (row.course !== undefined) {
    if (row.course.feedback_at === null) return 'assigned';
    return isRecent(row.course.feedback_at, now) ? 'done' : null;
  }
  if (!row.status.validated || isReplied) return 'waiting';
  return isRecent(row.updated_at, now) ? 'done' : null;
}

const newestQuestion = ({ questions }: InboxEntry): number => Math.max(0, ...questions.map(({ created_at }) => created_at));
/** After every day that can be written. */
const NEVER = '~';
const dueOf = ({ assignment }: InboxEntry): string => assignment?.due_on ?? NEVER;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Within a group: what is returned by its newest question, what is finished by its last save, everything else by its due day. */
export function compareEntries(group: InboxGroup): (a: InboxEntry, b: InboxEntry) => number {
  if (group === 'returned') return (a, b) => newestQuestion(b) - newestQuestion(a);
  if (group === 'waiting' || group === 'done') return (a, b) => (b.row.updated_at ?? 0) - (a.row.updated_at ?? 0);
  return (a, b) =>
    byText(dueOf(a), dueOf(b)) ||
    (a.assignment?.assigned_at ?? 0) - (b.assignment?.assigned_at ?? 0) ||
    byText(a.row.study_id, b.row.study_id);
}

/** Studies that a person put off do not count as to do until the day has come. */
export const toDoGroup = (entry: InboxEntry, now: number, isPutOff: (row: InboxEntry['row']) => boolean): InboxGroup | null => {
  const group = inboxGroup(entry, now);
  return group !== null && TO_DO.includes(group) && isPutOff(entry.row) ? 'put-off' : group;
};

/** Whether a study is late, put off or not. */
export const isOverdue = (entry: InboxEntry, now: number): boolean => inboxGroup(entry, now) === 'overdue';

/** The entries of each group, in order. */
export function inboxGroups(
  entries: readonly InboxEntry[],
  now: number,
  isPutOff: (row: InboxEntry['row']) => boolean = () => false,
): Record<InboxGroup, InboxEntry[]> {
  const groups = Object.fromEntries(INBOX_GROUPS.map((group): [InboxGroup, InboxEntry[]] => [group, []])) as Record<
    InboxGroup,
    InboxEntry[]
  >;
  for (const entry of entries) {
    const group = toDoGroup(entry, now, isPutOff);
    if (group !== null) groups[group].push(entry);
  }
  for (const group of INBOX_GROUPS) groups[group].sort(compareEntries(group));
  return groups;
}
