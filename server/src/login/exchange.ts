import { LOGIN_VALIDITY_MS } from '@echometry/contract/rules/session.ts';
import { startSession } from '../db/sessions.ts';
import { findUserById } from '../db/users.ts';
import { sessionAnswer } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { unauthorized } from '../errors.ts';
import { takeLoginCode } from './one-time-codes.ts';
import type { Services } from '../access/services.ts';

export function exchangeHandlers(services: Services): Pick<Handlers, 'exchange'> {
  const exchange: Handlers['exchange'] = async ({ body }) => {
    const { query } = services.db;
    const createdAt = services.now();
    const userId = await takeLoginCode(query, body.code, body.verifier, createdAt);
    const user = userId === null ? null : await findUserById(query, userId);
    if (user === null) throw unauthorized();
    const times = { createdAt, expiresAt: createdAt + LOGIN_VALIDITY_MS };
    const token = await startSession(query, { userId: user.id, role: null, signInHash: null, ...times });
    return { token, session: sessionAnswer({ user, role: null }, times) };
  };

  return { exchange };
}
