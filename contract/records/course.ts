import { type Static, Type } from 'typebox';
import { AnalysisImages } from './analysis.ts';
import { AssignmentState, Day, MAX_PLAN_READERS } from './assignment.ts';
import { CoursePlace } from './course-place.ts';
import { DataType } from './data-type.ts';
import { Email } from './people.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Longest name of a course, and most cases. */
export const MAX_COURSE_NAME = 80;
export const MAX_COURSE_CASES = 100;

/** Cases come in the order in which they were named, or in a random order for each reader. */
export const COURSE_ORDERS = ['given', 'random'] as const;

/** A course of gold cases for blind readers. */
export const CoursePlan = Strict({
  name: Type.String({ minLength: 1, maxLength: MAX_COURSE_NAME, pattern: '\\S' }),
  cases: Type.Array(StudyId, { minItems: 1, maxItems: MAX_COURSE_CASES, uniqueItems: true }),
  order: OneOf(COURSE_ORDERS),
  readers: Type.Array(Email, { minItems: 1, maxItems: MAX_PLAN_READERS, uniqueItems: true }),
  /** Last day for reading; null: none. */
  due_on: Nullable(Day),
});
export type CoursePlan = Static<typeof CoursePlan>;

const Count = Type.Integer({ minimum: 0 });

/** Cases that a course gives a reader. */
export const PlannedCourse = Strict({
  email: Email,
  cases: Count,
  /** Cases that this reader knows, and does not get. */
  known: Count,
});
export type PlannedCourse = Static<typeof PlannedCourse>;

export const VERDICTS = ['within', 'outside'] as const;
/** Null where there is nothing to judge by: no tolerance, or no difference. */
const Verdict = Nullable(OneOf(VERDICTS));
export type Verdict = Static<typeof Verdict>;

const Judged = { tolerance: Nullable(Type.Number()), verdict: Verdict };
/** Why the difference is null: `missing`, or a reason of the engine; null with a difference. */
const Reason = Nullable(Type.String());

/** The rule that a value comes from, as the engine explains it. */
export const FeedbackRule = Strict({
  kind: Type.String(),
  formula: Nullable(Type.String()),
  equation: Type.String(),
  inputs: Type.String(),
  source: Type.String(),
});
export type FeedbackRule = Static<typeof FeedbackRule>;

/** One image of a course case: the reading minus the gold case. */
export const FeedbackImage = Strict({
  instance_id: Type.String(),
  /** Of the gold case. */
  type: Nullable(Type.String()),
  /** `missed`: the reader did not label it. `other-type`: labelled as another type, so that nothing else of it is compared. */
  state: OneOf(['compared', 'missed', 'other-type'] as const),
  labels: Type.Array(Strict({ label: Type.String(), own: Nullable(Type.String()), gold: Nullable(Type.String()) })),
  values: Type.Array(
    Strict({
      name: Type.String(),
      units: Type.String(),
      own: Nullable(Type.Number()),
      gold: Nullable(Type.Number()),
      difference: Nullable(Type.Number()),
      reason: Reason,
      ...Judged,
      rule: Nullable(FeedbackRule),
    }),
  ),
  lines: Type.Array(
    Strict({
      name: Type.String(),
      event: Nullable(OneOf(['end_diastole', 'end_systole'] as const)),
      /** Cycle of the gold case, from 0. */
      cycle: Count,
      mean_mm: Nullable(Type.Number()),
      hausdorff_mm: Nullable(Type.Number()),
      reason: Reason,
      ...Judged,
    }),
  ),
  marks: Type.Array(
    Strict({
      event: Type.String(),
      cycle: Count,
      /** Frames of clips, columns of strips. */
      unit: OneOf(['frame', 'column'] as const),
      steps: Nullable(Type.Number()),
      ms: Nullable(Type.Number()),
      reason: Reason,
      ...Judged,
    }),
  ),
});
export type FeedbackImage = Static<typeof FeedbackImage>;

/** Feedback on a course case, with both readings of it. */
export const CourseFeedback = Strict({
  course: CoursePlace,
  reader: Email,
  shown_at: Instant,
  images: Type.Array(FeedbackImage),
  /** The reading as it was when its feedback was shown first. */
  own: AnalysisImages,
  /** Labels, marks and lines of the gold case. */
  gold: AnalysisImages,
});
export type CourseFeedback = Static<typeof CourseFeedback>;

/** How often a measurement, line or mark was within its tolerance. */
export const CourseShare = Strict({
  what: OneOf(['value', 'line', 'mark'] as const),
  image_type: Type.String(),
  name: Type.String(),
  within: Count,
  judged: Count,
});
export type CourseShare = Static<typeof CourseShare>;

/** A case of a reader. */
export const CourseCase = Strict({
  position: Type.Integer({ minimum: 1 }),
  study_id: StudyId,
  patient: Type.Integer({ minimum: 1 }),
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted; null where the project hides the order of studies from the caller. */
  date: Nullable(Type.String()),
  data_type: DataType,
  state: AssignmentState,
  /** When its feedback was shown first. */
  feedback_at: Nullable(Instant),
});
export type CourseCase = Static<typeof CourseCase>;

/** A course with its readers, as far as the caller may see them. */
export const Course = Strict({
  id: Type.String(),
  name: Name,
  due_on: Nullable(Day),
  made_at: Instant,
  made_by: Email,
  readers: Type.Array(Strict({ reader: Email, cases: Type.Array(CourseCase), shares: Type.Array(CourseShare) })),
});
export type Course = Static<typeof Course>;
