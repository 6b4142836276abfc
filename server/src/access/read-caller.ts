import { TOKEN_HEADER, type Access } from '@echometry/contract/calls/call.ts';
import { ROLE_MAY_NOT_SAVE } from '@echometry/contract/calls/error.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Session } from '@echometry/contract/records/user.ts';
import { SAVING_ROLES } from '@echometry/contract/rules/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { findCaller, noteUse } from '../db/sessions.ts';
import type { Services } from './services.ts';
import { forbidden, unauthorized } from '../errors.ts';

/** Reads the token; 401 when it is missing, unknown, revoked, too old, or its user or role is gone. */
export async function callerOf(request: FastifyRequest, services: Services): Promise<Caller> {
  const token = request.headers[TOKEN_HEADER];
  if (typeof token !== 'string' || token === '') throw unauthorized();
  const found = await findCaller(services.db.query, token, services.now());
  if (found === null) throw unauthorized();
  const { session, user } = found;
  // A failed note of the last use must not fail the call: the disk may be full, and what was asked for may only read.
  await noteUse(services.db.query, session, services.now()).catch(() => undefined);
  return { user, session, role: session.role };
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

/** 403 for another person's id unless Admin (docs/contracts.md#who-acts). */
export function requireSelf(caller: Caller, email: string): void {
  if (email !== caller.user.person.email && caller.role !== 'Admin') throw forbidden("Another user's id is not allowed");
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
