/** Jobs that are about a project as a whole. */
export const STATISTICS_KIND = 'statistics';
export const AGREEMENT_KIND = 'agreement';
export const READERS_KIND = 'readers';

/** Kinds that are made of every changed project at night. */
export const NIGHTLY_KINDS = [STATISTICS_KIND, READERS_KIND] as const;
