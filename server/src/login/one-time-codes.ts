import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { hashOfToken } from '../db/sessions.ts';
import type { Database } from '../db/schema.ts';

type Query = Kysely<Database>;

/** 256 random bits, as OneTimeCode of the contract. */
const CODE_BYTES = 32;
/** Life of a code that travels in an address, in ms. */
export const LOGIN_CODE_MS = 60_000;

/** A code that the page which asked with `challenge` may exchange for a sign-in token, once. Only its hash is kept. */
export async function issueLoginCode(query: Query, grant: { userId: number; challenge: string; now: number }): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await query
    .insertInto('login_code')
    .values({ code_hash: hashOfToken(code), user_id: grant.userId, challenge: grant.challenge, expires_at: grant.now + LOGIN_CODE_MS })
    .execute();
  return code;
}

/** Whom a code signs in; null when unknown, taken, past its end, or when the verifier is not the one it was made for. A wrong try uses it up. */
export async function takeLoginCode(query: Query, code: string, verifier: string, now: number): Promise<number | null> {
  const row = await query
    .deleteFrom('login_code')
    .where('code_hash', '=', hashOfToken(code))
    .returning(['user_id', 'challenge', 'expires_at'])
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= now) return null;
  const given = createHash('sha256').update(verifier).digest();
  const asked = Buffer.from(row.challenge, 'base64url');
  return asked.length === given.length && timingSafeEqual(asked, given) ? row.user_id : null;
}

/** Deletes codes that were not redeemed. */
export async function dropEndedCodes(query: Query, now: number): Promise<void> {
  await query.deleteFrom('login_code').where('expires_at', '<=', now).execute();
}
