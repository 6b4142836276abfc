/** Courses of gold cases, and the feedback that their readers have seen. */
import { randomBytes } from 'node:crypto';
import { FeedbackImage } from '@echometry/contract/records/course.ts';
import type { CoursePlace } from '@echometry/contract/records/course-place.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { Type } from 'typebox';
import type { CourseCaseTable, CourseTable, Database } from './schema.ts';
import { storedJson } from './stored-json.ts';
import { FIRST_PASS } from './work-lines.ts';

type Query = Kysely<Database>;

const ID_BYTES = 8;
/** Rows that one statement inserts or names. */
const ROWS_AT_ONCE = 200;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, n) => all.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE));

/** The feedback of a case as it is stored. */
export const storedFeedback = storedJson(Type.Array(FeedbackImage), 'The feedback on a course case');

export type NewCourse = Omit<Selectable<CourseTable>, 'id'>;
export type NewCourseCase = Pick<Selectable<CourseCaseTable>, 'reader_id' | 'position' | 'study_id' | 'gold_id' | 'assignment_id'>;

/** Stores a course with its cases. Returns its id. */
export async function insertCourse(query: Query, course: NewCourse, cases: readonly NewCourseCase[]): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('hex');
  await query
    .insertInto('course')
    .values({ id, ...course })
    .execute();
  for (const part of inParts(cases))
    await query
      .insertInto('course_case')
      .values(part.map((one) => ({ ...one, course_id: id, feedback_at: null, feedback_version: null, feedback: null })))
      .execute();
  return id;
}

/** Ids of the blind first readings that are assigned in some studies, by reader and study. */
export async function firstAssignments(query: Query, studies: readonly number[]): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('assignment')
    .select(['id', 'reader_id', 'study_id'])
    .where('study_id', 'in', [0, ...studies])
    .where('blind', '=', 1)
    .where('pass', '=', FIRST_PASS)
    .where('ended_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, reader_id, study_id }) => [`${reader_id} ${study_id}`, id]));
}

/** Cases that count: assigned, or with feedback that was seen. Cases that were taken back or handed over before do not. */
const current = (query: Query) =>
  query
    .selectFrom('course_case')
    .innerJoin('course', 'course.id', 'course_case.course_id')
    .innerJoin('assignment', 'assignment.id', 'course_case.assignment_id')
    .innerJoin('study', 'study.id', 'course_case.study_id')
    .where('study.active', '=', 1)
    .where((where) => where.or([where('assignment.ended_at', 'is', null), where('course_case.feedback_at', 'is not', null)]));

const PLACE = [
  'course.name as course',
  'course_case.position',
  'course_case.feedback_at',
  sql<number>`(select count(*) from course_case other where other.course_id = course_case.course_id
    and other.reader_id = course_case.reader_id)`.as('cases'),
] as const;

/** Places of studies in the courses of a reader, by the numbers of the studies. */
export async function placesOfReader(query: Query, projectId: number, readerId: number): Promise<Map<number, CoursePlace>> {
  const rows = await current(query)
    .select([...PLACE, 'course_case.study_id'])
    .where('course_case.reader_id', '=', readerId)
    .where('course.project_id', '=', projectId)
    .orderBy('course.made_at')
    .execute();
  return new Map(rows.map(({ study_id, cases, ...place }) => [study_id, { ...place, cases: Number(cases) }]));
}

/** A course case of a reader, with the head of the reading; undefined where the study is none. The newest course counts. */
export async function findCourseCase(query: Query, projectId: number, { study, reader }: { study: string; reader: string }) {
  const found = await current(query)
    .innerJoin('user_account as reading', 'reading.id', 'course_case.reader_id')
    .leftJoin('analysis_head as h', (join) =>
      join
        .onRef('h.study_id', '=', 'course_case.study_id')
        .onRef('h.editor_id', '=', 'course_case.reader_id')
        .on('h.blind', '=', 1)
        .on('h.pass', '=', FIRST_PASS),
    )
    .selectAll('course_case')
    .select([...PLACE, 'reading.email as reader', 'h.version_id', 'h.study_state'])
    .where('course.project_id', '=', projectId)
    .where('study.study_id', '=', study)
    .where('reading.email', '=', reader)
    .orderBy('course.made_at', 'desc')
    .executeTakeFirst();
  return found && { ...found, cases: Number(found.cases) };
}
export type CourseCaseRow = NonNullable<Awaited<ReturnType<typeof findCourseCase>>>;

/** Keeps the feedback that is shown now. False where it was shown before. */
export async function keepFeedback(
  query: Query,
  { course_id, reader_id, position }: Pick<CourseCaseRow, 'course_id' | 'reader_id' | 'position'>,
  shown: { at: number; version: number; images: readonly FeedbackImage[] },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('course_case')
    .set({ feedback_at: shown.at, feedback_version: shown.version, feedback: JSON.stringify(shown.images) })
    .where('course_id', '=', course_id)
    .where('reader_id', '=', reader_id)
    .where('position', '=', position)
    .where('feedback_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** All cases of the courses of a project, the newest course first, then by reader and place. */
export const casesOfProject = (query: Query, projectId: number) =>
  current(query)
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('user_account as reading', 'reading.id', 'course_case.reader_id')
    .innerJoin('user_account as making', 'making.id', 'course.made_by')
    .leftJoin('analysis_head as h', (join) =>
      join
        .onRef('h.study_id', '=', 'course_case.study_id')
        .onRef('h.editor_id', '=', 'course_case.reader_id')
        .on('h.blind', '=', 1)
        .on('h.pass', '=', FIRST_PASS),
    )
    .select(['course.id', 'course.name', 'course.due_on', 'course.made_at', 'making.email as maker', 'reading.email as reader'])
    .select(['course_case.position', 'course_case.feedback_at', 'course_case.feedback', 'study.study_id', 'study.study_date'])
    .select(['study.data_type', 'study.patient_id', 'patient.patient_show', 'h.study_state'])
    .where('course.project_id', '=', projectId)
    .orderBy('course.made_at', 'desc')
    .orderBy('course.id')
    .orderBy('reading.email')
    .orderBy('course_case.position')
    .execute();
export type ListedCase = Awaited<ReturnType<typeof casesOfProject>>[number];

/** A reading whose feedback was seen: who saw it when, and the version that it was about. */
export interface SeenFeedback {
  studyId: number;
  reader: string;
  seenAt: number;
  version: number;
  savedAt: number;
}

/** Feedback that readers of a project have seen; also of assignments that were taken back since. */
export async function seenFeedback(query: Query, projectId: number): Promise<SeenFeedback[]> {
  const rows = await query
    .selectFrom('course_case')
    .innerJoin('course', 'course.id', 'course_case.course_id')
    .innerJoin('user_account', 'user_account.id', 'course_case.reader_id')
    .innerJoin('analysis_version', 'analysis_version.id', 'course_case.feedback_version')
    .select(['course_case.study_id', 'course_case.feedback_at', 'course_case.feedback_version', 'user_account.email'])
    .select('analysis_version.created_at')
    .where('course.project_id', '=', projectId)
    .execute();
  return rows.flatMap(({ study_id: studyId, feedback_at: seenAt, feedback_version: version, email: reader, created_at: savedAt }) =>
    seenAt === null || version === null ? [] : [{ studyId, reader, seenAt, version, savedAt }],
  );
}
