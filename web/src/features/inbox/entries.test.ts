import { describe, expect, it } from 'vitest';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { afterOf, dayWords, dueOf, nextOf, pathOfEntry, whyOf } from './entries.ts';

const NOW = Date.UTC(2026, 10, 29, 12);

const entry = (more: Partial<InboxEntry> = {}, row: Partial<InboxEntry['row']> = {}): InboxEntry => ({
  row: {
    study_id: '3_20260102',
    patient: 3,
    patient_show: 'C03',
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
    ...row,
  },
  task: null,
  assignment: { due_on: null, assigned_at: Date.UTC(2026, 10, 24), assigned_by: 'lead1@test', paused: false },
  questions: [],
  ...more,
});
const due = (due_on: string) => entry({ assignment: { due_on, assigned_at: NOW, assigned_by: null, paused: false } });
const question = (content: string) => ({
  id: 'q1',
  instance_id: '2.25.9',
  image_filename: 'a.dcm',
  reason: 'contour',
  content,
  anchor: null,
  reviewer: 'reviewer1@test',
  created_at: NOW,
  reply: null,
  version: 7,
});

it.each([
  ['2026-11-28', '1 day late', 'bad'],
  ['2026-11-23', '6 days late', 'bad'],
  ['2026-11-29', 'today', 'warn'],
  ['2026-11-30', 'tomorrow', 'plain'],
  ['2026-12-01', 'Tue 1 Dec', 'plain'],
])('a study due on %s is due "%s"', (day, words, tone) => expect(dueOf(due(day), NOW)).toEqual({ words, tone }));

it('a day of another year has its year', () => expect(dayWords('2027-01-04', NOW)).toBe('Mon 4 Jan 2027'));

describe('an entry states its reason and its next step', () => {
  it.each<[string, InboxEntry, Parameters<typeof whyOf>[1], { what: string; note: string }, string]>([
    ['assigned', entry(), 'assigned', { what: 'First reading', note: 'assigned by lead1, Tue 24 Nov' }, 'Begin'],
    [
      'begun',
      entry(
        {
          task: {
            study_id: '3_20260102',
            step: 'timing',
            type: 'Mitral inflow',
            instance_id: '2.25.7',
            verb: 'Time the cycles of',
            brief: '',
            left: 2,
          },
        },
        { updated_at: NOW - 7_200_000, study_state: 'Incomplete', analysis: 4, pass: 2 },
      ),
      'assigned',
      { what: 'Reading, pass 2', note: 'begun, saved 2 h ago' },
      'Time the cycles of Mitral inflow',
    ],
    [
      'returned with a text',
      entry({ questions: [question('Line runs inside.'), question('')] }),
      'returned',
      { what: '“Line runs inside.”', note: 'reviewer1 · 2 questions' },
      'Answer 2 questions',
    ],
    [
      'returned with a reason only',
      entry({ questions: [question(' ')] }),
      'returned',
      { what: '“Contour off the border”', note: 'reviewer1 · 1 question' },
      'Answer 1 question',
    ],
  ])('%s', (_, of, group, why, next) => {
    expect(whyOf(of, group, NOW)).toEqual(why);
    expect(nextOf(of)).toBe(next);
  });

  it('and leads there: to the image of the question, to the image of the step, or to the files', () => {
    const address = (of: InboxEntry) => new URL(pathOfEntry(of, 'Editor') ?? '', 'http://x');
    expect(address(entry()).pathname).toBe('/preview');
    const asked = address(entry({ questions: [question('?')] }));
    expect([asked.pathname, asked.searchParams.get('image')]).toEqual(['/selection', '2.25.9']);
    const framed = address(entry({ questions: [{ ...question('?'), anchor: { frame_number: 16 } }] }));
    expect([framed.pathname, framed.searchParams.get('image'), framed.searchParams.get('frame')]).toEqual(['/selection', '2.25.9', '16']);
    const task = {
      study_id: '3_20260102',
      step: 'timing',
      type: 'Mitral inflow',
      instance_id: '2.25.7',
      verb: '',
      brief: '',
      left: 1,
    } as const;
    const begun = address(entry({ task }, { analysis: 4 }));
    expect([begun.pathname, begun.searchParams.get('image')]).toEqual(['/cycletiming', '2.25.7']);
  });
});

it('a course case names its course, and leads to its feedback when it is complete', () => {
  const course = { course: 'Apical views', position: 3, cases: 10, feedback_at: null };
  expect(whyOf(entry({}, { course }), 'assigned', NOW).what).toBe('Apical views, case 3 of 10');
  expect(nextOf(entry({}, { course }))).toBe('Begin');
  const complete = entry({}, { course, study_state: 'Valid', updated_at: NOW });
  expect(nextOf(complete)).toBe('Show feedback');
  expect(pathOfEntry(complete, 'Ground-truth generator')).toMatch(/^\/feedback\?study_id=3_20260102/);
});

it('questions with a reply wait for the reviewer, and are no longer counted', () => {
  const answered = { ...question('Line runs inside.'), id: 'q2', reply: { content: 'Moved', created_at: NOW } };
  const half = entry({ questions: [answered, question('And this one?')] });
  expect(whyOf(half, 'returned', NOW)).toEqual({ what: '“And this one?”', note: 'reviewer1 · 1 question' });
  expect(nextOf(half)).toBe('Answer 1 question');
  const all = entry({ questions: [answered] }, { study_state: 'Valid', updated_at: NOW });
  expect(whyOf(all, 'waiting', NOW)).toEqual({ what: 'First reading', note: '1 question answered' });
  expect(nextOf(all)).toBe('Open');
});

it.each<[string, InboxEntry, string | null]>([
  ['to be read', entry(), 'a reviewer sees the study when it is complete'],
  ['complete', entry({}, { study_state: 'Valid' }), 'a reviewer sees it now'],
  [
    'asked about by two',
    entry({ questions: [question('?'), { ...question('?'), reviewer: 'reviewer2@test' }, question('!')] }),
    'reviewer1 and reviewer2 read your replies and what you changed',
  ],
  [
    'a course case',
    entry({}, { course: { course: 'Apical views', position: 1, cases: 2, feedback_at: null } }),
    'you see the feedback on this case',
  ],
  ['reviewed', entry({}, { study_state: 'Valid', status: { ...entry().row.status, validated: true } }), null],
])('after a study that is %s, the next person sees what is stated', (_, of, words) => expect(afterOf(of)).toBe(words));
