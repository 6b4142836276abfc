import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, studyIn } from '../../access/project-access.ts';
import { setGestationalAge } from '../../db/studies.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function setGestationalAgeRoute(app: FastifyInstance, services: Services): void {
  callRoute(app, services, CALLS.setGestationalAge, async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    await setGestationalAge(services.db.query, study.id, body.gestational_age_days, { userId: caller.user.id, now: services.now() });
    return { study_id: study.study_id, gestational_age_days: body.gestational_age_days };
  });
}
