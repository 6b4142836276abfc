import { Type, type Static } from 'typebox';
import { ASSIGNED_ROLES, Day } from './assignment.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Keys a person may give one action at most. */
export const MAX_KEYS_PER_ACTION = 4;

/** Smallest and largest memory for decoded frames, in MiB; null in the settings leaves the choice to the page. */
export const DECODE_BUDGET_MIB = { min: 64, max: 8192 } as const;

export const SMOOTHINGS = ['auto', 'smooth', 'exact'] as const;

/** One key as the page writes it, for example `Ctrl+Shift+Z` or `Space`. */
const KeyText = Type.String({ minLength: 1, maxLength: 40 });

/** `scope.action`, for example `selection.undo`; the page owns the list and ignores actions it does not know. */
const ACTION_PATTERN = '^[a-z0-9-]{1,40}(\\.[a-z0-9-]{1,40}){1,3}$';

/** Most studies of an inbox that a person puts off at once. */
export const MAX_PUT_OFF = 500;

/** A study that a person put off in their inbox, in one of their roles, until a day (UTC). Its due day stays. */
export const PutOff = Strict({ role: OneOf(ASSIGNED_ROLES), project: Name, study_id: StudyId, until: Day });
export type PutOff = Static<typeof PutOff>;

/** A person's settings, on every computer they sign in from. An absent action keeps its shipped keys, an empty list has none. */
export const UserSettings = Strict({
  keys: Type.Unsafe<Record<string, string[]>>({
    type: 'object',
    maxProperties: 500,
    patternProperties: { [ACTION_PATTERN]: Type.Array(KeyText, { maxItems: MAX_KEYS_PER_ACTION, uniqueItems: true }) },
    additionalProperties: false,
  }),
  decode_budget_mib: Nullable(Type.Integer({ minimum: DECODE_BUDGET_MIB.min, maximum: DECODE_BUDGET_MIB.max })),
  /** Clips start automatically. Absent, as all that follows, in settings stored before it was known. */
  autoplay: Type.Optional(Type.Boolean()),
  /** Brightness and contrast apply to all images of a study, not to each separately. */
  tone_for_study: Type.Optional(Type.Boolean()),
  /** Samples drawn smoothly, exactly as squares, or exactly above the zoom that shows them. */
  smoothing: Type.Optional(OneOf(SMOOTHINGS)),
  /** Studies that are put off; those whose day has come count no more. */
  put_off: Type.Optional(Type.Array(PutOff, { maxItems: MAX_PUT_OFF })),
});
export type UserSettings = Static<typeof UserSettings>;

/** Before anything was set. */
export const DEFAULT_USER_SETTINGS: UserSettings = { keys: {}, decode_budget_mib: null };
