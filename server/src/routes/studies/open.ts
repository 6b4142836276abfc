import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type OpenState } from '@echometry/contract/calls/studies/open-state.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, studyIn } from '../../access/project-access.ts';
import { dropOpenFlag, openFlag, type OpenFlag, takeOpenFlag } from '../../db/open-flags.ts';
import { requireOwn } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

const stateOf = (flag: OpenFlag | null, userId: number): OpenState => ({
  is_open: flag !== null,
  mine: flag?.userId === userId,
  open_by: flag?.email ?? null,
  since: flag?.openedAt ?? null,
});

export function openRoutes(app: FastifyInstance, services: Services): void {
  const { query } = services.db;

  callRoute(app, services, CALLS.setOpen, async ({ body, caller }) => {
    requireOwn(caller, body.user);
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    const now = services.now();
    if (body.open) await takeOpenFlag(query, study.id, caller.user.id, now);
    else await dropOpenFlag(query, study.id, caller.user.id);
    return stateOf(await openFlag(query, study.id, now), caller.user.id);
  });

  callRoute(app, services, CALLS.getOpen, async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    return stateOf(await openFlag(query, study.id, services.now()), caller.user.id);
  });
}
