import type { RoleName } from '../records/role.ts';

/**
 * Roles that read studies and analyses (docs/specification.md#platform-6): Admin what Reviewers read, Data scientists what
 * Viewers read (docs/why/login-and-access.md#data-scientists-read-studies-as-viewers-do).
 */
export const READING_ROLES = [
  'Viewer',
  'Editor',
  'Ground-truth generator',
  'Reviewer',
  'Admin',
  'Data scientist',
] as const satisfies readonly RoleName[];

/** Roles that see images of studies; team reviews only those of studies that wait for them. */
export const IMAGE_ROLES = [...READING_ROLES, 'Prisma study review'] as const satisfies readonly RoleName[];

/** Roles that read the list of studies; team reviews see the step of each. */
export const LISTING_ROLES = [...READING_ROLES, 'Prisma study review'] as const satisfies readonly RoleName[];

/** Roles that have a list of projects with what is in each. */
export const COUNTING_ROLES = [...LISTING_ROLES, 'Prisma data manager'] as const satisfies readonly RoleName[];

/** Roles that administer people, projects, configuration and storage of the whole workspace. */
export const ADMINISTERING_ROLES = ['Admin'] as const satisfies readonly RoleName[];

/** Roles that administer the whole workspace: a single project cannot grant them. */
export const isWorkspaceRole = (role: RoleName): boolean => (ADMINISTERING_ROLES as readonly RoleName[]).includes(role);

/** Roles that export the data of their projects. */
export const EXPORTING_ROLES = ['Data scientist'] as const satisfies readonly RoleName[];

/** A job is read by its owner, and by Admins. */
export const JOB_READING_ROLES = [...EXPORTING_ROLES, 'Admin'] as const satisfies readonly RoleName[];

/** Imports, and facts about studies in an import, are the administrators'. */
export const IMPORTING_ROLES = ['Admin'] as const satisfies readonly RoleName[];

/** Roles that hand in lines of a model, which are stored as blind work of a rater. */
export const PREDICTING_ROLES = ['Data scientist'] as const satisfies readonly RoleName[];

/** Roles that send files: to an import, or with lines of a model. */
export const SENDING_ROLES = [...IMPORTING_ROLES, ...PREDICTING_ROLES] as const satisfies readonly RoleName[];

/** Roles that read the statistics of a project: roles with its lists, and the role that reports available data. */
export const STATISTICS_ROLES = [...READING_ROLES, 'Prisma data manager'] as const satisfies readonly RoleName[];

/** Roles that mark a finished consensus as a gold case. */
export const GOLD_ROLES = ['Reviewer', 'Admin'] as const satisfies readonly RoleName[];

/** Roles that read courses: their readers, and the people who see the results. */
export const COURSE_ROLES = ['Ground-truth generator', ...GOLD_ROLES] as const satisfies readonly RoleName[];

/** Roles that compare readers: each sees the work of all of them, blind work too (docs/why/measuring.md#who-compares-readers-and-what-is-compared). */
export const COMPARING_ROLES = ['Reviewer', 'Data scientist'] as const satisfies readonly RoleName[];

/** Roles that see how the quality gates of a project stand. */
export const GATE_ROLES = ['Reviewer', 'Admin', 'Data scientist'] as const satisfies readonly RoleName[];

/** Only these may save the analysis; others get 'User role not allowed to save changes'. */
export const SAVING_ROLES = ['Editor', 'Ground-truth generator'] as const satisfies readonly RoleName[];

/** Work on a review's own copy: saved by reviews/create and reviews/validate (docs/specification.md#platform-6). */
export const REVIEWING_ROLES = ['Reviewer'] as const satisfies readonly RoleName[];

/** Roles that work on an analysis, or on a review's copy of one: their active time is measured. */
export const WORKING_ROLES = [...SAVING_ROLES, ...REVIEWING_ROLES] as const satisfies readonly RoleName[];

/** Roles that see distributions of active time: their own, or those of several readers together. */
export const EFFORT_ROLES = ['Data scientist', ...WORKING_ROLES] as const satisfies readonly RoleName[];

/** A team review decides about finished reviews, and returns them to their check point. */
export const TEAM_REVIEW_ROLES = ['Prisma study review'] as const satisfies readonly RoleName[];
/** Read and resolve issues of reviews: who raised them, and whose work they are about. */
export const ISSUE_ROLES = [...REVIEWING_ROLES, ...SAVING_ROLES] as const satisfies readonly RoleName[];

export const RETURNING_ROLES = [...REVIEWING_ROLES, ...TEAM_REVIEW_ROLES] as const satisfies readonly RoleName[];

/** Open-study tracking exists for Editors only. */
export const OPENING_ROLES = ['Editor'] as const satisfies readonly RoleName[];

/** Viewers cannot change the data type of a study; Reviewers and others do not label. */
export const DATA_TYPE_ROLES = ['Editor', 'Ground-truth generator', 'Admin'] as const satisfies readonly RoleName[];

/** Source of a quantity that this role enters (docs/contracts.md#stored-work). */
export const quantitySourceOf = (role: RoleName | null): 'administrator' | 'person' => (role === 'Admin' ? 'administrator' : 'person');

const has = (roles: readonly RoleName[], role: RoleName | null): boolean => role !== null && roles.includes(role);

export const mayExport = (role: RoleName | null): boolean => has(EXPORTING_ROLES, role);
export const mayPredict = (role: RoleName | null): boolean => has(PREDICTING_ROLES, role);
export const mayImport = (role: RoleName | null): boolean => has(IMPORTING_ROLES, role);
export const mayRead = (role: RoleName | null): boolean => has(READING_ROLES, role);
export const maySeeImages = (role: RoleName | null): boolean => has(IMAGE_ROLES, role);
export const maySave = (role: RoleName | null): boolean => has(SAVING_ROLES, role);
export const mayReview = (role: RoleName | null): boolean => has(REVIEWING_ROLES, role);
export const isTeamReview = (role: RoleName | null): boolean => has(TEAM_REVIEW_ROLES, role);
export const seesGates = (role: RoleName | null): boolean => has(GATE_ROLES, role);
export const mayCompare = (role: RoleName | null): boolean => has(COMPARING_ROLES, role);
export const maySeeEffort = (role: RoleName | null): boolean => has(EFFORT_ROLES, role);
/** Works on images: on an analysis, or on a review's copy of one. */
export const mayWork = (role: RoleName | null): boolean => maySave(role) || mayReview(role);
export const mayHoldOpen = (role: RoleName | null): boolean => has(OPENING_ROLES, role);
export const mayChangeDataType = (role: RoleName | null): boolean => has(DATA_TYPE_ROLES, role);

/** Blind work is seen by its own author and by Reviewers only. */
export const isBlind = (role: RoleName | null): boolean => role === 'Ground-truth generator';

/**
 * Which analyses of a study a role sees (docs/specification.md#platform-6, docs/contracts.md#stored-work): `shared` the newest
 * that is neither blind nor a test user's; `own` the user's own; `assigned` the analyses of the editors in reviews_to.
 */
export type Visibility = 'shared' | 'own' | 'assigned' | 'none';

export function visibilityOf(role: RoleName | null): Visibility {
  switch (role) {
    case 'Viewer':
    case 'Editor':
    case 'Data scientist':
      return 'shared';
    case 'Ground-truth generator':
      return 'own';
    case 'Reviewer':
    case 'Admin':
      return 'assigned';
    default:
      return 'none';
  }
}
