/** Landing pages of the roles and the exact routes (docs/specification.md#platform-2). */
import type { RoleConfig } from '@echometry/contract/records/role.ts';

/** Roles of linked applications are offered where the installation names their address; every other role has a page. */
export const hasLandingPage = (role: Pick<RoleConfig, 'redirect2page'>): boolean => role.redirect2page !== null;

/** Where choosing a role leads: a page of this product, or the whole address of a linked application. */
export const landingPath = (role: RoleConfig): string => {
  const page = `${role.new_tab ? '' : '/'}${role.redirect2page ?? ''}`;
  if (!role.redirect_params) return page;
  // The configured address of an application may have a query.
  return `${page}${page.includes('?') ? '&' : '?'}${role.redirect_params}`;
};

/** The user manual, separate pages next to the program. */
export const MANUAL_PATH = '/manual/index.html';
/** First section of the administration. */
export const ADMINISTRATION_HOME = '/administration/projects';
