import type { PersonalToken } from '@echometry/contract/records/personal-token.ts';
import type { Kysely } from 'kysely';
import { tokenOwners, tokensOf } from '../db/personal-tokens.ts';
import type { Database } from '../db/schema.ts';
import { findAccount } from '../db/users.ts';
import { Refusal } from '../errors.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const lineOf = (email: string, token: PersonalToken, now: number): string =>
  [
    token.id,
    email,
    token.name,
    token.role,
    token.projects === null ? 'all projects' : token.projects.map(({ _id }) => _id).join(', '),
    token.write ? 'read and write' : 'read only',
    token.last_used_at === null ? 'never used' : `last used ${dayOf(token.last_used_at)}`,
    `${token.expires_at > now ? 'expires' : 'expired'} ${dayOf(token.expires_at)}`,
  ].join(' · ');

async function ownersOf(query: Kysely<Database>, email: string | null): Promise<{ id: number; email: string }[]> {
  if (email === null) return tokenOwners(query);
  const account = await findAccount(query, email);
  if (account === null) throw new Refusal(`${email} has no account.`);
  return [{ id: account.id, email }];
}

/** Personal access tokens that are not revoked, of one person or (null) of everybody, without their secrets. */
export async function listTokens(query: Kysely<Database>, email: string | null, now: number): Promise<CommandAnswer> {
  const tokens: { owner: string; token: PersonalToken }[] = [];
  for (const owner of await ownersOf(query, email))
    for (const token of await tokensOf(query, owner.id)) tokens.push({ owner: owner.email, token });
  return {
    lines: tokens.length === 0 ? ['No tokens.'] : tokens.map(({ owner, token }) => lineOf(owner, token, now)),
    data: { tokens: tokens.map(({ owner, token }) => ({ owner, ...token })) },
  };
}
