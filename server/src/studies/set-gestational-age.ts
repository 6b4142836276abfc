import { quantitySourceOf } from '@echometry/contract/rules/permissions.ts';
import { requireShown } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { setGestationalAge as storeGestationalAge } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function setGestationalAgeHandlers(services: Services): Pick<Handlers, 'setGestationalAge'> {
  const setGestationalAge: Handlers['setGestationalAge'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    requireShown(access);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    const by = { userId: caller.user.id, source: quantitySourceOf(caller.role), now: services.now() };
    await storeGestationalAge(services.db.query, study.id, body.gestational_age_days, by);
    return { study_id: body.study_id, gestational_age_days: body.gestational_age_days };
  };

  return { setGestationalAge };
}
