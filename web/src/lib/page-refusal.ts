/** The message for a role that may not open a page, and the way to choose another role. */
import type { RoleConfig } from '@echometry/contract/records/role.ts';
import { rolesOfPage } from '@echometry/contract/rules/pages.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { messages } from './messages.ts';

/** Names of the roles that have a page: 'the role Reviewer', 'one of the roles Editor, Viewer'; null where everybody has it. */
export function neededRoles(page: string): string | null {
  const roles = rolesOfPage(page);
  if (roles === null) return null;
  const names = roles.map((role) => ROLE_CONFIGS[role].name_to_show);
  return names.length === 1 ? messages.page.oneRole(names.join()) : messages.page.roles(names);
}

/** @param held roles of the person */
export function pageRefusal(page: string, held: readonly Pick<RoleConfig, 'role'>[]): { text: string; isHeld: boolean } {
  const isHeld = held.some(({ role }) => rolesOfPage(page)?.includes(role) ?? true);
  return { text: `${messages.page.needs(neededRoles(page))} ${isHeld ? messages.page.chooseRole : messages.page.askForRole}`, isHeld };
}

type Requested = Pick<Location, 'pathname' | 'search'>;

/** Address of a page that comes first and then opens the requested page. */
export const firstPath = (
  page: '/accept-terms' | '/user-page' | '/login',
  { pathname, search }: Requested,
  more: Record<string, string> = {},
): string => `${page}?${new URLSearchParams({ ...more, location: pathname.slice(1), params: search.slice(1) })}`;

/** Address of the role chooser for a person whose present role does not have the requested page. */
export const chooserPath = (requested: Requested): string => firstPath('/user-page', requested, { stay: 'true' });
