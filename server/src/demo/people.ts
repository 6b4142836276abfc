import type { RoleName } from '@echometry/contract/records/role.ts';

/** A person of the demo workspace: named by role, because no real person is meant. */
export interface DemoPerson {
  email: string;
  name: string;
  family_names: string;
  roles: readonly RoleName[];
  is_test?: boolean;
  /** Reviewers whose differences this person settles. */
  settles?: readonly string[];
}

const person = (account: string, family_names: string, ...roles: RoleName[]): DemoPerson => ({
  email: `${account}@demo`,
  name: 'Demo',
  family_names,
  roles,
});

/** Ids of the demo's people by e-mail. */
export type People = ReadonlyMap<string, number>;

export const EDITOR = 'editor@demo';
export const SECOND_EDITOR = 'editor2@demo';
export const BLIND_EDITOR = 'blind@demo';
export const REVIEWER = 'reviewer@demo';
export const ADMINISTRATOR = 'admin@demo';

/** One for every role, a second editor for conflicts, and one who has several roles. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('editor', 'Editor', 'Editor'),
  person('editor2', 'Second Editor', 'Editor'),
  person('blind', 'Blind Editor', 'Ground-truth generator'),
  person('viewer', 'Viewer', 'Viewer'),
  person('reviewer', 'Reviewer', 'Reviewer'),
  { ...person('consensus', 'Consensus Reviewer', 'Reviewer'), settles: [REVIEWER, 'several@demo'] },
  person('data', 'Data Scientist', 'Data scientist'),
  person('several', 'Several Roles', 'Editor', 'Viewer', 'Reviewer', 'Data scientist'),
  person('patients', 'Patient Browser', 'Patient browser'),
  person('explorer', 'Explorer', 'Explorer app'),
  person('prisma-support', 'Decision Support', 'Prisma decision support'),
  person('prisma-review', 'Study Review', 'Prisma study review'),
  person('prisma-data', 'Data Manager', 'Prisma data manager'),
  person('admin', 'Administrator', 'Admin'),
];

/** Editors whose analyses the demo's reviewers see. */
export const REVIEWED_EDITORS: readonly string[] = [EDITOR, SECOND_EDITOR, BLIND_EDITOR];
