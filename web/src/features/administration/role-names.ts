import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';

/** Roles to choose from, by the names people read. */
export const ROLE_OPTIONS: { value: RoleName; label: string }[] = ROLE_NAMES.map((role) => ({
  value: role,
  label: ROLE_CONFIGS[role].name_to_show,
}));

/** Roles that read only the work of named editors. */
export const reviewsOthers = (role: RoleName): boolean => role === 'Reviewer' || role === 'Admin' || role === 'Prisma study review';

/** Choice of the place of a role that is every project of the person. */
export const EVERYWHERE = '*';
