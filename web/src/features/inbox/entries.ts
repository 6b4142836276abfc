/** Words and addresses of the rows of an inbox. */
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { dayOf, daysBetween, type InboxGroup, openQuestions } from '@echometry/contract/rules/inbox.ts';
import { reasonWords } from '@echometry/contract/rules/review-issues.ts';
import { taskWords } from '@echometry/contract/rules/review-task.ts';
import { openSection } from '../../image-page/panel-place.ts';
import { pathOfRow, placeOf } from '../../image-page/study-path.ts';
import { ago, DASH } from '../../lib/format.ts';
import { messages } from './messages.ts';

/** A day as people write it: 'Mon 30 Nov', with the year where it is another one. */
export function dayWords(day: string, now: number): string {
  const isThisYear = day.slice(0, 4) === dayOf(now).slice(0, 4);
  const at = new Date(`${day}T12:00:00Z`);
  return at
    .toLocaleDateString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
      ...(isThisYear ? {} : { year: 'numeric' }),
    })
    .replace(',', '');
}

/** When a study is due, and how urgent that is. */
export function dueOf({ assignment }: InboxEntry, now: number): { words: string; tone: 'bad' | 'warn' | 'plain' } {
  if (assignment?.due_on == null) return { words: DASH, tone: 'plain' };
  const days = daysBetween(dayOf(now), assignment.due_on);
  if (days < 0) return { words: messages.due.late(-days), tone: 'bad' };
  if (days === 0) return { words: messages.due.today, tone: 'warn' };
  return { words: days === 1 ? messages.due.tomorrow : dayWords(assignment.due_on, now), tone: 'plain' };
}

/** A question in one line: its text, or where there is none its reason. */
export const questionWords = ({ content, reason }: InboxEntry['questions'][number]): string =>
  content.trim() === '' ? reasonWords(reason) : content.trim();

/** Why a study is in the inbox, in a line and a note. */
export function whyOf({ row, assignment, questions }: InboxEntry, group: InboxGroup, now: number): { what: string; note: string } {
  const open = openQuestions({ questions });
  const [first] = open;
  if (first !== undefined) return { what: messages.quoted(questionWords(first)), note: messages.asked(first.reviewer, open.length) };
  const what = row.course !== undefined ? messages.course(row.course) : row.pass === undefined ? messages.first : messages.pass(row.pass);
  if (questions.length > 0 && group === 'waiting') return { what, note: messages.answered(questions.length) };
  if (group === 'waiting' || group === 'done') return { what, note: messages.saved(ago(row.updated_at, now)) };
  if (row.updated_at !== null) return { what, note: messages.begun(ago(row.updated_at, now)) };
  return {
    what,
    note:
      assignment === null ? messages.notAssigned : messages.assigned(assignment.assigned_by, dayWords(dayOf(assignment.assigned_at), now)),
  };
}

/** A course case that is complete: its feedback is next. */
const hasFeedback = ({ course, study_state }: InboxEntry['row']): boolean =>
  course !== undefined && (course.feedback_at !== null || (study_state !== null && study_state !== 'Incomplete'));

/** The next step of an entry, in words. */
export function nextOf({ row, task, questions }: InboxEntry): string {
  const open = openQuestions({ questions }).length;
  if (open > 0) return messages.next.answer(open);
  if (hasFeedback(row)) return row.course?.feedback_at == null ? messages.next.showFeedback : messages.next.feedback;
  if (row.study_state === null && row.updated_at === null) return messages.next.begin;
  return task === null ? messages.next.open : taskWords(task);
}

/** Questions are in the panel of comments, which may be closed. */
export function showQuestions({ questions }: Pick<InboxEntry, 'questions'>): void {
  if (questions.length > 0) openSection('comments');
}

/** The address of a question: its image, at the frame that it names. */
function pathOfQuestion({ row }: InboxEntry, { instance_id, anchor }: InboxEntry['questions'][number]): string | null {
  const path = pathOfRow(row, 'selection', instance_id);
  return path === null || anchor?.frame_number === undefined ? path : `${path}&frame=${anchor.frame_number}`;
}

/** Where the next step of an entry is done: at a question, at first the oldest without a reply, or at its next step. */
export function pathOfEntry(entry: InboxEntry, role: RoleName | null, question = openQuestions(entry)[0]): string | null {
  if (question !== undefined) return pathOfQuestion(entry, question);
  return hasFeedback(entry.row)
    ? pathOfRow(entry.row, 'feedback')
    : pathOfRow(entry.row, ...placeOf(entry.row, role, entry.task ?? undefined));
}

/** Reviewers of the questions, each once. */
export const reviewersOf = ({ questions }: Pick<InboxEntry, 'questions'>): string[] => [
  ...new Set(questions.map(({ reviewer }) => reviewer)),
];

/** Who sees what after the reader; null where nothing follows. */
export function afterOf({ row, questions }: InboxEntry): string | null {
  if (questions.length > 0) return messages.after.reviewers(reviewersOf({ questions }));
  if (row.course !== undefined) return row.course.feedback_at === null ? messages.after.feedback : null;
  if (row.status.validated) return null;
  return row.study_state === null || row.study_state === 'Incomplete' ? messages.after.review : messages.after.waiting;
}
