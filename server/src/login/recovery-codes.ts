import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { base32 } from './totp.ts';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES } from './limits.ts';

type Query = Kysely<Database>;

/** As people copy them: any case, with or without separators. */
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z2-7]/g, '');
// 120 random bits need no slow hash.
const hashOf = (code: string): string => createHash('sha256').update(plain(code)).digest('hex');

/** Ten new codes in groups of six, in the clear for the one time they are shown. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => (base32(randomBytes(RECOVERY_CODE_BYTES)).match(/.{6}/g) ?? []).join('-'));

/** Replaces the codes of a person. */
export async function storeRecoveryCodes(query: Query, userId: number, codes: readonly string[], now: number): Promise<void> {
  await query.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await query
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ code_hash: hashOf(code), user_id: userId, created_at: now, used_at: null })))
    .execute();
}

/** Uses a code up; false when it is none of the person's, or was used. */
export async function takeRecoveryCode(query: Query, userId: number, code: string, now: number): Promise<boolean> {
  const taken = await query
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('code_hash', '=', hashOf(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .execute();
  return taken.length === 1;
}

export async function recoveryCodesLeft(query: Query, userId: number): Promise<number> {
  const row = await query
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
