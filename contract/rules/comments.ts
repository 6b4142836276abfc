import type { RoleName } from '../records/role.ts';

/** Roles that write comments; a Viewer adds none (docs/specification.md#image-analysis). */
export const COMMENTING_ROLES = ['Editor', 'Ground-truth generator', 'Reviewer'] as const satisfies readonly RoleName[];

/** Viewers and Data scientists see the comments of all users except test users; others only their own (docs/specification.md#platform-5). */
export const seesAllComments = (role: RoleName | null): boolean => role === 'Viewer' || role === 'Data scientist';

/** A text as it is stored: the first newline, which Enter leaves in the box, goes. Empty: there is nothing to store. */
export const commentText = (text: string): string => text.replace(/\r?\n/, '').trim();
