import { Type, type Static } from 'typebox';
import { CONFIG_SET_NAMES } from './config-set.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

const Count = Type.Integer({ minimum: 0 });
export const SetName = OneOf(CONFIG_SET_NAMES);
/** Largest number of a version: the limit of a column of four bytes. */
const MAX_VERSION = 2 ** 31 - 1;
export const SetVersion = Type.Integer({ minimum: 1, maximum: MAX_VERSION });

/** Most rows of a set, and the largest request that brings one, in bytes: the shipped measurements take a tenth of it. */
export const MAX_SET_ROWS = 2000;
export const MAX_SET_BYTES = 4 * 1024 * 1024;
export const SetRows = Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_SET_ROWS });

/** A version of a set, which never changes. */
export const ConfigVersion = Strict({
  version: SetVersion,
  sha256: Type.String(),
  created_at: Instant,
  /** Null for what was shipped. */
  created_by: Nullable(Type.String()),
  /** Studies whose newest work was started with it. */
  studies: Count,
});
export type ConfigVersion = Static<typeof ConfigVersion>;

/** Which version is current where. */
export const ConfigurationChoice = Strict({
  /** Null for the workspace. */
  project: Nullable(Name),
  version: SetVersion,
  /** Null while the workspace follows what is shipped. */
  chosen_by: Nullable(Type.String()),
  chosen_at: Instant,
});
export type ConfigurationChoice = Static<typeof ConfigurationChoice>;

export const AdministeredSet = Strict({
  name: SetName,
  /** The newest first. */
  versions: Type.Array(ConfigVersion),
  choices: Type.Array(ConfigurationChoice),
});
export type AdministeredSet = Static<typeof AdministeredSet>;

/** Something in a set that cannot be used, and where. */
export const ConfigFault = Strict({
  /** Such as `row 3 (4-chamber 2D), measurements/2/units`. */
  path: Type.String(),
  message: Type.String(),
});
export type ConfigFault = Static<typeof ConfigFault>;

/** One difference of two versions. */
export const ConfigDifference = Strict({
  /** Names from the row inwards, such as `4-chamber 2D`, `LVEF`, `normal`. */
  path: Type.Array(Type.String()),
  change: OneOf(['added', 'removed', 'changed'] as const),
  /** Text of the value; null where there is none. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});
export type ConfigDifference = Static<typeof ConfigDifference>;

/** Effects of a new current version on existing work. */
export const CONFIG_EFFECTS = ['stored-values-stay', 'labels-unknown', 'requirements-unknown'] as const;
export const ConfigEffect = Strict({ what: OneOf(CONFIG_EFFECTS), count: Count, names: Type.Array(Type.String()) });
export type ConfigEffect = Static<typeof ConfigEffect>;
