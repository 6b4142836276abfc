import { createHash, randomBytes } from 'node:crypto';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from './schema.ts';
import { together } from './together.ts';
import { USER_COLUMNS, userOf, type UserRow } from './users.ts';

type Query = Kysely<Database>;

/** 256 random bits. */
export const TOKEN_BYTES = 32;

export interface SessionRow {
  tokenHash: string;
  signInHash: string | null;
  userId: number;
  role: RoleName | null;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
}

/** Use of a session is noted once in this time, in ms: a page at work makes many calls. */
const USE_NOTED_EVERY_MS = 5 * 60 * 1000;

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Starts a session and returns its token, the only place it exists in the clear. */
export async function startSession(
  query: Query,
  session: { userId: number; role: RoleName | null; signInHash: string | null; createdAt: number; expiresAt: number },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await query
    .insertInto('session')
    .values({
      token_hash: hashOfToken(token),
      sign_in_hash: session.signInHash,
      user_id: session.userId,
      role: session.role,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
  return token;
}

/** What `sessionOf` reads of a session. */
const SESSION_COLUMNS = [
  'token_hash',
  'sign_in_hash',
  'user_id',
  'session.role',
  'session.created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const;

type StoredSession = Pick<
  Selectable<Database['session']>,
  'token_hash' | 'sign_in_hash' | 'user_id' | 'role' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'
>;

const sessionOf = (row: StoredSession): SessionRow => ({
  tokenHash: row.token_hash,
  signInHash: row.sign_in_hash,
  userId: row.user_id,
  role: row.role,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

const isLive = <Row extends StoredSession>(row: Row | undefined, now: number): row is Row =>
  row !== undefined && row.revoked_at === null && row.expires_at > now;

/** The live session of a token; null when unknown, revoked or past its end. */
export async function findSession(query: Query, token: string, now: number): Promise<SessionRow | null> {
  const row = await query.selectFrom('session').selectAll().where('token_hash', '=', hashOfToken(token)).executeTakeFirst();
  return isLive(row, now) ? sessionOf(row) : null;
}

/** The live session of a token with its active person, who holds its role; asked with every call, so in one query. */
export async function findCaller(query: Query, token: string, now: number): Promise<{ session: SessionRow; user: UserRow } | null> {
  const named = query
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select(SESSION_COLUMNS)
    .select(USER_COLUMNS)
    .where('token_hash', '=', hashOfToken(token))
    .where('user_account.active', '=', 1)
    .where((where) =>
      where.or([
        where('session.role', 'is', null),
        where.exists(
          where
            .selectFrom('role_grant')
            .select('role_grant.user_id')
            .whereRef('role_grant.user_id', '=', 'session.user_id')
            .whereRef('role_grant.role', '=', 'session.role'),
        ),
      ]),
    );
  const [[row]] = await together(query, named);
  return isLive(row, now) ? { session: sessionOf(row), user: userOf(row) } : null;
}

/** Notes that a session was used now, unless that was noted a moment ago. */
export async function noteUse(query: Query, session: SessionRow, now: number): Promise<void> {
  if (session.lastUsedAt !== null && now - session.lastUsedAt < USE_NOTED_EVERY_MS) return;
  await query.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', session.tokenHash).execute();
  await query.updateTable('user_account').set({ last_seen_at: now }).where('id', '=', session.userId).execute();
}

/** Name of a sign-in or a token that can be shown: nothing that could be used in its place follows from it. */
export const publicId = (tokenHash: string): string => hashOfToken(tokenHash).slice(0, 16);

/** A sign-in that holds, with the roles that were taken in it. */
export interface LiveSignIn {
  id: string;
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  roles: RoleName[];
}

/** Sign-ins of a person that hold, the newest first. */
export async function signInsOf(query: Query, userId: number, now: number): Promise<LiveSignIn[]> {
  const live = await query
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();
  return live
    .filter(({ sign_in_hash }) => sign_in_hash === null)
    .map((root) => {
      const all = live.filter(({ token_hash, sign_in_hash }) => token_hash === root.token_hash || sign_in_hash === root.token_hash);
      const used = all.flatMap(({ last_used_at }) => last_used_at ?? []);
      return {
        id: publicId(root.token_hash),
        tokenHash: root.token_hash,
        createdAt: root.created_at,
        expiresAt: root.expires_at,
        lastUsedAt: used.length === 0 ? null : Math.max(...used),
        roles: [...new Set(all.flatMap(({ role }) => role ?? []))],
      };
    });
}

/** Hash of the sign-in that a session, of whatever role, was taken from. */
export const rootOf = (session: Pick<SessionRow, 'signInHash' | 'tokenHash'>): string => session.signInHash ?? session.tokenHash;

/** Is the sign-in of this hash live, and that person's? */
export async function isSignedIn(query: Query, signIn: string, userId: number, now: number): Promise<boolean> {
  const row = await query
    .selectFrom('session')
    .select('user_id')
    .where('token_hash', '=', signIn)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a sign-in and every role token taken from it, whichever of them asks. */
export async function endSession(query: Query, session: Pick<SessionRow, 'signInHash' | 'tokenHash'>, now: number): Promise<void> {
  const root = rootOf(session);
  await query
    .updateTable('session')
    .set({ revoked_at: now })
    .where((where) => where.or([where('token_hash', '=', root), where('sign_in_hash', '=', root)]))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every session of a person; returns how many sign-ins those were. */
export async function endSessionsOf(query: Query, userId: number, now: number): Promise<number> {
  const ended = await query
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('sign_in_hash')
    .execute();
  return ended.filter((row) => row.sign_in_hash === null).length;
}

/** Drops sessions that ended, by time or by sign-out; nothing refers to them. */
export async function dropEndedSessions(query: Query, now: number): Promise<void> {
  await query
    .deleteFrom('session')
    .where((where) => where.or([where('expires_at', '<=', now), where('revoked_at', 'is not', null)]))
    .execute();
}
