import type { RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type AuditHead, BEGINNING, hashOf, NEWEST_FORMAT } from './audit-hash.ts';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** An act that must be provable later. */
export interface Act {
  at: number;
  /** Null for automatic acts. */
  actorId: number | null;
  role: RoleName | null;
  act: string;
  studyId: number | null;
  /** The object of the act, by its name in calls. */
  subject: string | null;
  /** Details needed to understand it; no content of images or comments. */
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Key of the advisory lock under which the first chain is made ("acts" as ASCII). */
const FIRST_CHAIN_KEY = 0x61637473;

/** The chain that acts are added to; locked until the transaction ends, so that two acts never follow the same one. */
async function currentChain(query: Transaction<Database>, dialect: Dialect, now: number) {
  const newest = query.selectFrom('audit_chain').selectAll().orderBy('id', 'desc').limit(1);
  const locked = dialect === 'postgres' ? newest.forUpdate() : newest;
  const chain = await locked.executeTakeFirst();
  if (chain !== undefined) return chain;
  // Of two first acts at once, which find no row to lock, one waits here until the other has made the chain.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${FIRST_CHAIN_KEY})`.execute(query);
  return (await locked.executeTakeFirst()) ?? startChain(query, null, now);
}

async function startChain(query: Query, continues: string | null, now: number) {
  const row = { continues, started_at: now, last_hash: continues ?? BEGINNING, length: 0 };
  return query.insertInto('audit_chain').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The account and the study of an act by the names that never change. */
async function identitiesOf(
  query: Transaction<Database>,
  { actorId, studyId }: Act,
): Promise<{ email: string | null; code: string | null }> {
  if (actorId === null && studyId === null) return { email: null, code: null };
  return query
    .selectNoFrom((e) => [
      e.selectFrom('user_account').select('email').where('id', '=', actorId).as('email'),
      e.selectFrom('study').select('study_id').where('id', '=', studyId).as('code'),
    ])
    .executeTakeFirstOrThrow();
}

/** Writes an act in the transaction in which it happens: neither is there without the other. */
export async function recordAct(query: Transaction<Database>, dialect: Dialect, act: Act): Promise<void> {
  const chain = await currentChain(query, dialect, act.at);
  const { email, code } = await identitiesOf(query, act);
  const entry = {
    chain_id: chain.id,
    at: act.at,
    actor_id: act.actorId,
    role: act.role,
    act: act.act,
    study_id: act.studyId,
    subject: act.subject,
    detail: JSON.stringify(act.detail),
    previous_hash: chain.last_hash,
    format: NEWEST_FORMAT,
    actor_email: email,
    study_code: code,
  };
  const hash = hashOf(entry);
  await query
    .insertInto('audit_entry')
    .values({ ...entry, hash })
    .execute();
  await query
    .updateTable('audit_chain')
    .set({ last_hash: hash, length: chain.length + 1 })
    .where('id', '=', chain.id)
    .execute();
}

/**
 * Ends the chain and starts one that names its end: after a restore, acts that came after the backup are missing, and nothing may
 * look as if they had never been. Nothing happens where no act was ever written.
 */
export async function continueInNewChain(query: Query, now: number): Promise<void> {
  const last = await query.selectFrom('audit_chain').select('last_hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (last !== undefined) await startChain(query, last.last_hash, now);
}

/** The act that was written last; null where there is none. */
export async function newestAct(query: Query): Promise<AuditHead | null> {
  const newest = await query.selectFrom('audit_entry').select(['id as entry_id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest ?? null;
}
