import type { DataType } from '@echometry/contract/records/data-type.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { QuantitySource } from '@echometry/contract/records/quantity-source.ts';
import type { StatedValue } from '@echometry/contract/records/stated-value.ts';
import type { StudyHead, StudyQuantities } from '@echometry/contract/records/study.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database, StudyTable } from './schema.ts';

type Query = Kysely<Database>;

export type StudyRecord = Selectable<StudyTable> & { patient_show: string };

/** A study with what may be shown of it (server/src/access/blinding.ts). */
export type SeenStudy = Omit<StudyRecord, 'study_date'> & { study_date: string | null };

/** Studies with what is shown of their patients. */
export const studiesWithPatient = (query: Query) =>
  query.selectFrom('study').innerJoin('patient', 'patient.id', 'study.patient_id').selectAll('study').select('patient.patient_show');

/** A study by its public id, only inside the given project. */
export async function findStudy(query: Query, projectId: number, studyId: string): Promise<StudyRecord | null> {
  return (
    (await studiesWithPatient(query).where('study.project_id', '=', projectId).where('study.study_id', '=', studyId).executeTakeFirst()) ??
    null
  );
}

/** Studies of a project, or some of them, the newest first. */
export async function listStudies(
  query: Query,
  projectId: number,
  activeOnly: boolean,
  studies?: readonly number[],
): Promise<StudyRecord[]> {
  const all = studiesWithPatient(query)
    .where('study.project_id', '=', projectId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .orderBy('study.study_date', 'desc')
    .orderBy('study.id');
  return activeOnly ? all.where('study.active', '=', 1).execute() : all.execute();
}

/** Study types that occur in a project, in the order of their names. */
export async function studyTypesOf(query: Query, projectId: number): Promise<string[]> {
  const rows = await query
    .selectFrom('study')
    .select('study_type')
    .distinct()
    .where('project_id', '=', projectId)
    .where('active', '=', 1)
    .execute();
  return rows.flatMap(({ study_type }) => (study_type === null ? [] : [study_type])).sort((a, b) => (a < b ? -1 : 1));
}

export async function setStudyDataType(query: Query, id: number, dataType: DataType): Promise<void> {
  await query.updateTable('study').set({ data_type: dataType, listed: 0 }).where('id', '=', id).execute();
}

/** A gestational age entered by hand, with person and time; null removes it. */
export async function setGestationalAge(
  query: Query,
  id: number,
  days: number | null,
  by: { userId: number; source: QuantitySource; now: number },
): Promise<void> {
  await query
    .updateTable('study')
    .set({
      gestational_age_days: days,
      gestational_age_source: days === null ? null : by.source,
      gestational_age_set_by: by.userId,
      gestational_age_set_at: by.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Quantities that normal ranges depend on; what is absent stays as it is. */
export type QuantityChange = Partial<Pick<Selectable<StudyTable>, 'age_days' | 'sex' | 'height_cm' | 'weight_kg'>>;

const SOURCE_COLUMNS = { age_days: 'age_source', sex: 'sex_source', height_cm: 'height_source', weight_kg: 'weight_source' } as const;
const QUANTITY_NAMES = Object.keys(SOURCE_COLUMNS) as (keyof QuantityChange)[];

/**
 * Sets quantities by hand, each with its source.
 * @returns names of the values that differ from the stored ones
 */
export async function setQuantities(query: Query, study: StudyRecord, change: QuantityChange, source: QuantitySource): Promise<string[]> {
  const changed = QUANTITY_NAMES.filter((name) => change[name] !== undefined && change[name] !== study[name]);
  if (changed.length === 0) return [];
  const sources = Object.fromEntries(changed.map((name) => [SOURCE_COLUMNS[name], change[name] === null ? null : source]));
  const values = Object.fromEntries(changed.map((name) => [name, change[name]]));
  await query
    .updateTable('study')
    .set({ ...values, ...sources })
    .where('id', '=', study.id)
    .execute();
  return changed;
}

/** Inputs of guidelines as people stated them. */
export const statedOf = ({ stated }: Pick<StudyRecord, 'stated'>): StatedValue[] =>
  // Only setStated writes it.
  stated === null ? [] : (JSON.parse(stated) as StatedValue[]);

/** A value to state, or (null) to remove. */
export type StatedChange = Omit<StatedValue, 'source' | 'value'> & { value: number | null };

/**
 * States inputs of guidelines by hand; the others stay.
 * @returns names of the values that differ from the stored ones
 */
export async function setStated(
  query: Query,
  study: StudyRecord,
  changes: readonly StatedChange[],
  source: QuantitySource,
): Promise<string[]> {
  const values = new Map(statedOf(study).map((one) => [one.name, one]));
  const changed = changes.filter(({ name, unit, value }) => {
    const known = values.get(name);
    return value === null ? known !== undefined : known?.value !== value || known.unit !== unit;
  });
  if (changed.length === 0) return [];
  for (const { name, unit, value } of changed) {
    if (value === null) values.delete(name);
    else values.set(name, { name, unit, value, source });
  }
  const stated = values.size === 0 ? null : JSON.stringify([...values.values()]);
  await query.updateTable('study').set({ stated }).where('id', '=', study.id).execute();
  return changed.map(({ name }) => name);
}

const quantity = (value: number | null, source: QuantitySource | null) => (value === null || source === null ? null : { value, source });

/** Facts that the values of a study depend on, as they leave the workspace. */
export const quantitiesOf = (study: SeenStudy): StudyQuantities => ({
  data_type: study.data_type,
  gestational_age_days: study.gestational_age_days,
  gestational_age_source: study.gestational_age_source,
  age_days: study.age_days,
  age_source: study.age_source,
  sex: study.sex,
  sex_source: study.sex_source,
  height_cm: study.height_cm,
  height_source: study.height_source,
  weight_kg: study.weight_kg,
  weight_source: study.weight_source,
  stated: statedOf(study),
});

/** The study as files/get describes it. */
export function studyHeadOf(study: SeenStudy, project: string): StudyHead {
  return {
    study_id: study.study_id,
    patient_id: study.patient_id,
    patient_show: study.patient_show,
    date: study.study_date === null ? null : dashedDate(study.study_date),
    project,
    data_type: study.data_type,
    study_instance_id: study.study_instance_uid,
    gestational_age_days: quantity(study.gestational_age_days, study.gestational_age_source),
    age_days: quantity(study.age_days, study.age_source),
    sex: study.sex === null || study.sex_source === null ? null : { value: study.sex, source: study.sex_source },
    height_cm: quantity(study.height_cm, study.height_source),
    weight_kg: quantity(study.weight_kg, study.weight_source),
    stated: statedOf(study),
  };
}

/** Sets type and code of a study; false when they were so before. */
export async function setStudyType(
  query: Query,
  id: number,
  { study_type, code }: { study_type: string | null; code: string | null },
): Promise<boolean> {
  const before = await query.selectFrom('study').select(['study_type', 'code']).where('id', '=', id).executeTakeFirstOrThrow();
  if (before.study_type === study_type && before.code === code) return false;
  await query.updateTable('study').set({ study_type, code, listed: 0 }).where('id', '=', id).execute();
  return true;
}
