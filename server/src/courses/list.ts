import type { Course } from '@echometry/contract/records/course.ts';
import { courseShares } from '@echometry/contract/rules/course-shares.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { hiddenIn, shownId } from '../access/blinding.ts';
import { type ProjectAccess, projectByName } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import { stateOfAssignment } from '../db/assignments.ts';
import { casesOfProject, type ListedCase, storedFeedback } from '../db/courses.ts';

/** Whether the caller sees the part of a reader: blind readers their own, Reviewers those of people they review, Admins all. */
export function seesReader(caller: Caller, { role, reviewsTo }: ProjectAccess, reader: string): boolean {
  if (role === 'Admin') return true;
  return isBlind(role) ? reader === caller.user.person.email : reviewsTo.includes(reader);
}

const caseOf = (services: Services, access: ProjectAccess, row: ListedCase): Course['readers'][number]['cases'][number] => ({
  position: row.position,
  study_id: shownId(services, access, row.study_id),
  patient: row.patient_id,
  patient_show: row.patient_show,
  date: hiddenIn(access).order ? null : dashedDate(row.study_date),
  data_type: row.data_type,
  state: stateOfAssignment(row),
  feedback_at: row.feedback_at,
});

/** Groups that come one after the other. */
function* groupsOf<T>(rows: readonly T[], keyOf: (row: T) => string): Generator<[T, ...T[]]> {
  let group: T[] = [];
  for (const row of rows) {
    const [first] = group;
    if (first !== undefined && keyOf(first) !== keyOf(row)) {
      yield group as [T, ...T[]];
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group as [T, ...T[]];
}

async function readerOf(
  services: Services,
  access: ProjectAccess,
  rows: readonly [ListedCase, ...ListedCase[]],
): Promise<Course['readers'][number]> {
  const images = [];
  for (const { feedback } of rows) if (feedback !== null) images.push(...(await storedFeedback(feedback)));
  return { reader: rows[0].reader, cases: rows.map((row) => caseOf(services, access, row)), shares: courseShares(images) };
}

/** Courses with the cases of their readers. */
export function courseListHandlers(services: Services): Pick<Handlers, 'coursesList'> {
  const coursesList: Handlers['coursesList'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const rows = (await casesOfProject(services.db.query, access.id)).filter(({ reader }) => seesReader(caller, access, reader));
    const courses: Course[] = [];
    for (const ofCourse of groupsOf(rows, ({ id }) => id)) {
      const [{ id, name, due_on, made_at, maker }] = ofCourse;
      const readers = [];
      for (const ofReader of groupsOf(ofCourse, ({ reader }) => reader)) readers.push(await readerOf(services, access, ofReader));
      courses.push({ id, name, due_on, made_at, made_by: maker, readers });
    }
    return { courses };
  };

  return { coursesList };
}
