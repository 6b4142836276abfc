import { BEARER, type Call, TOKEN_HEADER, type Access } from '@echometry/contract/calls/call.ts';
import { ROLE_MAY_NOT_SAVE } from '@echometry/contract/calls/error.ts';
import { PERSONAL_TOKEN_PREFIX } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Session } from '@echometry/contract/records/user.ts';
import { SAVING_ROLES } from '@echometry/contract/rules/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { findToken, noteRefusedUse, noteTokenUse } from '../db/personal-tokens.ts';
import { findCaller, noteUse } from '../db/sessions.ts';
import type { Services } from './services.ts';
import { forbidden, unauthorized } from '../errors.ts';

/** One message for every token that is refused: a stranger does not learn whether it ever existed. */
const NOT_IN_FORCE = 'The token is unknown, revoked or expired, or its owner lost the role. Make a new one in Settings';

/** Reads the token; 401 when it is missing, unknown, revoked, too old, or its user or role is gone. */
export async function callerOf(request: FastifyRequest, services: Services): Promise<Caller> {
  const token = request.headers[TOKEN_HEADER];
  const { authorization } = request.headers;
  if (token === undefined && authorization?.startsWith(BEARER)) return callerByToken(authorization.slice(BEARER.length).trim(), services);
  if (typeof token !== 'string' || token === '') throw unauthorized();
  const found = await findCaller(services.db.query, token, services.now());
  if (found === null) throw unauthorized();
  const { session, user } = found;
  // A failed note of the last use must not fail the call: the disk may be full, and what was asked for may only read.
  await noteUse(services.db.query, session, services.now()).catch(() => undefined);
  return { user, session, role: session.role, token: null, projects: null };
}

/** A personal access token is looked up on every call: every server refuses a revoked one at once. */
async function callerByToken(secret: string, { db, now }: Services): Promise<Caller> {
  const found = secret.startsWith(PERSONAL_TOKEN_PREFIX) ? await findToken(db.query, secret, now()) : null;
  if (found === null) throw unauthorized(NOT_IN_FORCE);
  const { token } = found;
  if (found.refused !== null) {
    // The refusal counts, whether the disk has room for its record or not.
    if (!found.isRecorded) await noteRefusedUse(db, token, found.refused, now()).catch(() => undefined);
    throw unauthorized(NOT_IN_FORCE);
  }
  // As for a sign-in, a failed note of the last use must not fail the call.
  await noteTokenUse(db, token, now()).catch(() => undefined);
  return { user: found.user, session: { ...token, signInHash: null }, role: token.role, token, projects: token.projects };
}

/** 403 unless a personal access token may make the call; a sign-in may. */
export function requireByToken({ token }: Caller, { byToken }: Pick<Call, 'byToken'>): void {
  if (token === null) return;
  if (byToken === undefined) throw forbidden('Personal access tokens may not make this call. Sign in to make it');
  if (byToken === 'write' && !token.mayWrite) throw forbidden('This token may only read. Make a token that may write');
}

const isSavingCall = (roles: readonly RoleName[]): boolean =>
  roles.length === SAVING_ROLES.length && SAVING_ROLES.every((role) => roles.includes(role));

/** 403 unless the caller's role may make the call; a sign-in token has no role yet. */
export function requireAccess(caller: Caller, access: Access): void {
  if (access.need !== 'role') return;
  if (caller.role === null) throw forbidden('Choose a role first');
  if (access.roles.includes(caller.role)) return;
  throw forbidden(isSavingCall(access.roles) ? ROLE_MAY_NOT_SAVE : `Not allowed in the role ${caller.role}`);
}

/** 403 for another person's id unless an Admin asks who is signed in (docs/contracts.md#who-acts). */
export function requireSelf(caller: Caller, email: string): void {
  const isAdministrator = caller.role === 'Admin' && caller.token === null;
  if (email !== caller.user.person.email && !isAdministrator) throw forbidden("Another user's id is not allowed");
}

/** 403 for another person's id, for Admin too. */
export function requireOwn(caller: Caller, email: string): void {
  if (email !== caller.user.person.email) throw forbidden("Another user's id is not allowed");
}

export const sessionAnswer = (caller: Pick<Caller, 'user' | 'role'>, times: { createdAt: number; expiresAt: number }): Session => ({
  user: caller.user.person,
  scope: caller.role === null ? 'sign-in' : 'role',
  role: caller.role,
  created_at: times.createdAt,
  expires_at: times.expiresAt,
});
