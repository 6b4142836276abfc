import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { newestConfigSet } from '../../db/config-sets.ts';
import { callRoute } from '../../http/call-route.ts';
import { notFound } from '../../http/problem.ts';
import { type Services } from '../../services.ts';

export function configGetRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.configGet, async ({ body }) => {
    const set = await newestConfigSet(services.db.query, body.config);
    if (set === null) throw notFound('config', 'This configuration set was not shipped');
    return [set];
  });
}
