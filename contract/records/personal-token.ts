import { Type, type Static } from 'typebox';
import { RoleName } from './role.ts';
import { Instant, MAX_NAME_LENGTH, Name, Nullable, Strict } from './strict.ts';

/** Beginning of every personal access token, by which scanners for leaked secrets find them. */
export const PERSONAL_TOKEN_PREFIX = 'echo_pat_';

/** Longest life of a token in days. */
export const MAX_TOKEN_DAYS = 365;
/** Tokens of a person that can be in force at a time. */
export const MAX_TOKENS = 50;
/** Projects that a token can be limited to. */
export const MAX_TOKEN_PROJECTS = 200;
/** Longest name of a token. */
export const MAX_TOKEN_NAME = 80;

/** Public name of a token: nothing that could be used in its place follows from it. */
export const TokenId = Type.String({ pattern: '^[0-9a-f]{16}$' });

/** Limits of a new token. */
export const NewToken = Strict({
  name: Type.String({ minLength: 1, maxLength: MAX_TOKEN_NAME, pattern: '\\S' }),
  /** One of the person's roles. */
  role: RoleName,
  /** `_id`s of the projects it is limited to; null for all projects of the person, also later ones. */
  projects: Nullable(Type.Array(Name, { minItems: 1, maxItems: MAX_TOKEN_PROJECTS, uniqueItems: true })),
  /** It may also change what the role may change. */
  write: Type.Boolean(),
  days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
});
export type NewToken = Static<typeof NewToken>;

/** A token as its owner and administrators see it: without its secret. */
export const PersonalToken = Strict({
  id: TokenId,
  name: Type.String({ maxLength: MAX_NAME_LENGTH }),
  role: RoleName,
  projects: Nullable(Type.Array(Strict({ _id: Name, name_to_show: Type.String() }))),
  write: Type.Boolean(),
  created_at: Instant,
  expires_at: Instant,
  /** To within a minute; null before the first use. */
  last_used_at: Nullable(Instant),
});
export type PersonalToken = Static<typeof PersonalToken>;
