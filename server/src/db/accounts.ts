import type { RoleName } from '@echometry/contract/records/role.ts';
import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import type { Kysely } from 'kysely';
import type { Grants } from '@echometry/contract/records/people.ts';
import { addMember, findProject } from './projects.ts';
import type { Database } from './schema.ts';
import { createUser, grantRole } from './users.ts';

type Query = Kysely<Database>;

/** E-mails name accounts in lower case, however they are typed. */
export const accountName = (email: string): string => email.trim().toLowerCase();

export interface NewAccount {
  email: string;
  name: string;
  family_names: string;
  /** Of a person unless given. */
  user_type?: string;
  grants: Grants;
}

/** An account with the roles and projects it was invited to. A project that is gone meanwhile is left out. */
export async function createAccount(query: Query, account: NewAccount, now: number): Promise<number> {
  const { grants } = account;
  const userId = await createUser(
    query,
    {
      email: accountName(account.email),
      name: account.name,
      family_names: account.family_names,
      is_test: grants.is_test,
      ...(account.user_type === undefined ? {} : { user_type: account.user_type }),
    },
    now,
  );
  for (const key of grants.projects) {
    const project = await findProject(query, { key });
    if (project !== null) await addMember(query, project.id, userId);
  }
  for (const { role, project, reviews_to } of grants.roles) {
    const found = project === null ? null : await findProject(query, { key: project });
    if (project === null || found !== null) await grantRole(query, userId, role, found?.id ?? null, reviews_to);
  }
  return userId;
}

export async function passwordHashOf(query: Query, userId: number): Promise<string | null> {
  return (
    (await query.selectFrom('credential').select('password_hash').where('user_id', '=', userId).executeTakeFirst())?.password_hash ?? null
  );
}

export async function storePasswordHash(query: Query, userId: number, password_hash: string, now: number): Promise<void> {
  await query
    .insertInto('credential')
    .values({ user_id: userId, password_hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash, changed_at: now }))
    .execute();
}

export interface TotpDevice {
  sealedSecret: Uint8Array;
  lastStep: number;
}

export async function totpDeviceOf(query: Query, userId: number): Promise<TotpDevice | null> {
  const row = await query.selectFrom('totp_device').select(['secret', 'last_step']).where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : { sealedSecret: row.secret, lastStep: row.last_step };
}

/** Pairs a person with a new authenticator; the old one counts no more. */
export async function storeTotpDevice(
  query: Query,
  userId: number,
  sealedSecret: Uint8Array,
  lastStep: number,
  now: number,
): Promise<void> {
  const values = { secret: sealedSecret, last_step: lastStep, confirmed_at: now };
  await query
    .insertInto('totp_device')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Uses a time step up; false when it or a later one was used meanwhile (RFC 6238 5.2). */
export async function takeTotpStep(query: Query, userId: number, step: number): Promise<boolean> {
  const taken = await query
    .updateTable('totp_device')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return taken.length === 1;
}

/** Forgets authenticator and recovery codes: the next sign-in pairs again. */
export async function dropSecondFactor(query: Query, userId: number): Promise<void> {
  await query.deleteFrom('totp_device').where('user_id', '=', userId).execute();
  await query.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Who a foreign login service means; issuer and subject together, never the e-mail. */
export async function findIdentity(query: Query, issuer: string, subject: string): Promise<number | null> {
  return (
    (await query.selectFrom('identity').select('user_id').where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst())
      ?.user_id ?? null
  );
}

export async function storeIdentity(
  query: Query,
  identity: { issuer: string; subject: string; userId: number },
  now: number,
): Promise<void> {
  await query
    .insertInto('identity')
    .values({ issuer: identity.issuer, subject: identity.subject, user_id: identity.userId, created_at: now })
    .execute();
}

/** True as soon as an administrator can sign in. */
export async function hasAdministrator(query: Query): Promise<boolean> {
  const role: RoleName = 'Admin';
  const row = await query
    .selectFrom('user_account')
    .innerJoin('role_grant', 'role_grant.user_id', 'user_account.id')
    .select('user_account.id')
    .where('role_grant.role', '=', role)
    .where('user_account.active', '=', 1)
    .where((e) =>
      e.or([
        e.exists(e.selectFrom('credential').select('credential.user_id').whereRef('credential.user_id', '=', 'user_account.id')),
        e.exists(e.selectFrom('identity').select('identity.user_id').whereRef('identity.user_id', '=', 'user_account.id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An administrator for automatic work of the server: the first that is active; null without one. */
export async function anAdministrator(query: Query): Promise<number | null> {
  const role: RoleName = 'Admin';
  const row = await query
    .selectFrom('user_account')
    .innerJoin('role_grant', 'role_grant.user_id', 'user_account.id')
    .select('user_account.id')
    .where('role_grant.role', '=', role)
    .where('user_account.active', '=', 1)
    .where('user_account.user_type', '!=', MACHINE_USER_TYPE)
    .orderBy('user_account.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
