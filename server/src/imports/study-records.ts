import type { MappingRow } from '@echometry/contract/records/import.ts';
import { studyIdOf } from '@echometry/contract/rules/study-id.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database, StudyTable } from '../db/schema.ts';
import type { ImportedFile } from './imported-file.ts';

type Query = Kysely<Database>;

/** A row of a study, as far as it was read and filled here. */
type StudyRow = Selectable<StudyTable>;

/** Studies that one transaction met, by their `study_id`: only this transaction may have changed them since. */
export type MetStudies = Map<string, StudyRow>;

/** The study of a patient and day. Facts of the patient in a later file fill gaps of earlier ones. */
export async function ensureStudy(query: Query, file: ImportedFile, met: MetStudies): Promise<StudyRow> {
  const study_id = studyIdOf(file.patient.id, file.studyDate);
  const row = met.get(study_id) ?? (await findOrMake(query, file, study_id));
  const { identity } = file;
  const fill = {
    ...(row.gestational_age_days === null && identity.gestational_age_days !== null
      ? { gestational_age_days: identity.gestational_age_days, gestational_age_source: 'file' as const }
      : {}),
    ...(row.age_days === null && identity.age_days !== null ? { age_days: identity.age_days, age_source: 'file' as const } : {}),
    ...(row.sex === null && identity.sex !== null ? { sex: identity.sex, sex_source: 'file' as const } : {}),
    ...(row.height_cm === null && identity.height_cm !== null ? { height_cm: identity.height_cm, height_source: 'file' as const } : {}),
    ...(row.weight_kg === null && identity.weight_kg !== null ? { weight_kg: identity.weight_kg, weight_source: 'file' as const } : {}),
  };
  if (Object.keys(fill).length > 0) await query.updateTable('study').set(fill).where('id', '=', row.id).execute();
  const filled = { ...row, ...fill };
  met.set(study_id, filled);
  return filled;
}

async function findOrMake(query: Query, file: ImportedFile, study_id: string): Promise<StudyRow> {
  const { identity } = file;
  const from = (value: unknown) => (value === null ? null : ('file' as const));
  await query
    .insertInto('study')
    .values({
      project_id: file.projectId,
      patient_id: file.patient.id,
      study_id,
      study_date: file.studyDate,
      study_instance_uid: identity.study_instance_uid,
      data_type: file.dataType,
      study_type: null,
      code: null,
      active: 1,
      gestational_age_days: identity.gestational_age_days,
      gestational_age_source: from(identity.gestational_age_days),
      age_days: identity.age_days,
      age_source: from(identity.age_days),
      sex: identity.sex,
      sex_source: from(identity.sex),
      height_cm: identity.height_cm,
      height_source: from(identity.height_cm),
      weight_kg: identity.weight_kg,
      weight_source: from(identity.weight_kg),
      created_at: file.now,
    })
    .onConflict((c) => c.column('study_id').doNothing())
    .execute();
  return query.selectFrom('study').selectAll().where('study_id', '=', study_id).executeTakeFirstOrThrow();
}

/**
 * Gives a study code and type where it has none. Existing values stay: a user may have set them since. Returns differing facts of
 * the mapping.
 */
export async function applyMapping(query: Query, studyRowId: number, mapped: MappingRow): Promise<string[]> {
  const study = await query
    .selectFrom('study')
    .select(['code', 'study_type', 'data_type'])
    .where('id', '=', studyRowId)
    .executeTakeFirstOrThrow();
  const fields = ['code', 'study_type'] as const;
  const fill = Object.fromEntries(
    fields.flatMap((field) => (study[field] === null && mapped[field] !== null ? [[field, mapped[field]]] : [])),
  );
  if (Object.keys(fill).length > 0) await query.updateTable('study').set(fill).where('id', '=', studyRowId).execute();
  return (['code', 'study_type', 'data_type'] as const).flatMap((field) => {
    const [has, said] = [study[field], mapped[field]];
    return has === null || said === null || has === said
      ? []
      : [`row ${mapped.row} of the mapping has ${field} ${said}; the study keeps ${has}`];
  });
}
