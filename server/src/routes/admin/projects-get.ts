import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { projectByKey } from '../../access/project-access.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function projectsGetRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.projectsGet, async ({ id, caller }) => (await projectByKey(services, caller, id)).project);
}
