/** What a study is, and which of its files are worked with. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { call } from '../lib/api.ts';
import { stillWorking } from './last-work.ts';
import { scopeOf, studyState } from './open-study.ts';

/** Sets what the study is: its data type or gestational age. Those who may not are refused by the server. */
export async function describeStudy(change: { data_type: DataType } | { gestational_age_days: number | null }): Promise<void> {
  const { study } = studyState;
  if (!study) return;
  const scope = scopeOf(study.link);
  if ('data_type' in change) {
    await call(CALLS.setDataType, { study_id: study.link.study_id, data_type: change.data_type, ...scope });
    study.head.data_type = change.data_type;
    study.link = { ...study.link, data_type: change.data_type };
  } else {
    const { gestational_age_days } = change;
    await call(CALLS.setGestationalAge, { study_id: study.link.study_id, gestational_age_days, ...scope });
    study.head.gestational_age_days = gestational_age_days === null ? null : { value: gestational_age_days, source: 'administrator' };
  }
  stillWorking();
}

/** Which files of the study are worked with; the others stay and are inactive. */
export function chooseFiles(active: ReadonlySet<string>, stored: boolean): void {
  const { study } = studyState;
  if (!study) return;
  study.files = study.files.map((file) => ({ ...file, active: active.has(file.filename) }));
  study.selectionStored ||= stored;
}
