import { Type, type Static } from 'typebox';
import { DataType } from './data-type.ts';
import { Instant, Name, Strict } from './strict.ts';

/** A z-score beyond this limit is outside of the normal range, unless a project chooses another. */
export const DEFAULT_Z_LIMIT = 2;
/** Beyond it, no published curve is defined. */
export const MAX_Z_LIMIT = 5;
/** Several times the rows and tables that are shipped: a site adds its own. */
export const MAX_ACTIVE_ROWS = 5000;
/** Several times the measurements of all kinds of data. */
export const MAX_FIRST_SOURCES = 5000;

/** The choice of a project among reference values (docs/references.md#which-values-apply). */
export const ReferenceChoice = Strict({
  /** Rows that are used although their numbers were seen in one source only, or that a site added. */
  active: Type.Array(Strict({ row: Name, by: Name, at: Instant }), { maxItems: MAX_ACTIVE_ROWS }),
  /** The source that comes first for a measurement. */
  sources: Type.Array(Strict({ image_type: Name, name: Name, data_type: DataType, pack: Name }), { maxItems: MAX_FIRST_SOURCES }),
  z_limit: Type.Number({ exclusiveMinimum: 0, maximum: MAX_Z_LIMIT }),
});
export type ReferenceChoice = Static<typeof ReferenceChoice>;

/** The choice of a project that made none. */
export const NO_REFERENCE_CHOICE: ReferenceChoice = { active: [], sources: [], z_limit: DEFAULT_Z_LIMIT };
