import type { Person } from '@echometry/contract/records/user.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import type { Kysely } from 'kysely';
import { markWorkUnlisted } from './list-marks.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export interface UserRow {
  id: number;
  person: Person;
  is_test: boolean;
}

export interface NewUser {
  email: string;
  name: string;
  family_names: string;
  user_type?: string;
  is_test?: boolean;
}

const isRoleName = (text: string): text is RoleName => (ROLE_NAMES as readonly string[]).includes(text);

/** What `userOf` reads of an account. */
export const USER_COLUMNS = ['user_account.id', 'email', 'name', 'family_names', 'user_type', 'is_test'] as const;

type Row = { id: number; email: string; name: string; family_names: string; user_type: string; is_test: 0 | 1 };

export const userOf = (row: Row): UserRow => ({
  id: row.id,
  person: { email: row.email, name: row.name, family_names: row.family_names, user_type: row.user_type },
  is_test: row.is_test === 1,
});

/** An active user by e-mail. */
export async function findUser(query: Query, email: string): Promise<UserRow | null> {
  const row = await query
    .selectFrom('user_account')
    .select(USER_COLUMNS)
    .where('email', '=', email)
    .where('active', '=', 1)
    .executeTakeFirst();
  return row ? userOf(row) : null;
}

export async function findUserById(query: Query, id: number): Promise<UserRow | null> {
  const row = await query.selectFrom('user_account').select(USER_COLUMNS).where('id', '=', id).where('active', '=', 1).executeTakeFirst();
  return row ? userOf(row) : null;
}

/** An account by e-mail, disabled ones too. */
export async function findAccount(query: Query, email: string): Promise<(UserRow & { active: boolean }) | null> {
  const row = await query
    .selectFrom('user_account')
    .select([...USER_COLUMNS, 'active'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ? { ...userOf(row), active: row.active === 1 } : null;
}

export async function listUsers(query: Query): Promise<UserRow[]> {
  const rows = await query.selectFrom('user_account').select(USER_COLUMNS).where('active', '=', 1).orderBy('id').execute();
  return rows.map(userOf);
}

export async function createUser(query: Query, user: NewUser, now: number): Promise<number> {
  const row = await query
    .insertInto('user_account')
    .values({
      email: user.email,
      name: user.name,
      family_names: user.family_names,
      user_type: user.user_type ?? 'researcher',
      is_test: user.is_test ? 1 : 0,
      active: 1,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setActive(query: Query, userId: number, active: boolean): Promise<void> {
  await query
    .updateTable('user_account')
    .set({ active: active ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

export async function setTestUser(query: Query, userId: number, isTest: boolean): Promise<void> {
  await query
    .updateTable('user_account')
    .set({ is_test: isTest ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  await markWorkUnlisted(query, userId);
}

/** Grants a role, in one project or (null) wherever the user is a member. */
export async function grantRole(
  query: Query,
  userId: number,
  role: RoleName,
  projectId: number | null = null,
  reviewsTo: readonly string[] = [],
): Promise<void> {
  await query
    .insertInto('role_grant')
    .values({ user_id: userId, project_id: projectId, role, reviews_to: JSON.stringify(reviewsTo) })
    .execute();
}

export async function revokeRole(query: Query, userId: number, role: RoleName): Promise<void> {
  await query.deleteFrom('role_grant').where('user_id', '=', userId).where('role', '=', role).execute();
}

/** Roles a user holds anywhere, in the order of the role chooser. */
export async function rolesOf(query: Query, userId: number): Promise<RoleName[]> {
  const rows = await query.selectFrom('role_grant').select('role').where('user_id', '=', userId).distinct().execute();
  const held = rows.map((r) => r.role).filter(isRoleName);
  return ROLE_NAMES.filter((name) => held.includes(name));
}

/** Does the user hold the role in this project? Returns the editors whose work it reviews, or null without the role. */
export async function roleInProject(
  query: Query,
  userId: number,
  role: RoleName,
  projectId: number,
): Promise<{ reviewsTo: string[] } | null> {
  const rows = await query
    .selectFrom('role_grant')
    .select('reviews_to')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .where((where) => where.or([where('project_id', 'is', null), where('project_id', '=', projectId)]))
    .execute();
  if (rows.length === 0) return null;
  return { reviewsTo: [...new Set(rows.flatMap((r) => JSON.parse(r.reviews_to) as string[]))] };
}

export async function acceptedTerms(query: Query, userId: number): Promise<Record<string, number>> {
  const rows = await query.selectFrom('terms_acceptance').select(['version', 'accepted_at']).where('user_id', '=', userId).execute();
  return Object.fromEntries(rows.map((r) => [r.version, r.accepted_at]));
}

/** Records an acceptance once; a later one of the same version keeps the first time. */
export async function acceptTerms(query: Query, userId: number, version: string, now: number): Promise<void> {
  await query
    .insertInto('terms_acceptance')
    .values({ user_id: userId, version, accepted_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .execute();
}
