import { quantitySourceOf } from '@echometry/contract/rules/permissions.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { findStudy, setQuantities as storeQuantities, studyHeadOf } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

export function setQuantitiesHandlers(services: Services): Pick<Handlers, 'setQuantities'> {
  const { db } = services;
  const setQuantities: Handlers['setQuantities'] = async ({ body, caller }) => {
    const { db_name, medical_data_type: _of, study_id, ...change } = body;
    if (Object.keys(change).length === 0)
      throw invalidField('height_cm', 'Name at least one quantity: age_days, sex, height_cm or weight_kg');
    const access = await projectByName(services, caller, db_name);
    const { id } = await studyIn(services, access, study_id, 'study_id');
    const source = quantitySourceOf(caller.role);
    await db.query.transaction().execute(async (query) => {
      const before = await findStudy(query, access.id, study_id);
      const changed = before === null ? [] : await storeQuantities(query, before, change, source);
      if (changed.length === 0) return;
      await recordAct(query, db.dialect, {
        at: services.now(),
        actorId: caller.user.id,
        role: caller.role,
        act: 'set quantities',
        studyId: id,
        subject: study_id,
        // Only names: what is measured of a patient stays out of a log that is never changed.
        detail: { quantities: changed.join(', '), source },
      });
    });
    const { age_days, sex, height_cm, weight_kg } = studyHeadOf(await studyIn(services, access, study_id, 'study_id'), access.project._id);
    return { study_id, age_days, sex, height_cm, weight_kg };
  };

  return { setQuantities };
}
