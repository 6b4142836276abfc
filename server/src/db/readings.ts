import { MODEL_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, sql } from 'kysely';
import { currentPassOf } from './work-lines.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Active people of a project who hold a role there, by e-mail. */
export const peopleInRole = (query: Query, projectId: number, role: RoleName): Promise<{ id: number; email: string }[]> =>
  query
    .selectFrom('user_account')
    .innerJoin('project_member', 'project_member.user_id', 'user_account.id')
    .select(['user_account.id', 'user_account.email'])
    .where('project_member.project_id', '=', projectId)
    .where('user_account.active', '=', 1)
    .where('user_account.user_type', '!=', MODEL_USER_TYPE)
    .where((where) =>
      where.exists(
        where
          .selectFrom('role_grant')
          .select('role_grant.id')
          .whereRef('role_grant.user_id', '=', 'user_account.id')
          .where('role_grant.role', '=', role)
          .where((grant) => grant.or([grant('role_grant.project_id', 'is', null), grant('role_grant.project_id', '=', projectId)])),
      ),
    )
    .orderBy('user_account.email')
    .execute();

/** Blind readings of a project in the pass each reader is in, the newest first: of what was saved, and of what was assigned since. */
export async function readingsOfProject(query: Query, projectId: number, limit: number) {
  const columns = ['study.study_id', 'patient.patient_show', 'study.study_date', 'user_account.email as reader'] as const;
  const saved = await query
    .selectFrom('analysis_head')
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
    .leftJoin('work_line', (join) =>
      join
        .onRef('work_line.study_id', '=', 'analysis_head.study_id')
        .onRef('work_line.editor_id', '=', 'analysis_head.editor_id')
        .onRef('work_line.blind', '=', 'analysis_head.blind')
        .onRef('work_line.pass', '=', 'analysis_head.pass'),
    )
    .leftJoin('user_account as assigner', 'assigner.id', 'work_line.assigned_by')
    .select([...columns, 'analysis_head.pass', 'analysis_head.updated_at', 'work_line.assigned_at', 'assigner.email as assigned_by'])
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('analysis_head.blind', '=', 1)
    .where('analysis_head.pass', '=', currentPassOf('analysis_head'))
    .orderBy('analysis_head.updated_at', 'desc')
    .limit(limit)
    .execute();
  const waiting = await query
    .selectFrom('work_line')
    .innerJoin('study', 'study.id', 'work_line.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('user_account', 'user_account.id', 'work_line.editor_id')
    .innerJoin('user_account as assigner', 'assigner.id', 'work_line.assigned_by')
    .select([...columns, 'work_line.pass', 'work_line.assigned_at', 'assigner.email as assigned_by'])
    .select(sql<number | null>`null`.as('updated_at'))
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('work_line.blind', '=', 1)
    .where(sql<boolean>`not exists (select 1 from analysis_head h where h.study_id = work_line.study_id and h.editor_id = work_line.editor_id
      and h.blind = 1 and h.pass = work_line.pass)`)
    .orderBy('work_line.assigned_at', 'desc')
    .limit(limit)
    .execute();
  return [...waiting, ...saved];
}
