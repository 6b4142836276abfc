import { CALLS } from '@echometry/contract/calls/registry.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { type FastifyInstance } from 'fastify';
import { acceptedTerms, acceptTerms } from '../../db/users.ts';
import { requireOwn } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { invalidField } from '../../http/problem.ts';
import { type Services } from '../../services.ts';

export function acceptTermsRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.acceptTerms, async ({ body, caller }) => {
    // Nobody accepts for another, an administrator neither.
    requireOwn(caller, body.user);
    if (body.version !== TERMS_VERSION) throw invalidField('version', `The current version of the terms is ${TERMS_VERSION}`);
    await acceptTerms(services.db.query, caller.user.id, body.version, services.now());
    return { accepted_terms_of_use: await acceptedTerms(services.db.query, caller.user.id) };
  });
}
