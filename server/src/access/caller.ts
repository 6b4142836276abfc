import type { RoleName } from '@echometry/contract/records/role.ts';
import type { SessionRow } from '../db/sessions.ts';
import type { UserRow } from '../db/users.ts';

/** Who reads, and as whom. */
export type Reader = Pick<Caller, 'user' | 'role'>;

/** The person who makes a call, read from the database at this moment. */
export interface Caller {
  user: UserRow;
  session: SessionRow;
  role: RoleName | null;
}
