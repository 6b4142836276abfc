import { ROLE_NAMES } from '@echometry/contract/records/role.ts';
import { Nullable, OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

/** What the account made by an invitation may do. A null project grants the role wherever the person is a member. */
export const Grants = Strict({
  roles: Type.Array(Strict({ role: OneOf(ROLE_NAMES), project: Nullable(Type.String()), reviews_to: Type.Array(Type.String()) })),
  /** Projects (`_id`) the person becomes a member of. */
  projects: Type.Array(Type.String()),
  is_test: Type.Boolean(),
});
export type Grants = Static<typeof Grants>;
