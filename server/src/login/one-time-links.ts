import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Grants } from '@echometry/contract/records/people.ts';
import type { Database } from '../db/schema.ts';
import { grantsOf } from '../db/invited-grants.ts';
import { hashOfToken } from '../db/sessions.ts';

type Query = Kysely<Database>;

/** Page that takes the code of a link out of the address's fragment, which reaches no server, log or Referer. */
export const LINK_PATH = '/auth/link';
const CODE_BYTES = 24;

export const NO_GRANTS: Grants = { roles: [], projects: [], is_test: false };

/** `setup` makes the first administrator, `invitation` an account, `password` sets a new password. */
export interface LinkOffer {
  kind: 'setup' | 'invitation' | 'password';
  email: string | null;
  grants: Grants;
}

/** Makes a link and returns its code, which is kept nowhere in the clear. Older links for the same are void. */
export async function issueLink(query: Query, offer: LinkOffer, times: { now: number; expiresAt: number }): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const older = query.deleteFrom('one_time_link').where('kind', '=', offer.kind).where('used_at', 'is', null);
  await (offer.email === null ? older : older.where('email', '=', offer.email)).execute();
  await query
    .insertInto('one_time_link')
    .values({
      link_hash: hashOfToken(code),
      kind: offer.kind,
      email: offer.email,
      grants: JSON.stringify(offer.grants),
      created_at: times.now,
      expires_at: times.expiresAt,
      used_at: null,
    })
    .execute();
  return code;
}

/** Offer of a code; null when it is unknown, used or past its end. */
export async function findLink(query: Query, linkHash: string, now: number): Promise<LinkOffer | null> {
  const row = await query.selectFrom('one_time_link').selectAll().where('link_hash', '=', linkHash).executeTakeFirst();
  if (row === undefined || row.used_at !== null || row.expires_at <= now) return null;
  return { kind: row.kind, email: row.email, grants: grantsOf(row.grants) };
}

/** Uses a link up; false when another request was faster. Part of the transaction that does what the link is for. */
export async function takeLink(query: Query, linkHash: string, now: number): Promise<boolean> {
  const taken = await query
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('link_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('link_hash')
    .execute();
  return taken.length === 1;
}

/** Pending invitations, without their codes. */
export const openInvitations = (query: Query, now: number) =>
  query
    .selectFrom('one_time_link')
    .select(['email', 'expires_at'])
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('email')
    .execute();

/** The address a person is given. */
export const linkAddress = (origin: string, code: string): string => `${origin}${LINK_PATH}#${code}`;
