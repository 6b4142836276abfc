import { ASSIGNED_ROLES } from '@echometry/contract/records/assignment.ts';
import type { CoursePlan, PlannedCourse } from '@echometry/contract/records/course.ts';
import { seededRandom, shuffled } from '@echometry/contract/rules/assign-studies.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Kysely } from 'kysely';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { goldToAssign } from '../assignments/plan.ts';
import { projectNamed } from '../assignments/project-named.ts';
import { insertAssignments } from '../db/assignments.ts';
import { recordAct } from '../db/audit.ts';
import { firstAssignments, insertCourse } from '../db/courses.ts';
import { type GoldRow, goldOfProject } from '../db/gold.ts';
import { countRevision } from '../db/listing.ts';
import { lockProject } from '../db/projects.ts';
import { peopleInRole } from '../db/readings.ts';
import type { Database } from '../db/schema.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import { invalidField } from '../errors.ts';

type Query = Kysely<Database>;

/** Role of the readers of courses: shared work shows what a gold case was made from. */
const COURSE_READER = ASSIGNED_ROLES.find(isBlind) ?? 'Ground-truth generator';

interface Planned extends PlannedCourse {
  readerId: number;
  /** In the order of the reader. */
  gold: GoldRow[];
}

/** The gold cases of a plan, in its order. */
async function casesOf(query: Query, projectId: number, { cases }: CoursePlan): Promise<GoldRow[]> {
  const all = await goldOfProject(query, projectId);
  return cases.map((study) => {
    const gold = all.find((one) => one.study === study);
    if (gold === undefined) throw invalidField('plan.cases', `${study} is not a gold case of this project`);
    return gold;
  });
}

/** The cases that each reader gets; stores nothing. */
async function planOf(query: Query, projectId: number, plan: CoursePlan, seed: number): Promise<Planned[]> {
  const gold = await casesOf(query, projectId, plan);
  const known = new Map((await goldToAssign(query, gold)).map((one) => [one.id, one.known]));
  const people = new Map((await peopleInRole(query, projectId, COURSE_READER)).map(({ email, id }) => [email, id]));
  const random = seededRandom(seed);
  return plan.readers.map((email) => {
    const readerId = people.get(email);
    if (readerId === undefined)
      throw invalidField('plan.readers', `${email} does not hold the role ${COURSE_READER} in this project, or may not sign in`);
    const own = gold.filter(({ study_id }) => known.get(study_id)?.has(email) !== true);
    const ordered = plan.order === 'random' ? shuffled(own, random) : own;
    return { email, readerId, gold: ordered, cases: ordered.length, known: gold.length - ordered.length };
  });
}

const stated = (planned: readonly Planned[]): { readers: PlannedCourse[] } => ({
  readers: planned.map(({ email, cases, known }) => ({ email, cases, known })),
});

/** Stores a course and the assignments of its studies. */
async function store(query: Query, projectId: number, planned: readonly Planned[], plan: CoursePlan, by: { userId: number; at: number }) {
  const assigned = { blind: 1 as const, pass: FIRST_PASS, assigned_by: by.userId, assigned_at: by.at, due_on: plan.due_on };
  const rows = planned.flatMap(({ readerId, gold }) => gold.map((one, at) => ({ readerId, gold: one, position: at + 1 })));
  await insertAssignments(
    query,
    rows.map(({ readerId, gold }) => ({ ...assigned, study_id: gold.study_id, reader_id: readerId, repeat_after_days: null })),
  );
  const ids = await firstAssignments(
    query,
    rows.map(({ gold }) => gold.study_id),
  );
  return insertCourse(
    query,
    { project_id: projectId, name: plan.name.trim(), due_on: plan.due_on, made_by: by.userId, made_at: by.at },
    rows.map(({ readerId, gold, position }) => ({
      reader_id: readerId,
      position,
      study_id: gold.study_id,
      gold_id: gold.id,
      assignment_id: ids.get(`${readerId} ${gold.study_id}`) ?? '',
    })),
  );
}

/** Makes a course of gold cases, or states what it would give its readers. */
export function courseCreateHandlers({ db, now }: Services): Pick<Handlers, 'coursesCreate'> {
  const coursesCreate: Handlers['coursesCreate'] = async ({ body: { project, plan, seed, dry_run }, caller }) => {
    const found = await projectNamed(db, project);
    const at = now();
    if (plan.due_on !== null && plan.due_on < dayOf(at)) throw invalidField('plan.due_on', 'This day has passed');
    if (dry_run) return stated(await planOf(db.query, found.id, plan, seed));
    return db.query.transaction().execute(async (inside) => {
      // Of two plans at once, the second sees what the first assigned.
      await lockProject(db, inside, found.id);
      const planned = await planOf(inside, found.id, plan, seed);
      if (planned.every(({ cases }) => cases === 0)) throw invalidField('plan.readers', 'These readers know all of these cases');
      const course = await store(inside, found.id, planned, plan, { userId: caller.user.id, at });
      await countRevision(inside, found.id);
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: 'course-created',
        studyId: null,
        subject: project,
        detail: {
          course,
          cases: plan.cases.length,
          readers: planned.length,
          readings: planned.reduce((sum, { cases }) => sum + cases, 0),
          order: plan.order,
          due_on: plan.due_on,
          seed,
        },
      });
      return stated(planned);
    });
  };

  return { coursesCreate };
}
