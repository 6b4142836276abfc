import { CALLS } from '@echometry/contract/calls/registry.ts';
import { LOGIN_VALIDITY_MS } from '@echometry/contract/rules/session.ts';
import { type FastifyInstance } from 'fastify';
import { startSession } from '../../db/sessions.ts';
import { findUserById } from '../../db/users.ts';
import { sessionAnswer } from '../../http/caller.ts';
import { openRoute } from '../../http/call-route.ts';
import { unauthorized } from '../../http/problem.ts';
import { SIGN_INS_PER_MINUTE } from '../../limits.ts';
import { takeLoginCode } from '../../login/one-time-codes.ts';
import { type Services } from '../../services.ts';

export function exchangeRoute(app: FastifyInstance, services: Services): void {
  openRoute(app, services, CALLS.exchange, async ({ body }) => {
    const { query } = services.db;
    const createdAt = services.now();
    const userId = await takeLoginCode(query, body.code, body.verifier, createdAt);
    const user = userId === null ? null : await findUserById(query, userId);
    if (user === null) throw unauthorized();
    const times = { createdAt, expiresAt: createdAt + LOGIN_VALIDITY_MS };
    const token = await startSession(query, { userId: user.id, role: null, signInHash: null, ...times });
    return { token, session: sessionAnswer({ user, role: null }, times) };
  }, { perMinute: SIGN_INS_PER_MINUTE });
}
