import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

type Query = Kysely<Database>;

/** A person's permissions in one project. */
export interface ProjectStanding {
  roles: ReadonlySet<RoleName>;
  /** Editors whose work they read as Reviewer. */
  reviews: ReadonlySet<string>;
  /** Their work counts as a test. */
  isTester: boolean;
}

/** A person's permissions, by the row of the project; nothing at all while the account is disabled. */
export type Standing = ReadonlyMap<number, ProjectStanding>;

/** Reads what a person may do now. Comparing two of them, from before and after a change, shows what it removes and gives. */
export async function standingOf(query: Query, userId: number): Promise<Standing> {
  const account = await query.selectFrom('user_account').select(['active', 'is_test']).where('id', '=', userId).executeTakeFirstOrThrow();
  if (account.active === 0) return new Map();
  const [members, grants, tests] = await Promise.all([
    query.selectFrom('project_member').select('project_id').where('user_id', '=', userId).execute(),
    query.selectFrom('role_grant').select(['role', 'project_id', 'reviews_to']).where('user_id', '=', userId).execute(),
    query.selectFrom('project_test_user').select('project_id').where('user_id', '=', userId).execute(),
  ]);
  const tested = new Set(tests.map(({ project_id }) => project_id));
  return new Map(
    members.map(({ project_id }) => {
      const held = grants.filter((grant) => grant.project_id === null || grant.project_id === project_id);
      const reviews = held.filter(({ role }) => role === 'Reviewer').flatMap(({ reviews_to }) => JSON.parse(reviews_to) as string[]);
      return [
        project_id,
        {
          roles: new Set(held.map(({ role }) => role)),
          reviews: new Set(reviews),
          isTester: account.is_test === 1 || tested.has(project_id),
        },
      ];
    }),
  );
}

/** Projects in which a person had something before that they have no more. */
export const lostIn = (before: Standing, after: Standing, has: (standing: ProjectStanding) => boolean): number[] =>
  [...before].flatMap(([project, standing]) => {
    const now = after.get(project);
    return has(standing) && !(now !== undefined && has(now)) ? [project] : [];
  });
