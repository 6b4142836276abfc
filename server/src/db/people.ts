import type { AdministeredPerson, Invitation } from '@echometry/contract/records/people.ts';
import type { Kysely } from 'kysely';
import { grantsOf } from './invited-grants.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Rows by the person they belong to. */
function byUser<T extends { user_id: number }>(rows: readonly T[]): (userId: number) => T[] {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.user_id);
    if (group === undefined) groups.set(row.user_id, [row]);
    else group.push(row);
  }
  return (userId) => groups.get(userId) ?? [];
}

const grants = (query: Query) =>
  query
    .selectFrom('role_grant')
    .leftJoin('project', 'project.id', 'role_grant.project_id')
    .select(['role_grant.user_id', 'role_grant.role', 'role_grant.reviews_to', 'project.key'])
    .orderBy('role_grant.id')
    .execute();

const memberships = (query: Query) =>
  query
    .selectFrom('project_member')
    .innerJoin('project', 'project.id', 'project_member.project_id')
    .leftJoin('project_test_user', (join) =>
      join
        .onRef('project_test_user.project_id', '=', 'project_member.project_id')
        .onRef('project_test_user.user_id', '=', 'project_member.user_id'),
    )
    .select(['project_member.user_id', 'project.key', 'project_test_user.user_id as tester'])
    .orderBy('project.id')
    .execute();

const countsOf = (query: Query, now: number) =>
  Promise.all([
    query
      .selectFrom('session')
      .select(['user_id', (e) => e.fn.countAll().as('n')])
      .where('sign_in_hash', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .groupBy('user_id')
      .execute(),
    query
      .selectFrom('recovery_code')
      .select(['user_id', (e) => e.fn.countAll().as('n')])
      .where('used_at', 'is', null)
      .groupBy('user_id')
      .execute(),
    query.selectFrom('totp_device').select('user_id').execute(),
    query.selectFrom('identity').select('user_id').execute(),
  ]);

/** Everybody with an account, by e-mail. */
export async function listPeople(query: Query, now: number): Promise<AdministeredPerson[]> {
  const [users, roles, members, [signIns, codes, paired, foreign]] = await Promise.all([
    query.selectFrom('user_account').selectAll().orderBy('email').execute(),
    grants(query),
    memberships(query),
    countsOf(query, now),
  ]);
  const [rolesOf, projectsOf, signInsOf, codesOf] = [byUser(roles), byUser(members), byUser(signIns), byUser(codes)];
  const [withApp, withIdentity] = [paired, foreign].map((rows) => new Set(rows.map(({ user_id }) => user_id))) as [
    Set<number>,
    Set<number>,
  ];
  return users.map((user) => ({
    email: user.email,
    name: user.name,
    family_names: user.family_names,
    user_type: user.user_type,
    active: user.active === 1,
    is_test: user.is_test === 1,
    created_at: user.created_at,
    last_seen_at: user.last_seen_at,
    second_factor: withApp.has(user.id) ? 'authenticator' : withIdentity.has(user.id) ? 'foreign' : 'none',
    recovery_codes_left: Number(codesOf(user.id)[0]?.n ?? 0),
    sign_ins: Number(signInsOf(user.id)[0]?.n ?? 0),
    roles: rolesOf(user.id).map(({ role, key, reviews_to }) => ({ role, project: key, reviews_to: JSON.parse(reviews_to) as string[] })),
    projects: projectsOf(user.id).map(({ key, tester }) => ({ project: key, is_test: tester !== null })),
  }));
}

/** Pending invitations, without their codes. */
export async function waitingInvitations(query: Query, now: number): Promise<Invitation[]> {
  const rows = await query
    .selectFrom('one_time_link')
    .select(['email', 'grants', 'created_at', 'expires_at'])
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('email')
    .execute();
  return rows.flatMap(({ email, grants: given, created_at, expires_at }) =>
    email === null ? [] : [{ email, created_at, expires_at, grants: grantsOf(given) }],
  );
}

/** Takes an invitation back; false when there is none that waits. */
export async function dropInvitation(query: Query, email: string, now: number): Promise<boolean> {
  const dropped = await query
    .deleteFrom('one_time_link')
    .where('kind', '=', 'invitation')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('email')
    .execute();
  return dropped.length > 0;
}

/** Puts a grant in the place of the one of the same role and project. */
export async function replaceGrant(
  query: Query,
  grant: { userId: number; role: AdministeredPerson['roles'][number]['role']; projectId: number | null; reviewsTo: readonly string[] },
): Promise<void> {
  await dropGrant(query, grant);
  await query
    .insertInto('role_grant')
    .values({ user_id: grant.userId, project_id: grant.projectId, role: grant.role, reviews_to: JSON.stringify(grant.reviewsTo) })
    .execute();
}

/** Takes the grant of a role away: in one project, or (null) the grant for all projects of the person. */
export async function dropGrant(
  query: Query,
  { userId, role, projectId }: { userId: number; role: AdministeredPerson['roles'][number]['role']; projectId: number | null },
): Promise<boolean> {
  const all = query.deleteFrom('role_grant').where('user_id', '=', userId).where('role', '=', role);
  const dropped = await (projectId === null ? all.where('project_id', 'is', null) : all.where('project_id', '=', projectId))
    .returning('id')
    .execute();
  return dropped.length > 0;
}
