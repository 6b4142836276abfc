import { Type, type Static } from 'typebox';
import { Nullable, Strict } from './strict.ts';

/** Limits of a project for drawings and values; a rule that is absent is as shipped, and null or false is none. */
export const PlausibilityRules = Strict({
  /** Area and volume of a ventricle are smaller at end systole than at end diastole. */
  systole_below_diastole: Type.Optional(Type.Boolean()),
  /** The E wave comes before the A wave. */
  e_before_a: Type.Optional(Type.Boolean()),
  /** Lines are inside the calibrated sector. */
  inside_sector: Type.Optional(Type.Boolean()),
  /** How far a beat may be from the heart rate of the file, in percent of it. */
  beat_deviation_pct: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0 }))),
  /** Least and greatest ejection fraction, in percent. */
  ejection_fraction_pct: Type.Optional(Nullable(Type.Tuple([Type.Number(), Type.Number()]))),
});
export type PlausibilityRules = Static<typeof PlausibilityRules>;

/** The rules of a project without its own (docs/why/measuring.md#plausibility-is-shown-and-never-blocks). */
export const SHIPPED_PLAUSIBILITY: Required<PlausibilityRules> = {
  systole_below_diastole: true,
  e_before_a: true,
  inside_sector: true,
  beat_deviation_pct: 20,
  ejection_fraction_pct: [5, 90],
};
