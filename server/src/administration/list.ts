import { isWithoutSignIn } from '@echometry/contract/rules/account-kinds.ts';
import type { Kysely } from 'kysely';
import { listProjects } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { openInvitations } from '../login/one-time-links.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Projects, people with what they may do, and invitations that wait. */
export async function listAll(query: Kysely<Database>, now: number): Promise<CommandAnswer> {
  const [projects, users, grants, members, paired, invitations] = await Promise.all([
    listProjects(query),
    query
      .selectFrom('user_account')
      .select(['id', 'email', 'name', 'family_names', 'user_type', 'is_test', 'active'])
      .orderBy('email')
      .execute(),
    query
      .selectFrom('role_grant')
      .leftJoin('project', 'project.id', 'role_grant.project_id')
      .select(['user_id', 'role', 'project.key'])
      .orderBy('role')
      .execute(),
    query
      .selectFrom('project_member')
      .innerJoin('project', 'project.id', 'project_member.project_id')
      .select(['user_id', 'project.key'])
      .orderBy('project.key')
      .execute(),
    query.selectFrom('totp_device').select('user_id').execute(),
    openInvitations(query, now),
  ]);
  const withFactor = new Set(paired.map((p) => p.user_id));
  const people = users.map((user) => ({
    email: user.email,
    user_type: user.user_type,
    name: `${user.name} ${user.family_names}`.trim(),
    active: user.active === 1,
    is_test: user.is_test === 1,
    has_second_factor: withFactor.has(user.id),
    roles: grants.filter((g) => g.user_id === user.id).map((g) => (g.key === null ? g.role : `${g.role} (${g.key})`)),
    projects: members.filter((m) => m.user_id === user.id).map((m) => m.key),
  }));
  const lines = [
    `Projects: ${projects.map((p) => p.project._id).join(', ') || 'none'}`,
    ...people.map((p) =>
      [
        p.email,
        p.name,
        p.roles.join(', ') || 'no role',
        p.projects.join(', ') || 'no project',
        ...(p.active ? [] : ['disabled']),
        ...(p.is_test ? ['test user'] : []),
        ...(isWithoutSignIn(p.user_type) ? [p.user_type] : p.has_second_factor ? [] : ['no second factor yet']),
      ].join(' · '),
    ),
    ...invitations.map((i) => `${i.email} · invited, until ${dayOf(i.expires_at)}`),
  ];
  return { lines, data: { projects: projects.map((p) => p.project), people, invitations } };
}
