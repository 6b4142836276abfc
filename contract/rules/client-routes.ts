/**
 * Exact addresses of pages (docs/specification.md#platform-2), including the administration, the inbox and courses; the server returns the page for
 * these and for no others.
 */
export const CLIENT_ROUTES = [
  '/',
  '/login',
  '/accept-terms',
  '/user-page',
  '/tasks',
  '/inbox',
  '/courses',
  '/feedback',
  '/export',
  '/studies',
  '/selection',
  '/preview',
  '/overview',
  '/reference',
  '/cycletiming',
  '/segmentation',
  '/measurements',
  '/prisma-review',
  '/prisma-data',
  '/review',
  '/validation',
  '/administration/projects',
  '/administration/people',
  '/administration/configuration',
  '/administration/imports',
  '/administration/jobs',
  '/administration/storage',
  '/administration/audit',
] as const;
export type ClientRoute = (typeof CLIENT_ROUTES)[number];

/** Addresses that show the picture of an image: what that needs is fetched with the page, and everything else after it. */
export const PICTURE_ROUTES: readonly string[] = [
  '/selection',
  '/overview',
  '/cycletiming',
  '/segmentation',
  '/validation',
  '/feedback',
  '/prisma-review',
] satisfies ClientRoute[];
