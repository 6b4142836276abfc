import { randomBytes } from 'node:crypto';
import { PERSONAL_TOKEN_PREFIX, type PersonalToken } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Kysely, Selectable } from 'kysely';
import { recordAct } from './audit.ts';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';
import { hashOfToken, publicId, TOKEN_BYTES } from './sessions.ts';
import { together } from './together.ts';
import { userOf, type UserRow } from './users.ts';

type Query = Kysely<Database>;

/** Use of a token is noted once in this time, in ms. */
const USE_NOTED_EVERY_MS = 60 * 1000;
/** How long a token stays in the records after its end, in ms: attempts to use it are recognised and recorded. */
const ENDED_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** A personal access token that is in force. */
export interface TokenRow {
  id: string;
  tokenHash: string;
  userId: number;
  role: RoleName;
  /** Numbers of the projects it is limited to; null for all projects of its owner. */
  projects: ReadonlySet<number> | null;
  mayWrite: boolean;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
}

type StoredToken = Selectable<Database['personal_token']>;

const projectIdsOf = (projects: string | null): number[] | null => (projects === null ? null : (JSON.parse(projects) as number[]));

const tokenOf = (row: StoredToken): TokenRow => {
  const projects = projectIdsOf(row.projects);
  return {
    id: row.id,
    tokenHash: row.token_hash,
    userId: row.user_id,
    role: row.role,
    projects: projects === null ? null : new Set(projects),
    mayWrite: row.may_write === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
};

export interface NewTokenRow {
  userId: number;
  name: string;
  role: RoleName;
  /** Numbers of projects. */
  projects: readonly number[] | null;
  mayWrite: boolean;
  createdAt: number;
  expiresAt: number;
}

/** Stores a token as its hash and returns its secret, the only place it exists in the clear. */
export async function storeToken(query: Query, token: NewTokenRow): Promise<{ secret: string; id: string }> {
  const secret = PERSONAL_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashOfToken(secret);
  const id = publicId(tokenHash);
  await query
    .insertInto('personal_token')
    .values({
      token_hash: tokenHash,
      id,
      user_id: token.userId,
      name: token.name,
      role: token.role,
      projects: token.projects === null ? null : JSON.stringify(token.projects),
      may_write: token.mayWrite ? 1 : 0,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      revoked_at: null,
      last_used_at: null,
      refused_at: null,
    })
    .execute();
  return { secret, id };
}

/** Why a token that was made here is refused. */
type Refused = 'revoked' | 'expired' | 'person disabled' | 'role lost';

const refusalOf = (row: StoredToken & { active: 0 | 1; holds_role: unknown }, now: number): Refused | null => {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at <= now) return 'expired';
  if (row.active !== 1) return 'person disabled';
  return row.holds_role ? null : 'role lost';
};

/**
 * The token of a secret with its owner, who is active and holds its role; read with every call. A token that was made here and
 * is refused comes with the reason. Null when it is unknown.
 */
export async function findToken(
  query: Query,
  secret: string,
  now: number,
): Promise<{ token: TokenRow; user: UserRow; refused: null } | { token: TokenRow; refused: Refused; isRecorded: boolean } | null> {
  const named = query
    .selectFrom('personal_token')
    .innerJoin('user_account', 'user_account.id', 'personal_token.user_id')
    .selectAll('personal_token')
    .select(['email', 'family_names', 'user_type', 'is_test', 'active', 'user_account.name as person_name'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('role_grant')
            .select('role_grant.user_id')
            .whereRef('role_grant.user_id', '=', 'personal_token.user_id')
            .whereRef('role_grant.role', '=', 'personal_token.role'),
        )
        .as('holds_role'),
    )
    .where('token_hash', '=', hashOfToken(secret));
  const [[row]] = await together(query, named);
  if (row === undefined) return null;
  const refused = refusalOf(row, now);
  const token = tokenOf(row);
  if (refused !== null) return { token, refused, isRecorded: row.refused_at !== null };
  return { token, user: userOf({ ...row, id: row.user_id, name: row.person_name }), refused };
}

/** An act about a token, by its owner or an administrator. */
const actOf = ({ id, role }: Pick<TokenRow, 'id' | 'role'>, actorId: number, act: string, at: number) => ({
  at,
  actorId,
  role,
  act,
  studyId: null,
  subject: id,
});

/** Notes that a token was used now, unless that was noted a moment ago. Its first use is an act of the audit. */
export async function noteTokenUse({ query, dialect }: Db, token: TokenRow, now: number): Promise<void> {
  if (token.lastUsedAt !== null && now - token.lastUsedAt < USE_NOTED_EVERY_MS) return;
  const noted = (inside: Query) =>
    inside.updateTable('personal_token').set({ last_used_at: now }).where('token_hash', '=', token.tokenHash);
  if (token.lastUsedAt !== null) {
    await noted(query).execute();
    return;
  }
  await query.transaction().execute(async (inside) => {
    const first = await noted(inside).where('last_used_at', 'is', null).returning('id').execute();
    if (first.length > 0) await recordAct(inside, dialect, { ...actOf(token, token.userId, 'token-first-used', now), detail: {} });
  });
}

/** Records the first attempt to use a token that is refused: one act for each token, however often it is tried. */
export async function noteRefusedUse({ query, dialect }: Db, token: TokenRow, reason: Refused, now: number): Promise<void> {
  await query.transaction().execute(async (inside) => {
    const first = await inside
      .updateTable('personal_token')
      .set({ refused_at: now })
      .where('token_hash', '=', token.tokenHash)
      .where('refused_at', 'is', null)
      .returning('id')
      .execute();
    if (first.length > 0) await recordAct(inside, dialect, { ...actOf(token, token.userId, 'token-refused', now), detail: { reason } });
  });
}

/** Tokens of a person that are not revoked, the newest first. */
export async function tokensOf(query: Query, userId: number): Promise<PersonalToken[]> {
  const rows = await query
    .selectFrom('personal_token')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const ids = [...new Set(rows.flatMap(({ projects }) => projectIdsOf(projects) ?? []))];
  const projects = ids.length === 0 ? [] : await query.selectFrom('project').select(['id', 'document']).where('id', 'in', ids).execute();
  const named = new Map(
    projects.map(({ id, document }) => {
      const { _id, name_to_show } = JSON.parse(document) as { _id: string; name_to_show: string };
      return [id, { _id, name_to_show }] as const;
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    projects: projectIdsOf(row.projects)?.flatMap((id) => named.get(id) ?? []) ?? null,
    write: row.may_write === 1,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
  }));
}

/** People with tokens that are not revoked, in the order of the alphabet. */
export const tokenOwners = (query: Query): Promise<{ id: number; email: string }[]> =>
  query
    .selectFrom('user_account')
    .select(['id', 'email'])
    .where('id', 'in', (tokens) => tokens.selectFrom('personal_token').select('user_id').where('revoked_at', 'is', null))
    .orderBy('email')
    .execute();

/** Number of tokens of a person that are in force. */
export async function countTokens(query: Query, userId: number, now: number): Promise<number> {
  const { n } = await query
    .selectFrom('personal_token')
    .select((e) => e.fn.countAll().as('n'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Revokes a token of a person; false when there is none of this id that could be revoked. */
export async function revokeToken(query: Query, { userId, id, now }: { userId: number; id: string; now: number }): Promise<boolean> {
  const revoked = await query
    .updateTable('personal_token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.length > 0;
}

/** Revokes every token, of one person or (null) of all. */
export async function revokeTokensOf(query: Query, userId: number | null, now: number): Promise<void> {
  const all = query.updateTable('personal_token').set({ revoked_at: now }).where('revoked_at', 'is', null);
  await (userId === null ? all : all.where('user_id', '=', userId)).execute();
}

/** Is the token of this hash in force, and that person's? */
export async function isTokenInForce(query: Query, tokenHash: string, userId: number, now: number): Promise<boolean> {
  const row = await query
    .selectFrom('personal_token')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Drops tokens that ended long ago. */
export async function dropEndedTokens(query: Query, now: number): Promise<void> {
  const before = now - ENDED_KEPT_MS;
  await query
    .deleteFrom('personal_token')
    .where((where) => where.or([where('expires_at', '<=', before), where('revoked_at', '<=', before)]))
    .execute();
}
