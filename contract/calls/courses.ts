import { Type } from 'typebox';
import { Course, CourseFeedback, CoursePlan, PlannedCourse } from '../records/course.ts';
import { Email } from '../records/people.ts';
import { Name, Strict } from '../records/strict.ts';
import { StudyId } from '../records/study.ts';
import { ADMINISTERING_ROLES, COURSE_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { MAX_SEED } from './assignments.ts';

/**
 * Assigns gold cases to blind readers as a course, or with `dry_run` only states what that would give each of them. A reader gets
 * only the cases that they do not know. 400 for a reader without the role, and for a study that is not a gold case.
 */
export const coursesCreate = defineCall({
  path: 'courses/create',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Name,
    plan: CoursePlan,
    seed: Type.Integer({ minimum: 0, maximum: MAX_SEED }),
    dry_run: Type.Boolean(),
  }),
  answer: Strict({ readers: Type.Array(PlannedCourse) }),
});

/** Courses of a project, the newest first: blind readers see their own part, Reviewers the readers they review, Admins everybody. */
export const coursesList = defineCall({
  path: 'courses/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COURSE_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ courses: Type.Array(Course) }),
});

/**
 * Feedback on a complete course case. The first time its reader asks for it, the reading is kept as it is then: feedback and
 * comparisons of readers are about that version afterwards (docs/readers.md#tolerances-and-courses). Admins and Reviewers of the
 * reader name the reader, and see feedback that the reader has seen. `not-found` for a study that is not a course case of the
 * reader, `wrong-state` before the reading is complete.
 */
export const coursesFeedback = defineCall({
  path: 'courses/feedback',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COURSE_ROLES },
  body: Strict({ db_name: Name, id: StudyId, reader: Type.Optional(Email) }),
  answer: CourseFeedback,
});

/** All calls of this module. */
export const courseCalls = { coursesCreate, coursesList, coursesFeedback };
