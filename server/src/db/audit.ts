import { createHash } from 'node:crypto';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { AuditEntryTable, Database } from './schema.ts';

type Query = Kysely<Database>;

/** What a chain without entries ends on. */
const BEGINNING = '0'.repeat(64);

/** An act that must be provable later. */
export interface Act {
  at: number;
  /** Null for what the program does by itself. */
  actorId: number | null;
  role: RoleName | null;
  act: string;
  studyId: number | null;
  /** What it was done to, by its name in calls. */
  subject: string | null;
  /** What is needed to understand it; no content of images or comments. */
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

type Entry = Omit<Selectable<AuditEntryTable>, 'id' | 'hash'>;

/** Every field of the entry, in a fixed order, over the hash of the one before. */
const hashOf = (entry: Entry): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.previous_hash,
        entry.chain_id,
        entry.at,
        entry.actor_id,
        entry.role,
        entry.act,
        entry.study_id,
        entry.subject,
        entry.detail,
      ]),
    )
    .digest('hex');

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

/** Writes an act in the transaction in which it happens: neither is there without the other. */
export async function recordAct(query: Transaction<Database>, dialect: Dialect, act: Act): Promise<void> {
  const chain = await currentChain(query, dialect, act.at);
  const entry: Entry = {
    chain_id: chain.id,
    at: act.at,
    actor_id: act.actorId,
    role: act.role,
    act: act.act,
    study_id: act.studyId,
    subject: act.subject,
    detail: JSON.stringify(act.detail),
    previous_hash: chain.last_hash,
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
 * Ends the chain and starts one that names its end: after a restore, acts that came after the backup are missing, and
 * nothing may look as if they had never been. Nothing happens where no act was ever written.
 */
export async function continueInNewChain(query: Query, now: number): Promise<void> {
  const last = await query.selectFrom('audit_chain').select('last_hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (last !== undefined) await startChain(query, last.last_hash, now);
}

/** What does not fit in the chains, one sentence each: an act changed, taken out or put in. */
export async function faultsOfAudit(query: Query): Promise<string[]> {
  const faults: string[] = [];
  let before: string | null = null;
  for (const chain of await query.selectFrom('audit_chain').selectAll().orderBy('id').execute()) {
    if (chain.continues !== before) faults.push(`Audit chain ${chain.id} does not continue the one before it.`);
    let previous: string = chain.continues ?? BEGINNING;
    let length = 0;
    for (const entry of await query.selectFrom('audit_entry').selectAll().where('chain_id', '=', chain.id).orderBy('id').execute()) {
      if (entry.previous_hash !== previous || hashOf(entry) !== entry.hash)
        faults.push(`Audit entry ${entry.id} does not follow the one before it.`);
      previous = entry.hash;
      length += 1;
    }
    if (previous !== chain.last_hash || length !== chain.length) faults.push(`Audit chain ${chain.id} does not end where it should.`);
    before = chain.last_hash;
  }
  return faults;
}
