import { Type, type Static } from 'typebox';
import { EFFORT_STEPS } from '../rules/step-tabs.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** Images and steps of a batch, at most: a page sends one a minute. */
export const MAX_EFFORT_ENTRIES = 200;
/** Active time of an entry at most, in ms: half a day, after a long time without a connection. */
export const MAX_EFFORT_MS = 12 * 60 * 60 * 1000;

/** Active time with one image in one step, since the batch before. */
export const EffortEntry = Strict({
  /** Null for work with the study as a whole. */
  instance_id: Nullable(Name),
  /** Its type in the reader's work, by which it is counted. */
  image_type: Nullable(Name),
  step: OneOf(EFFORT_STEPS),
  active_ms: Type.Integer({ minimum: 1, maximum: MAX_EFFORT_MS }),
});
export type EffortEntry = Static<typeof EffortEntry>;

export const EFFORT_WORKS = ['shared', 'blind', 'review'] as const;

const Seconds = Type.Number({ minimum: 0 });

/** Active seconds of `n` cases: a case is one reader with one image or one study. */
export const EffortFigures = Strict({
  n: Type.Integer({ minimum: 1 }),
  p5: Seconds,
  q1: Seconds,
  median: Seconds,
  q3: Seconds,
  p95: Seconds,
});
export type EffortFigures = Static<typeof EffortFigures>;

/** A distribution of active time. It names no reader. */
export const EffortGroup = Strict({
  /** A case is one image, or one study as a whole. */
  per: OneOf(['image', 'study'] as const),
  work: OneOf(EFFORT_WORKS),
  /** Null for images without a type, and for studies. */
  image_type: Nullable(Type.String()),
  /** Null for all steps of a study together. */
  step: Nullable(OneOf(EFFORT_STEPS)),
  /** Null where the group is too small (contract/rules/effort.ts). */
  figures: Nullable(EffortFigures),
});
export type EffortGroup = Static<typeof EffortGroup>;
