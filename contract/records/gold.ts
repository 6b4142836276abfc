import { Type, type Static } from 'typebox';
import { Instant, Nullable, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** A finished consensus review, and whether it is a gold case. */
export const GoldCandidate = Strict({
  study_id: StudyId,
  patient_show: Type.String(),
  /** YYYY-MM-DD, shifted. */
  date: Type.String(),
  editor: Type.String(),
  blind: Type.Boolean(),
  /** Who settled it. */
  reviewer: Type.String(),
  finished_at: Nullable(Instant),
  /** Null where it is not one. */
  gold: Nullable(
    Strict({
      marked_at: Instant,
      marked_by: Type.String(),
      /** The review changed since: the case is what it was when it was marked. */
      changed: Type.Boolean(),
    }),
  ),
});
export type GoldCandidate = Static<typeof GoldCandidate>;
