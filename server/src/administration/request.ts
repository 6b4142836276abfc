import { Email, PersonChange } from '@echometry/contract/records/people.ts';
import { Project } from '@echometry/contract/records/project.ts';
import { Nullable, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

const command = Type.Literal('admin');
const action = <A extends string>(name: A) => ({ command, action: Type.Literal(name) });

/** What `npm run admin` asks of the process that owns the workspace. */
export const AdminRequest = Type.Union([
  Strict({ ...action('list') }),
  /** Of one person, or (null) of everybody. */
  Strict({ ...action('list-tokens'), email: Nullable(Email) }),
  Strict({ ...action('setup-link') }),
  Strict({ ...action('create-project'), project: Project }),
  Strict({ ...action('person'), change: PersonChange }),
]);
export type AdminRequest = Static<typeof AdminRequest>;
