import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Jobs are claimed for a time, tried again, keep a log, and store their result; their states have the names of the contract. */
export const leaseJobs = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const zero = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0);
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        for (const name of ['attempts', 'failures', 'not_before'])
          await db.schema.alterTable('job').addColumn(name, integer, zero).execute();
        for (const name of ['lease_until', 'removed_at', 'notified_at'])
          await db.schema.alterTable('job').addColumn(name, integer).execute();
        for (const name of ['lease_holder', 'result']) await db.schema.alterTable('job').addColumn(name, 'text').execute();
        await db.schema
          .alterTable('job')
          .addColumn('log', 'text', (c) => c.notNull().defaultTo('[]'))
          .execute();
        await sql`update job set state = 'finished' where state = 'done'`.execute(db);
        await sql`update job set state = 'error' where state = 'failed'`.execute(db);
        await db.schema.createIndex('job_state').on('job').columns(['state', 'not_before']).execute();
      }),
  };
};
