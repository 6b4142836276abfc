import { Type, type Static } from 'typebox';
import { RoleConfig } from './role.ts';
import { Instant, Name, Nullable, Strict } from './strict.ts';
import { ProjectSummary } from './project.ts';

/** A person as the header bar shows them. `email` is the key of a user in every call. */
export const Person = Strict({
  email: Name,
  name: Type.String(),
  family_names: Type.String(),
  user_type: Type.String(),
});
export type Person = Static<typeof Person>;

/** Response of admin/users/get/{id}. */
export const User = Strict({
  ...Person.properties,
  user_role: Type.Array(RoleConfig),
  /** Projects of this cloud the user is a member of. */
  projects: Type.Array(ProjectSummary),
  /** When each version of the terms was accepted, keyed by version. */
  accepted_terms_of_use: Type.Record(Type.String(), Instant),
});
export type User = Static<typeof User>;

/** The person that a token represents, read from the database on every call (docs/contracts.md#who-acts). */
export const Session = Strict({
  user: Person,
  scope: Type.Unsafe<'sign-in' | 'role'>({ type: 'string', enum: ['sign-in', 'role'] }),
  role: Nullable(RoleConfig.properties.role),
  created_at: Instant,
  expires_at: Instant,
});
export type Session = Static<typeof Session>;
