import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Strict } from './strict.ts';

/** Role names of docs/specification.md#platform-6, letter for letter; `Admin` exists in the data layer only. */
export const ROLE_NAMES = [
  'Data scientist',
  'Viewer',
  'Ground-truth generator',
  'Editor',
  'Reviewer',
  'Patient browser',
  'Explorer app',
  'Prisma decision support',
  'Prisma study review',
  'Prisma data manager',
  'Admin',
] as const;

export const RoleName = OneOf(ROLE_NAMES);
export type RoleName = Static<typeof RoleName>;

/** Text of the role chooser and the page of the role (docs/specification.md#platform-3, "Role config"). */
export const RoleConfig = Strict({
  role: RoleName,
  name_to_show: Type.String(),
  description: Type.String(),
  /** CSS colour of the role's button. */
  color: Type.String(),
  /** Page the role lands on, without the leading slash; for a new tab the whole address of the application; null when there is none. */
  redirect2page: Nullable(Type.String()),
  /** Query string carried along, without the question mark. */
  redirect_params: Type.String(),
  new_tab: Type.Boolean(),
});
export type RoleConfig = Static<typeof RoleConfig>;
