import { type Kysely, sql } from 'kysely';
import { type AuditEntry, type AuditHead, BEGINNING, hashOf, NO_ACT } from './audit-hash.ts';
import { addIdentity, IDENTITIES_RECORDED, newDigest } from './audit-identities.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Acts read at once. */
const BATCH = 1000;

const NO_TABLE = 'The audit is missing from the database, though acts of it were recorded outside of the database.';

type Row = AuditEntry & { email_now: string | null; code_now: string | null };

/** Form of the audit in the records: a backup that an earlier version made may lack identities, or have no audit at all. */
async function contentOf(query: Query): Promise<'none' | 'acts' | 'identities'> {
  const table = (await query.introspection.getTables()).find(({ name }) => name === 'audit_entry');
  if (table === undefined) return 'none';
  return table.columns.some(({ name }) => name === 'actor_email') ? 'identities' : 'acts';
}

/** Acts of a chain in their order, with the account and study that their numbers lead to now. */
async function* actsOf(query: Query, chainId: number, complete: boolean): AsyncGenerator<Row> {
  const more = complete ? sql`e.*` : sql`e.*, 1 as format, null as actor_email, null as study_code`;
  let last = 0;
  for (;;) {
    const { rows } = await sql<Row>`select ${more}, a.email as email_now, s.study_id as code_now
      from audit_entry e left join user_account a on a.id = e.actor_id left join study s on s.id = e.study_id
      where e.chain_id = ${chainId} and e.id > ${last} order by e.id limit ${sql.lit(BATCH)}`.execute(query);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}

const digestIn = (detail: string): unknown => {
  try {
    return (JSON.parse(detail) as { identities?: unknown }).identities;
  } catch {
    return undefined;
  }
};

/**
 * Identities of an act that differ from the account and the study its numbers lead to now. None for an act without any, which
 * a server of an earlier version wrote during an upgrade.
 */
function identityFaults(entry: Row): string[] {
  const faults: string[] = [];
  if (entry.format === 1 && entry.actor_email === null && entry.study_code === null) return faults;
  if (entry.actor_email !== entry.email_now)
    faults.push(
      `Audit entry ${entry.id} was made by ${entry.actor_email ?? 'no account'}; its account is now ${entry.email_now ?? 'missing'}.`,
    );
  if (entry.study_code !== entry.code_now)
    faults.push(`Audit entry ${entry.id} is about study ${entry.study_code ?? 'none'}; its study is now ${entry.code_now ?? 'missing'}.`);
  return faults;
}

/** Acts whose chain does not exist. */
async function faultsOfStrayActs(query: Query): Promise<string[]> {
  const { rows } = await sql<{ id: number; chain_id: number }>`select e.id, e.chain_id from audit_entry e
    where not exists (select 1 from audit_chain c where c.id = e.chain_id) order by e.id`.execute(query);
  return rows.map(({ id, chain_id }) => `Audit entry ${id} belongs to chain ${chain_id}, which does not exist.`);
}

/** One sentence where the act that was recorded outside of the database is not in it any more. */
export async function faultsOfHead(query: Query, head: AuditHead): Promise<string[]> {
  if (head.entry_id === NO_ACT.entry_id) return [];
  const found = await query.selectFrom('audit_entry').select('hash').where('id', '=', head.entry_id).executeTakeFirst();
  return found?.hash === head.hash
    ? []
    : [`The audit does not contain entry ${head.entry_id} as it was recorded outside of the database: acts were removed or replaced.`];
}

/**
 * Reads all chains from their beginning.
 * @param head the newest act as it was recorded outside of the database; null where there is no such record
 * @returns one sentence for each act that was changed, removed or added, or whose account or study is another one now
 */
export async function faultsOfAudit(query: Query, head: AuditHead | null = null): Promise<string[]> {
  const faults: string[] = [];
  const content = await contentOf(query);
  if (content === 'none') return head === null || head.entry_id === NO_ACT.entry_id ? [] : [NO_TABLE];
  const complete = content === 'identities';
  const identities = newDigest();
  let before: string | null = null;
  for (const chain of await query.selectFrom('audit_chain').selectAll().orderBy('id').execute()) {
    if (chain.continues !== before) faults.push(`Audit chain ${chain.id} does not continue the one before it.`);
    let previous: string = chain.continues ?? BEGINNING;
    let length = 0;
    for await (const entry of actsOf(query, chain.id, complete)) {
      if (entry.previous_hash !== previous || hashOf(entry) !== entry.hash)
        faults.push(`Audit entry ${entry.id} does not follow the one before it.`);
      if (entry.act === IDENTITIES_RECORDED && digestIn(entry.detail) !== identities.copy().digest('hex'))
        faults.push(`The accounts or studies of audit entries before ${entry.id} were changed.`);
      if (entry.format === 1) addIdentity(identities, entry);
      if (complete) faults.push(...identityFaults(entry));
      previous = entry.hash;
      length += 1;
    }
    if (previous !== chain.last_hash || length !== chain.length) faults.push(`Audit chain ${chain.id} does not end where it should.`);
    before = chain.last_hash;
  }
  faults.push(...(await faultsOfStrayActs(query)));
  if (head !== null) faults.push(...(await faultsOfHead(query, head)));
  return faults;
}
