import { Type, type Static } from 'typebox';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { COUNTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** How much there is in a project for the caller's role. */
export const ProjectWork = Strict({
  project: Name,
  /** Studies, or for Reviewers analyses, that the role is shown. */
  total: Type.Integer({ minimum: 0 }),
  /** Those with something left to do for the caller; null for roles that only read. */
  left: Nullable(Type.Integer({ minimum: 0 })),
});
export type ProjectWork = Static<typeof ProjectWork>;

/** Counts of every project in which the caller has their role, in the order of their projects. */
export const countWork = defineCall({
  path: 'studies/count_work',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COUNTING_ROLES },
  body: Strict({}),
  answer: Strict({ projects: Type.Array(ProjectWork) }),
});
