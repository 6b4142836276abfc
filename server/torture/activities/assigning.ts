import type { AssignmentPlan } from '@echometry/contract/records/assignment.ts';
import { MAX_PLAN_READERS } from '@echometry/contract/records/assignment.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import type { Db } from '../../src/db/connect.ts';
import { addMember, createProject } from '../../src/db/projects.ts';
import { acceptTerms, createUser, grantRole } from '../../src/db/users.ts';
import { NOON, PROJECT } from '../../test/world.ts';

/** A project of many studies without work, and of as many blind readers as a plan names. */
export const LARGE = { ...PROJECT, _id: 'large', db_name: 'large_db', name_to_show: 'Large' };
const READERS = Array.from({ length: MAX_PLAN_READERS }, (_, n) => `blind${n}@large`);
/** One of them. */
export const READER = READERS[0] ?? '';
/** Rows of one insert: below the number of parameters either database takes. */
const BATCH = 500;

export const LARGE_PLAN: AssignmentPlan = {
  role: 'Ground-truth generator',
  readers: READERS,
  per_study: 2,
  strata: ['age-group', 'site', 'quality'],
  due_on: null,
  repeats: { share: 0.2, after_days: 14 },
  gold: null,
};

/** Makes the project. */
export async function addLargeProject({ query }: Db, studies: number): Promise<void> {
  const project = await createProject(query, LARGE);
  for (const email of READERS) {
    const id = await createUser(query, { email, name: 'Test', family_names: email }, NOON);
    await grantRole(query, id, LARGE_PLAN.role, null, []);
    await acceptTerms(query, id, TERMS_VERSION, NOON);
    await addMember(query, project, id);
  }
  for (let first = 0; first < studies; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, studies - first) }, (_, n) => first + n);
    const patients = await query
      .insertInto('patient')
      .values(
        numbers.map((n) => ({
          project_id: project,
          patient_key: `large ${n}`,
          patient_show: `${'ABCD'.charAt(n % 4)}-${n}`,
          date_shift_days: 0,
        })),
      )
      .returning('id')
      .execute();
    await query
      .insertInto('study')
      .values(
        patients.map(({ id }) => ({
          project_id: project,
          patient_id: id,
          study_id: `${id}_20250101`,
          study_date: '20250101',
          study_instance_uid: `2.25.11.${id}`,
          data_type: 'adult' as const,
          active: 1 as const,
          created_at: NOON,
        })),
      )
      .execute();
  }
}
