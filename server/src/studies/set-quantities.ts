import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { tablesOf } from '@echometry/contract/rules/guidelines.ts';
import { quantitySourceOf } from '@echometry/contract/rules/permissions.ts';
import { inputsToState, statedFault } from '@echometry/contract/rules/stated-values.ts';
import { requireShown } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import { findStudy, setQuantities as storeQuantities, setStated, type StatedChange, studyHeadOf } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

/** Refuses values that no decision table of the project asks for, or that no patient has. Removing one is always possible. */
async function checkStated({ db }: Pick<Services, 'db'>, projectId: number, changes: readonly StatedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const set = await currentConfigSet(db.query, 'echo_references', projectId);
  // A stored set was checked when it was added.
  const asked = inputsToState(tablesOf((set?.data ?? []) as readonly ReferencePack[]).map(({ table }) => table));
  for (const { name, unit, value } of changes) {
    if (value === null) continue;
    const input = asked.find((one) => one.name === name);
    if (input === undefined)
      throw invalidField(
        'stated',
        `No guideline of the project asks for a stated "${name}". Name one of: ${asked.map((one) => one.name).join(', ')}`,
      );
    if (input.unit !== unit) throw invalidField('stated', `${name} is stated in "${input.unit}", not in "${unit}"`);
    const fault = statedFault(input, value);
    if (fault !== null) throw invalidField('stated', fault);
  }
}

export function setQuantitiesHandlers(services: Services): Pick<Handlers, 'setQuantities'> {
  const { db } = services;
  const setQuantities: Handlers['setQuantities'] = async ({ body, caller }) => {
    const { db_name, medical_data_type: _of, study_id, stated = [], ...change } = body;
    if (Object.keys(change).length === 0 && stated.length === 0)
      throw invalidField('height_cm', 'Name at least one quantity: age_days, sex, height_cm, weight_kg or stated');
    const access = await projectByName(services, caller, db_name);
    requireShown(access);
    await checkStated(services, access.id, stated);
    const { id } = await studyIn(services, access, study_id, 'study_id');
    const source = quantitySourceOf(caller.role);
    await db.query.transaction().execute(async (query) => {
      // Two people who state different values at once: the second finds the values of the first.
      const lock = query.selectFrom('study').select('id').where('id', '=', id);
      await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
      const before = await findStudy(query, access.id, study_id);
      if (before === null) return;
      const changed = [...(await storeQuantities(query, before, change, source)), ...(await setStated(query, before, stated, source))];
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
    const after = studyHeadOf(await studyIn(services, access, study_id, 'study_id'), access.project._id);
    return {
      study_id,
      age_days: after.age_days,
      sex: after.sex,
      height_cm: after.height_cm,
      weight_kg: after.weight_kg,
      stated: after.stated,
    };
  };

  return { setQuantities };
}
