import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, studyIn } from '../../access/project-access.ts';
import { visibleHead } from '../../access/visible-head.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function lastUpdateRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.analysisLastUpdate, async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    const head = await visibleHead(services, caller, access, study.id, body.editor);
    return { version: head?.version_id ?? null, updated_at: head?.updated_at ?? null, editor: head?.editor ?? null };
  });
}
