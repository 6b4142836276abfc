/** Jobs that are about a project as a whole. */
export const STATISTICS_KIND = 'statistics';
export const AGREEMENT_KIND = 'agreement';
