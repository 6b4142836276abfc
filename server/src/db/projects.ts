import { Project, type ProjectSummary } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Db } from './connect.ts';
import { markWorkUnlisted } from './list-marks.ts';
import type { Database } from './schema.ts';
import { studiesWithPatient } from './studies.ts';
import { together } from './together.ts';

type Query = Kysely<Database>;

export interface ProjectRow {
  id: number;
  project: Project;
}

/** The last document of each project that was checked: every call reads its project, and a project seldom changes. */
const checked = new Map<number, { document: string; project: Project }>();

/** Stored JSON is checked like anything from outside; an older shape must be migrated, not guessed. */
function projectOf(row: { id: number; document: string }): ProjectRow {
  const known = checked.get(row.id);
  if (known?.document === row.document) return { id: row.id, project: known.project };
  const project = Value.Parse(Project, JSON.parse(row.document));
  checked.set(row.id, { document: row.document, project });
  return { id: row.id, project };
}

/** Makes a project as its version 1; `by` is absent for automatic projects. */
export async function createProject(query: Query, project: Project, by?: { userId: number | null; now: number }): Promise<number> {
  const row = await query
    .insertInto('project')
    .values({
      key: project._id,
      db_name: project.db_name,
      cloud_system: project.cloud_system,
      bucket: project.bucket,
      document: JSON.stringify(project),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const saved = { saved_by: by?.userId ?? null, saved_at: by?.now ?? null };
  await query
    .insertInto('project_version')
    .values({ project_id: row.id, version: 1, document: JSON.stringify(project), ...saved })
    .execute();
  return row.id;
}

export async function addMember(query: Query, projectId: number, userId: number): Promise<void> {
  await query
    .insertInto('project_member')
    .values({ project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .execute();
}

export async function removeMember(query: Query, projectId: number, userId: number): Promise<void> {
  await query.deleteFrom('project_member').where('project_id', '=', projectId).where('user_id', '=', userId).execute();
}

/** Name of a project: its `_id`, its `db_name` or its number here. */
export type ProjectName = { key: string } | { dbName: string } | { id: number };

const columnOf = (by: ProjectName) =>
  'key' in by
    ? (['project.key', by.key] as const)
    : 'id' in by
      ? (['project.id', by.id] as const)
      : (['project.db_name', by.dbName] as const);

const projectNamed = (query: Query, by: ProjectName) => {
  const [column, value] = columnOf(by);
  return query.selectFrom('project').select(['id', 'document']).where(column, '=', value);
};

/** A project by one of its names. */
export async function findProject(query: Query, by: ProjectName): Promise<ProjectRow | null> {
  const row = await projectNamed(query, by).executeTakeFirst();
  return row ? projectOf(row) : null;
}

/** A project by the number of its row. */
export async function findProjectById(query: Query, id: number): Promise<ProjectRow | null> {
  const row = await query.selectFrom('project').select(['id', 'document']).where('id', '=', id).executeTakeFirst();
  return row ? projectOf(row) : null;
}

/** A person in one role. */
export interface Member {
  userId: number;
  role: RoleName;
}

/** Permissions of a member in a project in one role. */
export interface Membership {
  /** Editors whose work the role reviews. */
  reviewsTo: string[];
  /** The project counts this person among its test users. */
  isTestUser: boolean;
}

/** Grants of a role to a person in a project that they are a member of. */
const grantsIn = (query: Query, by: ProjectName, { userId, role }: Member) => {
  const [column, value] = columnOf(by);
  return query
    .selectFrom('project')
    .innerJoin('project_member', 'project_member.project_id', 'project.id')
    .innerJoin('role_grant', 'role_grant.user_id', 'project_member.user_id')
    .leftJoin('project_test_user', (join) =>
      join
        .onRef('project_test_user.project_id', '=', 'project_member.project_id')
        .onRef('project_test_user.user_id', '=', 'project_member.user_id'),
    )
    .select(['role_grant.reviews_to', 'project_test_user.user_id as tester'])
    .where(column, '=', value)
    .where('project_member.user_id', '=', userId)
    .where('role_grant.role', '=', role)
    .where((where) => where.or([where('role_grant.project_id', 'is', null), where('role_grant.project_id', '=', where.ref('project.id'))]));
};

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantsIn>['execute']>>[number];

function membershipFrom(rows: readonly GrantRow[]): Membership | null {
  if (rows.length === 0) return null;
  const reviewsTo = new Set(rows.flatMap(({ reviews_to }) => JSON.parse(reviews_to) as string[]));
  return { reviewsTo: [...reviewsTo], isTestUser: rows.some(({ tester }) => tester !== null) };
}

/** A project by one of its names with the membership of a person who holds a role in it; null without either. */
export async function projectOfMember(
  query: Query,
  by: ProjectName,
  member: Member,
): Promise<{ found: ProjectRow; membership: Membership | null } | null> {
  const [[project], grants] = await together(query, projectNamed(query, by), grantsIn(query, by, member));
  return project === undefined ? null : { found: projectOf(project), membership: membershipFrom(grants) };
}

/** The same with a study of the project. */
export async function studyOfMember(query: Query, by: ProjectName, member: Member, studyId: string) {
  const [column, value] = columnOf(by);
  const named = studiesWithPatient(query)
    .innerJoin('project', 'project.id', 'study.project_id')
    .where(column, '=', value)
    .where('study.study_id', '=', studyId);
  const [[project], grants, [study]] = await together(query, projectNamed(query, by), grantsIn(query, by, member), named);
  if (project === undefined) return null;
  return { found: projectOf(project), membership: membershipFrom(grants), study: study ?? null };
}

/** Adds an extra test user to a project, or takes the mark away (docs/specification.md#platform-6). */
export async function markTestUser(query: Query, projectId: number, userId: number, marked: boolean): Promise<void> {
  if (marked)
    await query
      .insertInto('project_test_user')
      .values({ project_id: projectId, user_id: userId })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
      .execute();
  else await query.deleteFrom('project_test_user').where('project_id', '=', projectId).where('user_id', '=', userId).execute();
  await markWorkUnlisted(query, userId);
}

export async function listProjects(query: Query): Promise<ProjectRow[]> {
  const rows = await query.selectFrom('project').select(['id', 'document']).orderBy('id').execute();
  return rows.map(projectOf);
}

/**
 * Projects of one cloud a user is a member of; projects of another cloud are not offered (docs/contracts.md, docs/specification.md#platform-5).
 * @param only numbers of the projects to choose from; null for all
 */
export async function projectsOf(query: Query, userId: number, cloud: string, only: ReadonlySet<number> | null): Promise<ProjectSummary[]> {
  const rows = await query
    .selectFrom('project')
    .innerJoin('project_member', 'project_member.project_id', 'project.id')
    .select(['project.id', 'project.document'])
    .where('project_member.user_id', '=', userId)
    .where('project.cloud_system', '=', cloud)
    .orderBy('project.id')
    .execute();
  const included = rows.filter(({ id }) => only === null || only.has(id));
  return included.map(projectOf).map(({ project: p }) => ({
    _id: p._id,
    db_name: p.db_name,
    name_to_show: p.name_to_show,
    description: p.description,
    area: p.area,
    cloud_system: p.cloud_system,
  }));
}

/** Projects with work that is newer than their statistics, or that have work and no statistics. */
export async function changedProjects(query: Query): Promise<number[]> {
  const rows = await query
    .selectFrom('study')
    .innerJoin('analysis_head', 'analysis_head.study_id', 'study.id')
    .leftJoin('project_statistics', 'project_statistics.project_id', 'study.project_id')
    .select('study.project_id')
    .groupBy('study.project_id')
    .having((having) =>
      having.or([
        having(having.fn.max('project_statistics.made_at'), 'is', null),
        having(having.fn.max('analysis_head.updated_at'), '>', having.fn.max('project_statistics.made_at')),
      ]),
    )
    .orderBy('study.project_id')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Files of one project are recorded one at a time. SQLite writes that way anyway; PostgreSQL needs a lock for it. */
export async function lockProject(db: Pick<Db, 'dialect'>, query: Query, projectId: number): Promise<void> {
  const lock = query.selectFrom('project').select('id').where('id', '=', projectId);
  await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
}
