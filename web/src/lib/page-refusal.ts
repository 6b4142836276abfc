/** The message for a role that may not open a page, and the way to choose another role. */
import type { RoleConfig } from '@echometry/contract/records/role.ts';
import { rolesOfPage } from '@echometry/contract/rules/pages.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { URL_NOT_COMPATIBLE } from './go-to-page.ts';

/** Names of the roles that have a page: 'the role Reviewer', 'one of the roles Editor, Viewer'; null where everybody has it. */
export function neededRoles(page: string): string | null {
  const roles = rolesOfPage(page);
  if (roles === null) return null;
  const names = roles.map((role) => ROLE_CONFIGS[role].name_to_show);
  return names.length === 1 ? `the role ${names[0] ?? ''}` : `one of the roles ${names.join(', ')}`;
}

/** @param held roles of the person */
export function pageRefusal(page: string, held: readonly Pick<RoleConfig, 'role'>[]): { text: string; isHeld: boolean } {
  const isHeld = held.some(({ role }) => rolesOfPage(page)?.includes(role) ?? true);
  const needed = `${URL_NOT_COMPATIBLE}: this page needs ${neededRoles(page) ?? 'another role'}.`;
  return { text: `${needed} ${isHeld ? 'Choose the role to open the page.' : 'Ask an administrator for it.'}`, isHeld };
}

/**
 * Address of the role chooser, which then opens the requested page.
 * @param stay the person has a role, and it is not one for this page
 */
export function chooserPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>, stay: boolean): string {
  const query = new URLSearchParams({ ...(stay ? { stay: 'true' } : {}), location: pathname.slice(1), params: search.slice(1) });
  return `/user-page?${query}`;
}
