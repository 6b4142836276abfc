import type { RoleName } from '../records/role.ts';
import type { ClientRoute } from './client-routes.ts';
import { ROLE_CONFIGS } from './roles.ts';
import { ADMINISTERING_ROLES, COURSE_ROLES, IMPORTING_ROLES, SAVING_ROLES } from './permissions.ts';

/** Roles with the tabs of a study: preview, selection and what follows; Admin and Data scientist only read there (docs/specification.md#platform-6). */
const STUDY_TABS: readonly RoleName[] = ['Viewer', 'Editor', 'Ground-truth generator', 'Admin', 'Data scientist'];

/** Which roles have a page (docs/specification.md#platform-2 and docs/specification.md#platform-6); null for everybody's. */
const PAGE_ROLES: Readonly<Record<ClientRoute, readonly RoleName[] | null>> = {
  '/': null,
  '/login': null,
  '/accept-terms': null,
  '/user-page': null,
  '/studies': STUDY_TABS,
  '/tasks': ['Editor', 'Ground-truth generator', 'Reviewer'],
  '/inbox': SAVING_ROLES,
  '/courses': COURSE_ROLES,
  '/feedback': COURSE_ROLES,
  '/preview': STUDY_TABS,
  '/selection': STUDY_TABS,
  '/overview': STUDY_TABS,
  '/reference': STUDY_TABS,
  '/cycletiming': STUDY_TABS,
  '/segmentation': STUDY_TABS,
  '/measurements': [...STUDY_TABS, 'Reviewer'],
  '/review': ['Reviewer'],
  '/validation': ['Reviewer'],
  '/export': ['Data scientist'],
  '/prisma-review': ['Prisma study review'],
  '/prisma-data': ['Prisma data manager'],
  '/administration/projects': ADMINISTERING_ROLES,
  '/administration/people': ADMINISTERING_ROLES,
  '/administration/configuration': ADMINISTERING_ROLES,
  '/administration/imports': IMPORTING_ROLES,
  '/administration/jobs': ADMINISTERING_ROLES,
  '/administration/storage': ADMINISTERING_ROLES,
  '/administration/audit': ADMINISTERING_ROLES,
};

/** Roles that have a page; null where everybody has it. */
export const rolesOfPage = (page: string): readonly RoleName[] | null => PAGE_ROLES[page as ClientRoute] ?? null;

export const mayOpenPage = (role: RoleName, page: string): boolean => rolesOfPage(page)?.includes(role) ?? true;

/**
 * The page a role comes back to: reviews for Reviewers, otherwise the studies (docs/specification.md#platform-2, Loading screen);
 * for roles without a list of studies their own landing page.
 */
export function homePage(role: RoleName | null): string {
  if (role === null || mayOpenPage(role, '/studies')) return '/studies';
  const landing = ROLE_CONFIGS[role].redirect2page;
  return landing === null ? '/user-page?stay=true' : `/${landing}`;
}

/** Value of `tab` that shows the statistics of a project in place of a list (docs/specification.md#platform-2, Studies list). */
export const STATISTICS_TAB = 'stats';
