import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { endSession } from '../../db/sessions.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function signOutRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.signOut, async ({ caller }) => {
    await endSession(services.db.query, caller.session, services.now());
    return { signed_out: true as const };
  });
}
