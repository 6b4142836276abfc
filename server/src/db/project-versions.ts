import type { AdministeredProject, Saving } from '@echometry/contract/records/administered-project.ts';
import { Project } from '@echometry/contract/records/project.ts';
import { type Kysely, sql } from 'kysely';
import { Value } from 'typebox/value';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

const versions = (query: Query) =>
  query
    .selectFrom('project_version')
    .leftJoin('user_account', 'user_account.id', 'project_version.saved_by')
    .select(['project_version.version', 'project_version.document', 'project_version.saved_at', 'user_account.email as saved_by']);

/** Versions of a project, the newest first. */
export async function versionsOfProject(query: Query, projectId: number, limit: number): Promise<(Saving & { project: Project })[]> {
  const rows = await versions(query)
    .where('project_version.project_id', '=', projectId)
    .orderBy('project_version.version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ document, ...saving }) => ({ ...saving, project: Value.Parse(Project, JSON.parse(document)) }));
}

/** Every project with its newest version and how many studies and members it has. */
export async function projectsWithVersions(query: Query): Promise<AdministeredProject[]> {
  const rows = await query
    .selectFrom('project')
    .innerJoin('project_version', 'project_version.project_id', 'project.id')
    .leftJoin('user_account', 'user_account.id', 'project_version.saved_by')
    .select([
      'project.document',
      'project_version.version',
      'project_version.saved_at',
      'user_account.email as saved_by',
      sql<number>`(select count(*) from study where study.project_id = project.id and study.active = 1)`.as('studies'),
      sql<number>`(select count(*) from project_member where project_member.project_id = project.id)`.as('members'),
    ])
    .whereRef('project_version.version', '=', sql`(select max(one.version) from project_version one where one.project_id = project.id)`)
    .orderBy('project.id')
    .execute();
  return rows.map(({ document, studies, members, ...saving }) => ({
    ...saving,
    project: Value.Parse(Project, JSON.parse(document)),
    studies: Number(studies),
    members: Number(members),
  }));
}

/** Lets saves of one project follow each other until the transaction ends. */
export async function lockProject(query: Query, dialect: Dialect, projectId: number): Promise<void> {
  const row = query.selectFrom('project').select('id').where('id', '=', projectId);
  await (dialect === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow();
}

/** Stores the next version and makes it the project. */
export async function storeProject(
  query: Query,
  projectId: number,
  project: Project,
  saving: { version: number; userId: number; now: number },
): Promise<void> {
  const document = JSON.stringify(project);
  await query
    .insertInto('project_version')
    .values({ project_id: projectId, version: saving.version, document, saved_by: saving.userId, saved_at: saving.now })
    .execute();
  await query
    .updateTable('project')
    .set({ document, cloud_system: project.cloud_system, bucket: project.bucket })
    .where('id', '=', projectId)
    .execute();
}
