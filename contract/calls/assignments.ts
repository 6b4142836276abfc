import { type Static, Type } from 'typebox';
import {
  Assignment,
  AssignmentChange,
  AssignmentId,
  AssignmentPlan,
  Day,
  MAX_CHANGED_ASSIGNMENTS,
  OpenQuestion,
  PlannedReader,
  ReaderLoad,
} from '../records/assignment.ts';
import { Email } from '../records/people.ts';
import { Instant, Name, Nullable, Strict } from '../records/strict.ts';
import { StudyRow } from '../records/study.ts';
import { ADMINISTERING_ROLES, SAVING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { StudyTask } from './studies.ts';

/** Largest seed of a plan. */
export const MAX_SEED = 2 ** 32 - 1;

/** Who reads what in a project, the newest first, and the workload of each reader who may be assigned studies. */
export const assignmentsList = defineCall({
  path: 'assignments/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({
    readers: Type.Array(ReaderLoad),
    assignments: Type.Array(Assignment),
    /** There are older assignments that are not listed. */
    more: Type.Boolean(),
  }),
});

/**
 * Assigns studies by a plan, or with `dry_run` only states what that would give each reader. The same seed gives the same
 * distribution as long as nothing was assigned meanwhile. Studies that have their readers are left out, so that the same call
 * again assigns nothing twice. 400 for a reader without the role in the project, and for shared work with more than one reader.
 */
export const assignmentsCreate = defineCall({
  path: 'assignments/create',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Name,
    plan: AssignmentPlan,
    seed: Type.Integer({ minimum: 0, maximum: MAX_SEED }),
    dry_run: Type.Boolean(),
  }),
  answer: Strict({
    readers: Type.Array(PlannedReader),
    /** Studies that get a reader. */
    studies: Type.Integer({ minimum: 0 }),
    /** Studies that have all their readers already. */
    complete: Type.Integer({ minimum: 0 }),
    /** Studies that still lack a reader afterwards, because the plan names too few. */
    lacking: Type.Integer({ minimum: 0 }),
    /** Studies beyond the limit of one plan: the same call again assigns the next ones. */
    later: Type.Integer({ minimum: 0 }),
  }),
});

/**
 * Pauses, resumes, takes back, hands over or dates assignments. Finished readings stay as they are, and so does everything that was
 * saved. `changed` counts those that are different now; handing over leaves out studies that the new reader has already.
 */
export const assignmentsChange = defineCall({
  path: 'assignments/change',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Name,
    ids: Type.Array(AssignmentId, { minItems: 1, maxItems: MAX_CHANGED_ASSIGNMENTS, uniqueItems: true }),
    change: AssignmentChange,
  }),
  answer: Strict({ changed: Type.Integer({ minimum: 0 }) }),
});

/** Assignment of a study, as its reader sees it. */
const OwnAssignment = Strict({
  due_on: Nullable(Day),
  assigned_at: Instant,
  assigned_by: Nullable(Email),
  paused: Type.Boolean(),
});

/** A study in the inbox of a person. */
export const InboxEntry = Strict({
  row: StudyRow,
  /** The next step; null where nothing is left. */
  task: Nullable(StudyTask),
  assignment: Nullable(OwnAssignment),
  /** The oldest first. */
  questions: Type.Array(OpenQuestion),
});
export type InboxEntry = Static<typeof InboxEntry>;

/**
 * The caller's studies of all their projects that were assigned to them or have open questions of reviewers, each with its next
 * step. Finished studies are among them; the page shows the recent ones (contract/rules/inbox.ts).
 */
export const inboxGet = defineCall({
  path: 'inbox/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'read',
  body: Strict({}),
  answer: Strict({
    entries: Type.Array(InboxEntry),
    /** There are more entries than are listed. */
    more: Type.Boolean(),
  }),
});

/** All calls of this module. */
export const assignmentCalls = { assignmentsList, assignmentsCreate, assignmentsChange, inboxGet };
