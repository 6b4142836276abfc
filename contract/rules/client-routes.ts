/**
 * Exact addresses of pages (docs/specification.md#platform-2), including the administration; the server returns the page for
 * these and for no others.
 */
export const CLIENT_ROUTES = [
  '/',
  '/login',
  '/accept-terms',
  '/user-page',
  '/tasks',
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
