import { Type, type Static } from 'typebox';
import { Email } from './people.ts';
import { Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Most pieces of waiting work that are judged for one queue; the newest studies come first. */
export const MAX_TRIAGED = 1000;
/** Most reasons of one entry, the strongest first. */
export const MAX_TRIAGE_REASONS = 12;

export const TRIAGE_KINDS = ['limit', 'difference', 'cycle', 'implausible', 'proposal', 'quality', 'certificate'] as const;
export type TriageKind = (typeof TRIAGE_KINDS)[number];

const Chance = Type.Number({ minimum: 0, maximum: 1 });

/** Why a review may change a conclusion. */
export const TriageReason = Strict({
  kind: OneOf(TRIAGE_KINDS),
  /** Null for a reason that is about the whole study. */
  image_type: Nullable(Type.String()),
  text: Type.String(),
  /** The chance that only this changes a conclusion. */
  chance: Chance,
});
export type TriageReason = Static<typeof TriageReason>;

/** Work that waits for a review, with the chance that the review changes a conclusion. */
export const TriageEntry = Strict({
  study_id: StudyId,
  editor: Email,
  blind: Type.Boolean(),
  /** The chance that at least one of the reasons, taken as independent, changes a conclusion. */
  chance: Chance,
  reasons: Type.Array(TriageReason, { maxItems: MAX_TRIAGE_REASONS }),
  /** Its place comes from a random draw, not from its chance. */
  drawn: Type.Boolean(),
});
export type TriageEntry = Static<typeof TriageEntry>;
