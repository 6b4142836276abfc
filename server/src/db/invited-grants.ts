import { Grants } from '@echometry/contract/records/people.ts';
import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import { Value } from 'typebox/value';

/** Grants of a stored invitation. One of an earlier version may name a project with a role of the whole workspace. */
export function grantsOf(stored: string): Grants {
  const grants = Value.Parse(Grants, JSON.parse(stored));
  return { ...grants, roles: grants.roles.map((held) => (isWorkspaceRole(held.role) ? { ...held, project: null } : held)) };
}
