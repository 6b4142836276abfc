import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import { type Kysely, sql } from 'kysely';
import { ON_REVIEWS } from './audit-names.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export interface AuditQuestion {
  person: string;
  act: string;
  about: string;
  from: number | null;
  to: number | null;
  before: number | null;
}

/** A pattern of `like` in which what was typed means itself. */
const part = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** True for acts on a review whose Reviewer's address contains a text: their subject is the id of the account. */
const isAboutReviewer = (text: string) => sql<boolean>`(audit_entry.act in (${sql.join([...ON_REVIEWS])}) and audit_entry.subject in
  (select cast(reviewer.id as text) from user_account reviewer where lower(reviewer.email) like ${part(text)} escape '\\'))`;

/** Acts, the newest first. */
export async function searchAudit(query: Query, asked: AuditQuestion, limit: number): Promise<AuditRecord[]> {
  let all = query
    .selectFrom('audit_entry')
    .leftJoin('user_account', 'user_account.id', 'audit_entry.actor_id')
    .leftJoin('study', 'study.id', 'audit_entry.study_id')
    .select([
      'audit_entry.id',
      'audit_entry.at',
      'user_account.email as person',
      'audit_entry.role',
      'audit_entry.act',
      'study.study_id as study',
      'audit_entry.subject',
      'audit_entry.detail',
    ]);
  if (asked.person !== '') all = all.where(sql<boolean>`lower(user_account.email) like ${part(asked.person)} escape '\\'`);
  if (asked.act !== '') all = all.where('audit_entry.act', '=', asked.act);
  if (asked.about !== '')
    all = all.where(
      sql<boolean>`(lower(coalesce(study.study_id, '')) like ${part(asked.about)} escape '\\' or lower(coalesce(audit_entry.subject, '')) like ${part(asked.about)} escape '\\' or ${isAboutReviewer(asked.about)})`,
    );
  if (asked.from !== null) all = all.where('audit_entry.at', '>=', asked.from);
  if (asked.to !== null) all = all.where('audit_entry.at', '<', asked.to);
  if (asked.before !== null) all = all.where('audit_entry.id', '<', asked.before);
  return all.orderBy('audit_entry.id', 'desc').limit(limit).execute();
}

/** Names of acts that were recorded. */
export async function recordedActs(query: Query): Promise<string[]> {
  const rows = await query.selectFrom('audit_entry').select('act').distinct().orderBy('act').execute();
  return rows.map(({ act }) => act);
}

/** How many acts and chains there are. */
export async function auditSize(query: Query): Promise<{ acts: number; chains: number }> {
  const row = await query
    .selectFrom('audit_chain')
    .select((e) => [e.fn.countAll().as('chains'), e.fn.sum('length').as('acts')])
    .executeTakeFirstOrThrow();
  return { acts: Number(row.acts ?? 0), chains: Number(row.chains) };
}
