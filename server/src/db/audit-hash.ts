import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditEntryTable } from './schema.ts';

/** The hash before the first act of the first chain. */
export const BEGINNING = '0'.repeat(64);
/** Acts written today: their hash covers the e-mail of the actor and the name of the study as well. */
export const NEWEST_FORMAT = 2;

export type AuditEntry = Selectable<AuditEntryTable>;

/** The newest act when the head was taken. It is kept outside of the database. */
export interface AuditHead {
  entry_id: number;
  hash: string;
}

/** The head of an audit without acts. */
export const NO_ACT: AuditHead = { entry_id: 0, hash: BEGINNING };

/** SHA-256 of every field of an act, in a fixed order, and of the hash of the act before it. */
export const hashOf = (entry: Omit<AuditEntry, 'id' | 'hash'>): string =>
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
        ...(entry.format === 1 ? [] : [entry.format, entry.actor_email, entry.study_code]),
      ]),
    )
    .digest('hex');
