import type { RoleName } from '@echometry/contract/records/role.ts';
import type { TokenRow } from '../db/personal-tokens.ts';
import type { SessionRow } from '../db/sessions.ts';
import type { UserRow } from '../db/users.ts';

/** Who reads, and as whom. */
export type Reader = Pick<Caller, 'user' | 'role' | 'projects'>;

/** The person who makes a call, read from the database at this moment. */
export interface Caller {
  user: UserRow;
  /** Sign-in of the call; a personal access token counts as a separate one. */
  session: SessionRow;
  role: RoleName | null;
  /** The personal access token that makes the call; null for a sign-in. */
  token: TokenRow | null;
  /** Numbers of the projects that the token is limited to; null for all projects of the person. */
  projects: ReadonlySet<number> | null;
}
