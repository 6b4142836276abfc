import type { Kysely } from 'kysely';
import { inTransaction } from './in-transaction.ts';

/** Who acted and on which study, in words that the hash of an act covers; `format` states which fields it covers. */
export const addAuditIdentities = () => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      await db.schema
        .alterTable('audit_entry')
        .addColumn('format', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await db.schema.alterTable('audit_entry').addColumn('actor_email', 'text').execute();
      await db.schema.alterTable('audit_entry').addColumn('study_code', 'text').execute();
    }),
});
