import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { sessionAnswer } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function sessionRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.session, async ({ caller }) => sessionAnswer(caller, caller.session));
}
