import { Type, type Static } from 'typebox';
import { DataType } from './data-type.ts';
import { Instant, Name, Strict } from './strict.ts';

/** A z-score beyond this limit is outside of the normal range, unless a project chooses another. */
export const DEFAULT_Z_LIMIT = 2;
/** Beyond it, no published curve is defined. */
export const MAX_Z_LIMIT = 5;

/** What a project has chosen among reference values (docs/references.md#which-values-apply). */
export const ReferenceChoice = Strict({
  /** Rows that are used although their numbers were seen in one source only, or that a site added. */
  active: Type.Array(Strict({ row: Name, by: Name, at: Instant })),
  /** The source that comes first for a measurement. */
  sources: Type.Array(Strict({ image_type: Name, name: Name, data_type: DataType, pack: Name })),
  z_limit: Type.Number({ exclusiveMinimum: 0, maximum: MAX_Z_LIMIT }),
});
export type ReferenceChoice = Static<typeof ReferenceChoice>;

/** The choice of a project that made none. */
export const NO_REFERENCE_CHOICE: ReferenceChoice = { active: [], sources: [], z_limit: DEFAULT_Z_LIMIT };
