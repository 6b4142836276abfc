/** Who is to read which study. */
import { randomBytes } from 'node:crypto';
import type { AssignmentState } from '@echometry/contract/records/assignment.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { isTestWork } from './analyses.ts';
import type { AssignmentTable, Database, Flag } from './schema.ts';
import { FIRST_PASS } from './work-lines.ts';

type Query = Kysely<Database>;

const ID_BYTES = 8;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows that one statement inserts or names. */
const ROWS_AT_ONCE = 500;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, n) => all.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE));

/** The head that an assignment is about: of blind work the reader's in that pass, of shared work the newest of the study. */
const isItsHead = sql<boolean>`(case when assignment.blind = 1
  then h.blind = 1 and h.editor_id = assignment.reader_id and h.pass = assignment.pass
  else h.version_id = (select max(n.version_id) from analysis_head n where n.study_id = assignment.study_id and n.blind = 0
    and not ${isTestWork(sql`n.study_id`, sql`n.editor_id`)}) end)`;

/** Assignments that did not end, with the state of the work they are about. */
const current = (query: Query) =>
  query
    .selectFrom('assignment')
    .innerJoin('study', 'study.id', 'assignment.study_id')
    .innerJoin('user_account', 'user_account.id', 'assignment.reader_id')
    .leftJoin('analysis_head as h', (join) => join.onRef('h.study_id', '=', 'assignment.study_id').on(isItsHead))
    .selectAll('assignment')
    .select(['user_account.email as reader', 'h.study_state', 'h.updated_at'])
    .where('assignment.ended_at', 'is', null);

export type AssignmentRow = Selectable<AssignmentTable> & { reader: string; study_state: StudyState | null; updated_at: number | null };

/** The same as `stateOfAssignment`, in SQL. */
const STATE = sql<AssignmentState>`case when h.study_state is null then 'to-do' when h.study_state = 'Incomplete' then 'begun' else 'done' end`;

/** How far the work of an assignment has come. */
export const stateOfAssignment = ({ study_state }: Pick<AssignmentRow, 'study_state'>): AssignmentState =>
  study_state === null ? 'to-do' : study_state === 'Incomplete' ? 'begun' : 'done';

/** Readers of some studies in their first pass, by the numbers of the studies. */
export async function firstReaders(query: Query, studies: readonly number[], blind: Flag): Promise<Map<number, string[]>> {
  const readers = new Map<number, string[]>();
  for (const part of inParts(studies)) {
    const rows = await query
      .selectFrom('assignment')
      .innerJoin('user_account', 'user_account.id', 'assignment.reader_id')
      .select(['assignment.study_id', 'user_account.email'])
      .where('assignment.study_id', 'in', part)
      .where('assignment.blind', '=', blind)
      .where('assignment.pass', '=', FIRST_PASS)
      .where('assignment.ended_at', 'is', null)
      .execute();
    for (const { study_id, email } of rows) readers.set(study_id, [...(readers.get(study_id) ?? []), email]);
  }
  return readers;
}

/** Everybody who saved blind work of some studies, by the numbers of the studies. */
export async function blindReadersOf(query: Query, studies: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await query
    .selectFrom('analysis_head')
    .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
    .select(['analysis_head.study_id', 'user_account.email'])
    .where('analysis_head.study_id', 'in', [0, ...studies])
    .where('analysis_head.blind', '=', 1)
    .execute();
  const readers = new Map<number, string[]>();
  for (const { study_id, email } of rows) readers.set(study_id, [...(readers.get(study_id) ?? []), email]);
  return readers;
}

/** Everybody with assignments in a project. */
export const assignedPeople = (query: Query, projectId: number) =>
  query
    .selectFrom('assignment')
    .innerJoin('study', 'study.id', 'assignment.study_id')
    .innerJoin('user_account', 'user_account.id', 'assignment.reader_id')
    .select(['user_account.id', 'user_account.email', 'assignment.blind'])
    .distinct()
    .where('study.project_id', '=', projectId)
    .where('assignment.ended_at', 'is', null)
    .execute();

/** How much a person has in a project in which state, and of that how much is paused or late. */
export const loadsOfReader = (query: Query, projectId: number, reader: { userId: number; blind: Flag }, today: string) =>
  current(query)
    .clearSelect()
    .select(sql<AssignmentState>`${STATE}`.as('state'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .select(sql<number>`sum(assignment.paused)`.as('paused'))
    .select(sql<number>`sum(case when assignment.due_on < ${today} then 1 else 0 end)`.as('late'))
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('assignment.reader_id', '=', reader.userId)
    .where('assignment.blind', '=', reader.blind)
    .groupBy(sql`${STATE}`)
    .execute();

/** Ids of the newest assignments of the active studies of a project. */
async function newestAssignments(query: Query, projectId: number, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('assignment')
    .innerJoin('study', 'study.id', 'assignment.study_id')
    .select('assignment.id')
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('assignment.ended_at', 'is', null)
    .orderBy('assignment.assigned_at', 'desc')
    .orderBy('study.study_id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const withStudies = (query: Query, ids: readonly string[]) =>
  current(query)
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .leftJoin('user_account as assigner', 'assigner.id', 'assignment.assigned_by')
    .select(['study.study_id as study', 'study.study_date', 'patient.patient_show', 'assigner.email as assigner'])
    .where('assignment.id', 'in', [...ids])
    .orderBy('assignment.assigned_at', 'desc')
    .orderBy('study.study_id')
    .execute();
export type AssignmentWithStudy = Awaited<ReturnType<typeof withStudies>>[number];

/** Assignments of the active studies of a project, the newest first, with their studies. */
export async function assignmentsOfProject(query: Query, projectId: number, limit: number): Promise<AssignmentWithStudy[]> {
  const found: AssignmentWithStudy[] = [];
  for (const part of inParts(await newestAssignments(query, projectId, limit))) found.push(...(await withStudies(query, part)));
  return found;
}

/** Some of them, by their ids. */
export async function findAssignments(query: Query, projectId: number, ids: readonly string[]): Promise<AssignmentRow[]> {
  const found: AssignmentRow[] = [];
  for (const part of inParts(ids))
    found.push(...(await current(query).where('study.project_id', '=', projectId).where('assignment.id', 'in', part).execute()));
  return found;
}

/** Assignments of a person in some projects, of the studies that are active. */
export const assignmentsOfReader = (query: Query, reader: { userId: number; blind: Flag }, projects: readonly number[]) =>
  current(query)
    .leftJoin('user_account as assigner', 'assigner.id', 'assignment.assigned_by')
    .select(['study.project_id', 'assigner.email as assigner'])
    .where('assignment.reader_id', '=', reader.userId)
    .where('assignment.blind', '=', reader.blind)
    .where('study.active', '=', 1)
    .where('study.project_id', 'in', [0, ...projects])
    .orderBy('assignment.pass')
    .execute();

/** Some of the active studies of a project with what plans spread evenly, and the version whose images state the quality. */
const someToAssign = (query: Query, projectId: number, after: number) =>
  query
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.id', 'study.study_id', 'study.data_type', 'study.study_type', 'study.code', 'patient.patient_show'])
    .select((e) =>
      e
        .selectFrom('analysis_head as n')
        .select((of) => of.fn.max<number | null>('n.version_id').as('version'))
        .whereRef('n.study_id', '=', 'study.id')
        .where('n.blind', '=', 0)
        .as('version_id'),
    )
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('study.id', '>', after)
    .orderBy('study.id')
    .limit(ROWS_AT_ONCE)
    .execute();
export type StudyOfPlan = Awaited<ReturnType<typeof someToAssign>>[number];

/** All of them, in the order of their numbers. */
export async function studiesToAssign(query: Query, projectId: number): Promise<StudyOfPlan[]> {
  const all: StudyOfPlan[] = [];
  for (;;) {
    const some = await someToAssign(query, projectId, all.at(-1)?.id ?? 0);
    all.push(...some);
    if (some.length < ROWS_AT_ONCE) return all;
  }
}

/** A new assignment of a plan. */
export interface NewAssignment {
  study_id: number;
  reader_id: number;
  blind: Flag;
  pass: number;
  assigned_by: number | null;
  assigned_at: number;
  due_on: string | null;
  repeat_after_days: number | null;
}

/** Adds assignments; existing ones stay as they are. */
export async function insertAssignments(query: Query, rows: readonly NewAssignment[]): Promise<void> {
  for (const part of inParts(rows))
    await query
      .insertInto('assignment')
      .values(part.map((row) => ({ ...row, id: randomBytes(ID_BYTES).toString('hex'), paused: 0 as const, ended_at: null })))
      .onConflict((conflict) => conflict.columns(['study_id', 'reader_id', 'blind', 'pass']).where('ended_at', 'is', null).doNothing())
      .execute();
}

type Change = Partial<Pick<Selectable<AssignmentTable>, 'paused' | 'ended_at' | 'due_on' | 'repeat_after_days'>>;

export async function changeAssignments(query: Query, ids: readonly string[], change: Change): Promise<void> {
  for (const part of inParts(ids)) await query.updateTable('assignment').set(change).where('id', 'in', part).execute();
}

/** Readings whose repeat is due: complete, and saved last the asked number of days ago. */
export const repeatsDue = (query: Query, now: number) =>
  current(query)
    .select(['study.project_id', 'study.study_id as study'])
    .where('assignment.repeat_after_days', 'is not', null)
    .where('assignment.blind', '=', 1)
    .where('study.active', '=', 1)
    .where('h.study_state', '!=', 'Incomplete')
    .where(sql<boolean>`h.updated_at + assignment.repeat_after_days * ${sql.lit(DAY_MS)} <= ${now}`)
    .execute();

/** Whether a study was assigned to a person who is to read it now; `study` is the column of its number. */
export const isAssignedTo = (study: RawBuilder<unknown>, { userId, blind }: { userId: number; blind: Flag }): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from assignment a where a.study_id = ${study} and a.reader_id = ${userId}
    and a.blind = ${sql.lit(blind)} and a.paused = 0 and a.ended_at is null)`;

/** Studies of a project that a person is to read now, by the numbers of their rows. */
export async function studiesAssignedTo(query: Query, projectId: number, reader: { userId: number; blind: Flag }): Promise<Set<number>> {
  const rows = await query
    .selectFrom('study')
    .select('study.id')
    .where('study.project_id', '=', projectId)
    .where(isAssignedTo(sql.ref('study.id'), reader))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
