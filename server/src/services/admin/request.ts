import { Project } from '@echometry/contract/records/project.ts';
import { RoleName } from '@echometry/contract/records/role.ts';
import { Name, Nullable, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { Grants } from '../../db/grants.ts';

const Email = Type.String({ pattern: '^[^\\s@A-Z]{1,64}@[^\\s@A-Z]{1,189}$' });
const command = Type.Literal('admin');
const action = <A extends string>(name: A) => ({ command, action: Type.Literal(name) });

/** What `npm run admin` asks of the process that owns the workspace. */
export const AdminRequest = Type.Union([
  Strict({ ...action('list') }),
  Strict({ ...action('setup-link') }),
  Strict({ ...action('create-project'), project: Project }),
  Strict({ ...action('invite'), email: Email, grants: Grants }),
  Strict({ ...action('disable'), email: Email }),
  Strict({ ...action('enable'), email: Email }),
  Strict({ ...action('revoke-sessions'), email: Email }),
  Strict({ ...action('reset-totp'), email: Email }),
  Strict({ ...action('reset-password'), email: Email }),
  Strict({ ...action('grant'), email: Email, role: RoleName, project: Nullable(Name), reviews_to: Type.Array(Email) }),
  Strict({ ...action('revoke'), email: Email, role: RoleName }),
  Strict({ ...action('add-member'), email: Email, project: Name }),
  Strict({ ...action('remove-member'), email: Email, project: Name }),
  /** A null project marks the person as a test user everywhere. */
  Strict({ ...action('test-user'), email: Email, project: Nullable(Name), marked: Type.Boolean() }),
]);
export type AdminRequest = Static<typeof AdminRequest>;

/** What came of it: sentences for the person, and the same for programs (--json). */
export interface AdminAnswer {
  lines: string[];
  data: unknown;
  /** Something was found that needs the person: the command ends with status 1. */
  failed?: boolean;
}
