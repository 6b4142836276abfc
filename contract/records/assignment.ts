import { Type, type Static } from 'typebox';
import { VersionNumber } from './analysis-version.ts';
import { Email } from './people.ts';
import { ReviewIssue } from './review-issue.ts';
import { StudyId } from './study.ts';
import { Instant, Nullable, OneOf, Strict } from './strict.ts';

/** Most readers that a plan names, and most of them for one study. */
export const MAX_PLAN_READERS = 50;
export const MAX_READERS_PER_STUDY = 10;
/** Most studies that one plan names, most readings that it assigns, and most assignments that are changed at once. */
export const MAX_PLAN_STUDIES = 5000;
export const MAX_PLAN_READINGS = 5000;
export const MAX_CHANGED_ASSIGNMENTS = 2000;
/** Assignments that are listed at most, the newest first. */
export const MAX_LISTED_ASSIGNMENTS = 2000;
/** Studies of an inbox at most, those with something left to do first. */
export const MAX_INBOX_ENTRIES = 500;
/** Most days before a repeat. */
export const MAX_REPEAT_DAYS = 365;
/** Largest share of readings that are repeated, and of gold cases among new studies. */
export const MAX_REPEAT_SHARE = 0.5;
export const MAX_GOLD_SHARE = 0.5;

/** A day of the calendar, YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' });

/** Roles that studies are assigned to: the roles that save work. */
export const ASSIGNED_ROLES = ['Editor', 'Ground-truth generator'] as const;
export type AssignedRole = (typeof ASSIGNED_ROLES)[number];

/** Properties that studies are evenly spread by; `site` is the letters that patient codes of a site begin with. */
export const STRATA = ['age-group', 'study-type', 'study-code', 'site', 'quality'] as const;
export const Stratum = OneOf(STRATA);
export type Stratum = Static<typeof Stratum>;

/** How studies are assigned. */
export const AssignmentPlan = Strict({
  role: OneOf(ASSIGNED_ROLES),
  readers: Type.Array(Email, { minItems: 1, maxItems: MAX_PLAN_READERS, uniqueItems: true }),
  /** Readers of each study, with its present ones. 1 for the role Editor, whose work on a study is shared. */
  per_study: Type.Integer({ minimum: 1, maximum: MAX_READERS_PER_STUDY }),
  /** Studies to assign; absent: all active studies of the project. */
  studies: Type.Optional(Type.Array(StudyId, { minItems: 1, maxItems: MAX_PLAN_STUDIES, uniqueItems: true })),
  /** Properties that are spread evenly over the readers; empty: studies are drawn at random. */
  strata: Type.Array(Stratum, { maxItems: STRATA.length, uniqueItems: true }),
  /** Last day for reading; null: none. */
  due_on: Nullable(Day),
  /** Readings that are repeated without notice; null: none. Only for the role Ground-truth generator. */
  repeats: Nullable(
    Strict({
      /** Share of the readings, drawn for each reader. */
      share: Type.Number({ minimum: 0, maximum: MAX_REPEAT_SHARE }),
      /** Days from the end of the first reading to the second. */
      after_days: Type.Integer({ minimum: 0, maximum: MAX_REPEAT_DAYS }),
    }),
  ),
  /** Gold cases that are mixed in without notice; null: none. Only for the role Ground-truth generator. */
  gold: Nullable(
    Strict({
      /** Share of each reader's new studies, as far as there are gold cases that the reader does not know. */
      share: Type.Number({ minimum: 0, maximum: MAX_GOLD_SHARE }),
    }),
  ),
});
export type AssignmentPlan = Static<typeof AssignmentPlan>;

/** The studies that a plan gives a reader. */
export const PlannedReader = Strict({
  email: Email,
  /** Studies that they have still to read, before the plan. */
  before: Type.Integer({ minimum: 0 }),
  /** Studies that the plan adds. */
  added: Type.Integer({ minimum: 0 }),
  /** How many of these are of each stratum. */
  strata: Type.Array(Strict({ name: Type.String(), studies: Type.Integer({ minimum: 0 }) })),
  /** Readings of these that are repeated. */
  repeats: Type.Integer({ minimum: 0 }),
  /** Gold cases among these. */
  gold: Type.Integer({ minimum: 0 }),
});
export type PlannedReader = Static<typeof PlannedReader>;

export const ASSIGNMENT_STATES = ['to-do', 'begun', 'done'] as const;
/** `done`: the reader's work is complete. */
export const AssignmentState = OneOf(ASSIGNMENT_STATES);
export type AssignmentState = Static<typeof AssignmentState>;

export const AssignmentId = Type.String({ pattern: '^[0-9a-f]{16}$' });

/** A study that is assigned to a reader, as administrators see it. */
export const Assignment = Strict({
  id: AssignmentId,
  study_id: StudyId,
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted. */
  date: Type.String(),
  reader: Email,
  blind: Type.Boolean(),
  pass: Type.Integer({ minimum: 1 }),
  state: AssignmentState,
  due_on: Nullable(Day),
  paused: Type.Boolean(),
  assigned_at: Instant,
  /** Null for a repeat, which begins automatically. */
  assigned_by: Nullable(Email),
  /** Days after its end on which the reading is repeated; null: it is not, or was already. */
  repeat_after_days: Nullable(Type.Integer({ minimum: 0 })),
});
export type Assignment = Static<typeof Assignment>;

/** Workload of a reader in a project. */
export const ReaderLoad = Strict({
  email: Email,
  role: OneOf(ASSIGNED_ROLES),
  to_do: Type.Integer({ minimum: 0 }),
  begun: Type.Integer({ minimum: 0 }),
  done: Type.Integer({ minimum: 0 }),
  /** Of those that are not done. */
  overdue: Type.Integer({ minimum: 0 }),
  paused: Type.Integer({ minimum: 0 }),
  /** Image types for which the project requires a certificate that this reader does not have, or no longer. */
  uncertified: Type.Array(Type.String()),
});
export type ReaderLoad = Static<typeof ReaderLoad>;

const act = <A extends string>(name: A) => ({ act: Type.Literal(name) });

export const AssignmentChange = Type.Union([
  /** Paused studies are in no list of tasks until they are resumed. */
  Strict(act('pause')),
  Strict(act('resume')),
  /** Takes back what is not done; work that was saved stays. */
  Strict(act('remove')),
  Strict({ ...act('hand-over'), reader: Email }),
  Strict({ ...act('due'), due_on: Nullable(Day) }),
]);
export type AssignmentChange = Static<typeof AssignmentChange>;

const { id, instance_id, image_filename, reason, content, anchor, reviewer, created_at, reply } = ReviewIssue.properties;
/** An open issue of a review. */
export const OpenQuestion = Strict({
  id,
  instance_id,
  image_filename,
  reason,
  content,
  anchor,
  reviewer,
  created_at,
  reply,
  /** The version of the editor that the review is based on. */
  version: VersionNumber,
});
export type OpenQuestion = Static<typeof OpenQuestion>;
