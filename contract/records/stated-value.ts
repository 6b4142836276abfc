import { Type, type Static } from 'typebox';
import { REFERENCE_UNITS } from './reference-units.ts';
import { Name, OneOf, Strict } from './strict.ts';
import { QuantitySource } from './quantity-source.ts';

/** Most values that are stated of one study: several times the inputs of the shipped tables. */
export const MAX_STATED_VALUES = 64;

/** An input of a decision table that nothing here measures, as a person stated it (docs/references.md#stated-values). */
export const StatedValue = Strict({
  /** The input. */
  name: Name,
  /** Unit of the input when it was stated: the value is not used in another. */
  unit: OneOf(REFERENCE_UNITS),
  value: Type.Number(),
  source: QuantitySource,
});
export type StatedValue = Static<typeof StatedValue>;
