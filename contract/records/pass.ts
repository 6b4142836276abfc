import { Type, type Static } from 'typebox';
import { Email } from './people.ts';
import { StudyId } from './study.ts';
import { Instant, Nullable, OneOf, Strict } from './strict.ts';

/** Most studies that are assigned at once. */
export const MAX_ASSIGNED_STUDIES = 500;
/** Readings that are listed at most, the newest first. */
export const MAX_LISTED_READINGS = 2000;

/** A study that a user reads blind, with the current pass. */
export const Reading = Strict({
  study_id: StudyId,
  /** Code of the patient. */
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted. */
  date: Type.String(),
  reader: Email,
  pass: Type.Integer({ minimum: 1 }),
  /** When something was last saved in this pass; null when nothing was yet. */
  updated_at: Nullable(Instant),
  /** When and by whom this pass was assigned; null for the first one, which needs none. */
  assigned_at: Nullable(Instant),
  assigned_by: Nullable(Email),
});
export type Reading = Static<typeof Reading>;

/** Why no further pass was assigned: nothing was saved in the present one, or the project has no such study. */
export const NotAssigned = OneOf(['not-read', 'no-study'] as const);
export type NotAssigned = Static<typeof NotAssigned>;
