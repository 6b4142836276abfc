import { Type, type Static } from 'typebox';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';
import { EVENTS } from '../rules/cardiac-events.ts';

/** Most tolerances of each kind in one case. */
export const MAX_TOLERANCES = 1000;
/** Largest tolerance, in whatever unit: refuses slips of the keyboard. */
export const MAX_TOLERANCE = 1_000_000;

const Most = Type.Number({ exclusiveMinimum: 0, maximum: MAX_TOLERANCE });
const Unit = Type.String({ maxLength: 32 });
const Event = OneOf(EVENTS);

/** A measurement, a line or a mark of an image type, by what it is compared in. */
const VALUE = { image_type: Name, name: Name, units: Unit };
const LINE = { image_type: Name, name: Name };
const MARK = { image_type: Name, event: Event };
const MANY = { maxItems: MAX_TOLERANCES };

/** How far a reading may differ from a gold case. A measurement without a tolerance gets no verdict. */
export const Tolerances = Strict({
  /** Largest absolute difference, in the unit. */
  values: Type.Array(Strict({ ...VALUE, most: Most }), MANY),
  /** Largest mean distance of the line, in mm. */
  lines: Type.Array(Strict({ ...LINE, most: Most }), MANY),
  /** Largest absolute difference of the mark, in ms. */
  marks: Type.Array(Strict({ ...MARK, most: Most }), MANY),
});
export type Tolerances = Static<typeof Tolerances>;

/** Where a shipped tolerance comes from. */
const Origin = { reason: Nullable(Type.String()), source: Nullable(Type.String()) };

/** Measurements, lines and marks of a case, each with the shipped tolerance; null where none is shipped. */
export const OfferedTolerances = Strict({
  values: Type.Array(Strict({ ...VALUE, gold: Type.Number(), most: Nullable(Most), ...Origin })),
  lines: Type.Array(Strict({ ...LINE, most: Nullable(Most), ...Origin })),
  marks: Type.Array(Strict({ ...MARK, most: Nullable(Most), ...Origin })),
});
export type OfferedTolerances = Static<typeof OfferedTolerances>;

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
      /** Null for cases of before there were tolerances, and where none were chosen. */
      tolerances: Nullable(Tolerances),
    }),
  ),
});
export type GoldCandidate = Static<typeof GoldCandidate>;
