import { LOGIN_VALIDITY_MS } from '@echometry/contract/rules/session.ts';
import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { startSession } from '../db/sessions.ts';
import { findUser, listUsers, rolesOf } from '../db/users.ts';
import { sessionAnswer } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { demoDoorIsOpen } from '../http/demo-door.ts';
import { forbidden, notFound } from '../errors.ts';
import type { LoginServices } from './services.ts';

export function demoHandlers(services: LoginServices): Pick<Handlers, 'demoUsers' | 'demoSignIn'> {
  const demoUsers: Handlers['demoUsers'] = async ({ request }) => {
    if (!demoDoorIsOpen(request, services)) return { offered: false, users: [] };
    const users = (await listUsers(services.db.query)).filter(({ person }) => person.user_type !== MACHINE_USER_TYPE);
    return {
      offered: true,
      users: await Promise.all(users.map(async (u) => ({ ...u.person, roles: await rolesOf(services.db.query, u.id) }))),
    };
  };

  const demoSignIn: Handlers['demoSignIn'] = async ({ request, body }) => {
    if (!demoDoorIsOpen(request, services)) throw forbidden('One-click sign-in exists in a demo workspace on this machine only');
    const user = await findUser(services.db.query, body.email);
    if (user === null || user.person.user_type === MACHINE_USER_TYPE) throw notFound('email', 'No such person in the demo workspace');
    const createdAt = services.now();
    const expiresAt = createdAt + LOGIN_VALIDITY_MS;
    const token = await startSession(services.db.query, { userId: user.id, role: null, signInHash: null, createdAt, expiresAt });
    return { token, session: sessionAnswer({ user, role: null }, { createdAt, expiresAt }) };
  };

  return { demoUsers, demoSignIn };
}
