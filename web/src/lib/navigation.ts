/** Landing pages of the roles and the exact routes (platform 2). */
import type { RoleConfig } from '@echometry/contract/records/role.ts';

/** Every route of the specification; other paths are not shown. */
export const ROUTES = [
  '/', '/login', '/accept-terms', '/user-page', '/tasks', '/export', '/studies', '/selection', '/preview', '/overview', '/reference', '/cycletiming',
  '/segmentation', '/measurements', '/prisma-review', '/prisma-data', '/review', '/validation',
] as const;

/** Pages that exist for landing on; roles that land elsewhere are not offered yet. */
const FINISHED_PAGES: readonly string[] = ['studies'];

export const hasLandingPage = (role: RoleConfig): boolean => role.redirect2page !== null && FINISHED_PAGES.includes(role.redirect2page);

export const landingPath = (role: RoleConfig): string => `/${role.redirect2page ?? ''}${role.redirect_params ? `?${role.redirect_params}` : ''}`;
