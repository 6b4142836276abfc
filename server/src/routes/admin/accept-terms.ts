import { CALLS } from '@echometry/contract/calls/registry.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { type FastifyInstance } from 'fastify';
import { acceptedTerms, acceptTerms } from '../../db/users.ts';
import { callRoute } from '../../http/call-route.ts';
import { forbidden, invalidField } from '../../http/problem.ts';
import { type Services } from '../../services.ts';

export function acceptTermsRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.acceptTerms, async ({ body, caller }) => {
    // Nobody accepts for another, an administrator neither.
    if (body.user !== caller.user.person.email) throw forbidden("Another user's id is not allowed");
    if (body.version !== TERMS_VERSION) throw invalidField('version', `The current version of the terms is ${TERMS_VERSION}`);
    await acceptTerms(services.db.query, caller.user.id, body.version, services.now());
    return { accepted_terms_of_use: await acceptedTerms(services.db.query, caller.user.id) };
  });
}
