import { describe, expect, it } from 'vitest';
import type { InboxEntry } from '../calls/assignments.ts';
import { daysBetween, inboxGroup, inboxGroups, isOverdue } from './inbox.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

const row = (study_id: string, more: Partial<InboxEntry['row']> = {}): InboxEntry['row'] => ({
  study_id,
  patient: 1,
  patient_show: 'C01',
  date: '2026-01-02',
  project: 'alpha',
  is_open: false,
  open_by: null,
  data_type: 'adult',
  study_type: null,
  study_instance_id: '2.25.1',
  code: null,
  analysis: null,
  editor: null,
  updated_at: null,
  validated_by: [],
  study_state: null,
  gestational_age_days: null,
  status: { selected: false, annotated: false, segmented_dop: false, segmented_2d: false, measured: false, validated: false },
  total_images: 0,
  ...more,
});
const assignment = (more: Partial<NonNullable<InboxEntry['assignment']>> = {}) => ({
  due_on: null,
  assigned_at: NOW - DAY_MS,
  assigned_by: 'admin@test',
  paused: false,
  ...more,
});
const question = (created_at: number, reply: string | null = null) => ({
  id: 'q1',
  instance_id: '2.25.1.1',
  image_filename: 'a.dcm',
  reason: 'border',
  content: '',
  anchor: null,
  reviewer: 'reviewer@test',
  created_at,
  reply: reply === null ? null : { content: reply, created_at: created_at + 1 },
  version: 7,
});
/** Complete, and saved long ago. */
const courseCase = (feedback_at: number | null) =>
  row('1', {
    study_state: 'Valid',
    updated_at: NOW - 30 * DAY_MS,
    course: { course: 'Apical views', position: 1, cases: 2, feedback_at },
  });
const entry = (study_id: string, more: Partial<InboxEntry> = {}): InboxEntry => ({
  row: row(study_id),
  task: null,
  assignment: assignment(),
  questions: [],
  ...more,
});
const complete = (validated: boolean, updated_at: number) =>
  row('s', {
    study_state: 'Valid',
    updated_at,
    status: { selected: true, annotated: true, segmented_dop: true, segmented_2d: true, measured: true, validated },
  });

describe('an entry of an inbox', () => {
  it.each<[string, Partial<InboxEntry>, string | null]>([
    ['to be read without a last day', {}, 'assigned'],
    ['due today', { assignment: assignment({ due_on: '2026-11-29' }) }, 'assigned'],
    ['due yesterday', { assignment: assignment({ due_on: '2026-11-28' }) }, 'overdue'],
    ['paused', { assignment: assignment({ due_on: '2026-11-28', paused: true }) }, null],
    ['with a question, however late', { assignment: assignment({ due_on: '2026-11-28' }), questions: [question(NOW)] }, 'returned'],
    ['with a question and never assigned', { assignment: null, questions: [question(NOW)] }, 'returned'],
    ['with a reply to one question of two', { questions: [question(NOW, 'Moved'), question(NOW)] }, 'returned'],
    ['with a reply to every question and nothing assigned', { assignment: null, questions: [question(NOW, 'Moved')] }, 'waiting'],
    ['with a reply to every question, and reviewed', { row: complete(true, NOW), questions: [question(NOW, 'Moved')] }, 'waiting'],
    [
      'with a reply to every question, not complete and late',
      { assignment: assignment({ due_on: '2026-11-28' }), questions: [question(NOW, 'Moved')] },
      'overdue',
    ],
    ['begun', { row: row('s', { study_state: 'Incomplete', updated_at: NOW }) }, 'assigned'],
    ['complete and not reviewed', { row: complete(false, NOW - 30 * DAY_MS) }, 'waiting'],
    ['a complete course case whose feedback was not seen', { row: courseCase(null) }, 'assigned'],
    ['a course case whose feedback was seen this week', { row: courseCase(NOW - 6 * DAY_MS) }, 'done'],
    ['a course case whose feedback was seen earlier', { row: courseCase(NOW - 8 * DAY_MS) }, null],
    ['complete and reviewed this week', { row: complete(true, NOW - 6 * DAY_MS) }, 'done'],
    ['complete and reviewed long ago', { row: complete(true, NOW - 8 * DAY_MS) }, null],
    ['neither assigned nor asked about', { assignment: null }, null],
  ])('%s', (_, more, group) => expect(inboxGroup(entry('s', more), NOW)).toBe(group));
});

it('overdue and assigned studies are ordered by due day, returned ones by their newest question', () => {
  const groups = inboxGroups(
    [
      entry('none'),
      entry('later', { assignment: assignment({ due_on: '2026-12-03' }) }),
      entry('sooner', { assignment: assignment({ due_on: '2026-12-01' }) }),
      entry('late', { assignment: assignment({ due_on: '2026-11-27' }) }),
      entry('later still', { assignment: assignment({ due_on: '2026-11-20' }) }),
      entry('asked first', { questions: [question(NOW - 5000)] }),
      entry('asked last', { questions: [question(NOW - 9000), question(NOW - 1000)] }),
    ],
    NOW,
  );
  const names = (of: readonly InboxEntry[]) => of.map(({ row: { study_id } }) => study_id);
  expect(names(groups.overdue)).toEqual(['later still', 'late']);
  expect(names(groups.returned)).toEqual(['asked last', 'asked first']);
  expect(names(groups.assigned)).toEqual(['sooner', 'later', 'none']);
});

it('studies that are put off are a separate group, and late ones still count as late', () => {
  const late = entry('late', { assignment: assignment({ due_on: '2026-11-28' }) });
  const entries = [late, entry('asked', { questions: [question(NOW)] }), entry('new'), entry('waiting', { row: complete(false, NOW) })];
  const groups = inboxGroups(entries, NOW, () => true);
  expect(Object.entries(groups).map(([group, of]) => [group, of.length])).toEqual([
    ['overdue', 0],
    ['returned', 0],
    ['assigned', 0],
    ['put-off', 3],
    ['waiting', 1],
    ['done', 0],
  ]);
  expect(entries.map((one) => isOverdue(one, NOW))).toEqual([true, false, false, false]);
  expect(late.assignment?.due_on).toBe('2026-11-28');
});

it('days are counted across months and years', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
});
