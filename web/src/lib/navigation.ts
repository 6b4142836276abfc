/** Landing pages of the roles and the exact routes (platform 2). */
import type { RoleConfig } from '@echometry/contract/records/role.ts';

/** Every route of the specification; other paths are not shown. */
export const ROUTES = [
  '/', '/login', '/accept-terms', '/user-page', '/tasks', '/export', '/studies', '/selection', '/preview', '/overview', '/reference', '/cycletiming',
  '/segmentation', '/measurements', '/prisma-review', '/prisma-data', '/review', '/validation',
] as const;

/** Pages that exist for landing on; roles that land elsewhere are not offered yet. */
const FINISHED_PAGES: readonly string[] = ['studies'];

/** Study pages of this version; the others answer that they are not built yet, and nothing leads to them. */
export const BUILT_STUDY_PAGES: readonly string[] = ['preview', 'selection'];

/** Roles of linked applications are offered where the installation names their address. */
export const hasLandingPage = (role: Pick<RoleConfig, 'redirect2page' | 'new_tab'>): boolean =>
  role.redirect2page !== null && (role.new_tab || FINISHED_PAGES.includes(role.redirect2page));

/** Where choosing a role leads: a page of ours, or the whole address of a linked application. */
export const landingPath = (role: RoleConfig): string => {
  const page = `${role.new_tab ? '' : '/'}${role.redirect2page ?? ''}`;
  if (!role.redirect_params) return page;
  // The configured address of an application may have a query of its own.
  return `${page}${page.includes('?') ? '&' : '?'}${role.redirect_params}`;
};

/** The user manual, pages of their own beside the program. */
export const MANUAL_PATH = '/manual/index.html';
