import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import { ROLE_NAMES } from '@echometry/contract/records/role.ts';
import { recordAct } from './audit.ts';
import type { Db } from './connect.ts';

/**
 * Earlier versions could grant a role of the whole workspace in one project, where it administered the whole workspace all the
 * same. Such grants become what they were in effect, each with an act in the audit.
 */
export async function widenWorkspaceRoles(db: Db): Promise<void> {
  const roles = ROLE_NAMES.filter(isWorkspaceRole);
  const narrow = db.query
    .selectFrom('role_grant')
    .innerJoin('user_account', 'user_account.id', 'role_grant.user_id')
    .innerJoin('project', 'project.id', 'role_grant.project_id')
    .select(['role_grant.id', 'role_grant.user_id', 'role_grant.role', 'role_grant.reviews_to', 'user_account.email', 'project.key'])
    .where('role_grant.role', 'in', roles)
    .orderBy('role_grant.id');
  if ((await narrow.executeTakeFirst()) === undefined) return;
  await db.query.transaction().execute(async (query) => {
    for (const grant of await narrow.execute()) {
      const dropped = await query.deleteFrom('role_grant').where('id', '=', grant.id).returning('id').execute();
      // Another server that started at the same time was faster.
      if (dropped.length === 0) continue;
      const wide = await query
        .selectFrom('role_grant')
        .select('id')
        .where('user_id', '=', grant.user_id)
        .where('role', '=', grant.role)
        .where('project_id', 'is', null)
        .executeTakeFirst();
      if (wide === undefined)
        await query
          .insertInto('role_grant')
          .values({ user_id: grant.user_id, project_id: null, role: grant.role, reviews_to: grant.reviews_to })
          .execute();
      await recordAct(query, db.dialect, {
        at: Date.now(),
        actorId: null,
        role: null,
        act: 'role-granted',
        studyId: null,
        subject: grant.email,
        detail: { role: grant.role, project: null, was_in_project: grant.key },
      });
    }
  });
}
