import type { Kysely, Selectable } from 'kysely';
import type { Database, StoredObjectTable } from './schema.ts';

type Query = Kysely<Database>;

/** The study that an object path names, with its project. Patient numbers are unique in a workspace. */
export async function findStudyByObject(query: Query, patientId: number, date: string): Promise<{ id: number; db_name: string } | null> {
  const row = await query
    .selectFrom('study')
    .innerJoin('project', 'project.id', 'study.project_id')
    .select(['study.id', 'project.db_name'])
    .where('study.patient_id', '=', patientId)
    .where('study.study_date', '=', date)
    .executeTakeFirst();
  return row ?? null;
}

export type StoredObject = Pick<Selectable<StoredObjectTable>, 'media_type' | 'size_bytes' | 'deid_profile'>;

/** Facts of a stored object. */
export async function findStoredObject(query: Query, sha256: string): Promise<StoredObject | null> {
  return (
    (await query
      .selectFrom('stored_object')
      .select(['media_type', 'size_bytes', 'deid_profile'])
      .where('sha256', '=', sha256)
      .executeTakeFirst()) ?? null
  );
}
