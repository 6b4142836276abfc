/**
 * Acts written before format 2 have hashes that do not cover who the account and the study were. Their identities are filled
 * in once, and an act of format 2 records a digest of them.
 */
import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import { recordAct } from './audit.ts';
import type { AuditEntry } from './audit-hash.ts';
import type { Db } from './connect.ts';

/** The act that records the digest. */
export const IDENTITIES_RECORDED = 'audit-identities-recorded';

/** Acts read at once. */
const BATCH = 1000;

export const newDigest = (): Hash => createHash('sha256');

export const addIdentity = (digest: Hash, entry: Pick<AuditEntry, 'id' | 'actor_email' | 'study_code'>): Hash =>
  digest.update(`${JSON.stringify([entry.id, entry.actor_email, entry.study_code])}\n`);

/** Fills in the identities of older acts and records their digest; does nothing where that is done, or nothing is older. */
export async function recordIdentities(db: Db): Promise<void> {
  const older = db.query.selectFrom('audit_entry').select('id').where('format', '=', 1).limit(1);
  const recorded = db.query.selectFrom('audit_entry').select('id').where('act', '=', IDENTITIES_RECORDED).limit(1);
  if ((await older.executeTakeFirst()) === undefined || (await recorded.executeTakeFirst()) !== undefined) return;
  await db.query.transaction().execute(async (query) => {
    // Servers that start at once do this one after the other: the second one finds the act.
    if (db.dialect === 'postgres') await sql`select id from audit_chain for update`.execute(query);
    if ((await query.selectFrom('audit_entry').select('id').where('act', '=', IDENTITIES_RECORDED).executeTakeFirst()) !== undefined)
      return;
    await sql`update audit_entry set
      actor_email = (select email from user_account where user_account.id = audit_entry.actor_id),
      study_code = (select study_id from study where study.id = audit_entry.study_id)
      where format = 1`.execute(query);
    const digest = newDigest();
    let [acts, last] = [0, 0];
    for (;;) {
      const batch = await query
        .selectFrom('audit_entry')
        .select(['id', 'actor_email', 'study_code'])
        .where('format', '=', 1)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const entry of batch) addIdentity(digest, entry);
      acts += batch.length;
      last = batch.at(-1)?.id ?? last;
      if (batch.length < BATCH) break;
    }
    await recordAct(query, db.dialect, {
      at: Date.now(),
      actorId: null,
      role: null,
      act: IDENTITIES_RECORDED,
      studyId: null,
      subject: null,
      detail: { acts, identities: digest.digest('hex') },
    });
  });
}
