import { CALLS } from '@echometry/contract/calls/registry.ts';
import { LOGIN_VALIDITY_MS } from '@echometry/contract/rules/session.ts';
import { type FastifyInstance } from 'fastify';
import { startSession } from '../../db/sessions.ts';
import { findUser, listUsers, rolesOf } from '../../db/users.ts';
import { sessionAnswer } from '../../http/caller.ts';
import { openRoute } from '../../http/call-route.ts';
import { demoDoorIsOpen } from '../../http/demo-door.ts';
import { forbidden, notFound } from '../../http/problem.ts';
import { SIGN_INS_PER_MINUTE } from '../../limits.ts';
import { type Services } from '../../services.ts';

export function demoRoutes(app: FastifyInstance, services: Services): void {
  openRoute(app, services, CALLS.demoUsers, async ({ request }) => {
    if (!demoDoorIsOpen(request, services)) return { offered: false, users: [] };
    const users = await listUsers(services.db.query);
    return { offered: true, users: await Promise.all(users.map(async (u) => ({ ...u.person, roles: await rolesOf(services.db.query, u.id) }))) };
  });

  openRoute(app, services, CALLS.demoSignIn, async ({ request, body }) => {
    if (!demoDoorIsOpen(request, services)) throw forbidden('One-click sign-in exists in a demo workspace on this machine only');
    const user = await findUser(services.db.query, body.email);
    if (user === null) throw notFound('email', 'No such person in the demo workspace');
    const createdAt = services.now();
    const expiresAt = createdAt + LOGIN_VALIDITY_MS;
    const token = await startSession(services.db.query, { userId: user.id, role: null, signInHash: null, createdAt, expiresAt });
    return { token, session: sessionAnswer({ user, role: null }, { createdAt, expiresAt }) };
  }, { perMinute: SIGN_INS_PER_MINUTE });
}
