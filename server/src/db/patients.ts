import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export interface PatientRecord {
  id: number;
  project_id: number;
  patient_show: string;
}

const patients = (query: Query) => query.selectFrom('patient').select(['id', 'project_id', 'patient_show']);

/** Patients of a project that have a study, in the order of their codes. */
export const patientsOfProject = (query: Query, projectId: number): Promise<PatientRecord[]> =>
  patients(query)
    .where('project_id', '=', projectId)
    .where('id', 'in', query.selectFrom('study').select('patient_id').where('project_id', '=', projectId))
    .orderBy('patient_show')
    .orderBy('id')
    .execute();

/** Patients by number in the projects that a person is a member of, in no order. */
export const patientsOfMember = async (query: Query, ids: readonly number[], userId: number): Promise<PatientRecord[]> =>
  ids.length === 0
    ? []
    : patients(query)
        .where('id', 'in', [...new Set(ids)])
        .where('project_id', 'in', query.selectFrom('project_member').select('project_id').where('user_id', '=', userId))
        .execute();
