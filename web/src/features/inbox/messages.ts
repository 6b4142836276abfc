/** Texts of the inbox. */
import type { CoursePlace } from '@echometry/contract/records/course-place.ts';
import type { InboxGroup } from '@echometry/contract/rules/inbox.ts';
import { counted } from '@echometry/contract/rules/counted.ts';

const nameIn = (email: string): string => email.split('@')[0] ?? email;
const questions = (count: number): string => counted(count, 'question');

export const messages = {
  title: 'Inbox',
  projects: 'Projects',
  allProjects: 'All projects',
  late: (count: number) => `${count} late`,
  search: 'Search patient by ID',
  views: { label: 'Shown studies', todo: 'To do', waiting: 'Waiting for others', done: 'Done this week' },
  sorted: 'sorted by what is most urgent',
  columns: { patient: 'Patient, date', project: 'Project', status: 'Status', why: 'Why it is here', due: 'Due', next: 'Next step' },
  groups: {
    overdue: 'Overdue',
    returned: 'Returned with questions',
    assigned: 'Assigned to you',
    waiting: 'Waiting for a review',
    done: 'Done this week',
  } satisfies Record<InboxGroup, string>,
  orders: {
    overdue: 'oldest first',
    returned: 'newest first',
    assigned: 'by due day',
    waiting: 'newest first',
    done: 'newest first',
  } satisfies Record<InboxGroup, string>,
  empty: {
    todo: 'Nothing to do: every study that was assigned to you is read, and no question is open.',
    waiting: 'None of your studies waits for a review.',
    done: 'None of your studies was reviewed this week.',
  },
  noMatch: 'No patient matches this search. Clear it, or choose another project.',
  more: 'More studies were assigned to you than are listed here. They appear as you finish these.',
  first: 'First reading',
  course: ({ course, position, cases }: CoursePlace) => `${course}, case ${position} of ${cases}`,
  pass: (pass: number) => `Reading, pass ${pass}`,
  begun: (when: string) => `begun, saved ${when}`,
  assigned: (by: string | null, day: string) => (by === null ? `repeated since ${day}` : `assigned by ${nameIn(by)}, ${day}`),
  notAssigned: 'not assigned',
  quoted: (text: string) => `“${text}”`,
  asked: (reviewer: string, count: number) => `${nameIn(reviewer)} · ${questions(count)}`,
  saved: (when: string) => `complete, saved ${when}`,
  due: {
    late: (days: number) => `${counted(days, 'day')} late`,
    today: 'today',
    tomorrow: 'tomorrow',
  },
  next: {
    answer: (count: number) => `Answer ${questions(count)}`,
    begin: 'Begin',
    open: 'Open',
    showFeedback: 'Show feedback',
    feedback: 'Feedback',
  },
  side: {
    label: 'Chosen study',
    none: 'Choose a study to see why it is here.',
    questions: 'Questions',
    open: (count: number) => `${count} open`,
    openAt: (at: number) => `Open question ${at}`,
    project: 'Project',
    assigned: 'Assigned',
    assignedBy: (by: string | null, day: string) => (by === null ? `as a repeat, ${day}` : `by ${nameIn(by)}, ${day}`),
    due: 'Due',
    saved: 'Saved',
    savedBy: (editor: string, when: string) => `${when}, by ${nameIn(editor)}`,
    left: 'Left',
    steps: (left: number) => counted(left, 'step'),
    openFirst: 'Open at question 1',
    openNext: 'Open at the next step',
  },
  shown: (shown: number, all: number) => `${shown} of ${all} shown`,
  legend: (steps: readonly string[]) => `Status steps: ${steps.join(' · ')}`,
  keys: { row: 'row', open: 'open at the next step', group: 'group', project: 'project', search: 'search', all: 'all keys' },
};
