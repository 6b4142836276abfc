import { type Static, Type } from 'typebox';
import { Instant, Name, Nullable, Strict } from './strict.ts';

/** The place of a study in a course of its reader. */
export const CoursePlace = Strict({
  course: Name,
  /** From 1. */
  position: Type.Integer({ minimum: 1 }),
  cases: Type.Integer({ minimum: 1 }),
  /** When its feedback was shown first; null before. */
  feedback_at: Nullable(Instant),
});
export type CoursePlace = Static<typeof CoursePlace>;
