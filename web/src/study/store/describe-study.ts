/** Facts of a study, and its active files. */
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { quantitySourceOf } from '@echometry/contract/rules/permissions.ts';
import { call } from '../../lib/api.ts';
import { currentSession } from './current-study.ts';
import { scopeOf } from './study-scope.ts';

/** Quantities that are set together: of the patient, and inputs of guidelines. */
type Body = Pick<BodyOf<typeof CALLS.setQuantities>, 'age_days' | 'sex' | 'height_cm' | 'weight_kg' | 'stated'>;
type Change = { data_type: DataType } | { gestational_age_days: number | null } | { body: Body };

/** Sets what the study is: its data type, gestational age, or quantities of the patient. The server refuses other roles. */
export async function describeStudy(change: Change): Promise<void> {
  const session = currentSession();
  if (!session) return;
  const { study } = session;
  const id = study.link.study_id;
  const scope = scopeOf(study.link);
  if ('data_type' in change) {
    await call(CALLS.setDataType, { study_id: id, data_type: change.data_type, ...scope });
    if (!session.live) return;
    study.head.data_type = change.data_type;
    study.link = { ...study.link, data_type: change.data_type };
  } else if ('body' in change) {
    const { study_id: _of, ...quantities } = await call(CALLS.setQuantities, { study_id: id, ...change.body, ...scope });
    if (!session.live) return;
    Object.assign(study.head, quantities);
  } else {
    const { gestational_age_days } = change;
    await call(CALLS.setGestationalAge, { study_id: id, gestational_age_days, ...scope });
    if (!session.live) return;
    study.head.gestational_age_days =
      gestational_age_days === null ? null : { value: gestational_age_days, source: quantitySourceOf(study.role) };
  }
  session.stillWorking();
}

/** Which files of the study are worked with; the others stay and are inactive. */
export function chooseFiles(active: ReadonlySet<string>, stored: boolean): void {
  const study = currentSession()?.study;
  if (!study) return;
  study.files = study.files.map((file) => ({ ...file, active: active.has(file.filename) }));
  study.selectionStored ||= stored;
}
