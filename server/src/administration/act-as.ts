import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { startSession } from '../db/sessions.ts';
import { acceptedTerms, rolesOf } from '../db/users.ts';
import { sessionAnswer } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { forbidden } from '../errors.ts';
import type { Services } from '../access/services.ts';

/** The role token ends with the sign-in it comes from: choosing a role again does not lengthen the seven days. */
export function actAsHandlers(services: Services): Pick<Handlers, 'actAs'> {
  const actAs: Handlers['actAs'] = async ({ body, caller }) => {
    const { query } = services.db;
    if (!(await rolesOf(query, caller.user.id)).includes(body.role)) throw forbidden('This role is not yours');
    if ((await acceptedTerms(query, caller.user.id))[TERMS_VERSION] === undefined) throw forbidden('Accept the terms of use first');
    const times = { createdAt: services.now(), expiresAt: caller.session.expiresAt };
    const token = await startSession(query, {
      userId: caller.user.id,
      role: body.role,
      signInHash: caller.session.signInHash ?? caller.session.tokenHash,
      ...times,
    });
    return { token, session: sessionAnswer({ user: caller.user, role: body.role }, times) };
  };

  return { actAs };
}
