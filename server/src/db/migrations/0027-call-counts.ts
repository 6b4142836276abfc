import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Number of calls in a minute, counted by all servers of a workspace together. */
export const createCallCounts = (dialect: Dialect) => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      const integer = dialect === 'postgres' ? 'bigint' : 'integer';
      const table = db.schema
        .createTable('call_count')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('window_at', integer, (c) => c.notNull())
        .addColumn('calls', integer, (c) => c.notNull());
      // Counts of a minute may be lost with a crash of the database: they need no entry in its log.
      await (dialect === 'postgres' ? table.modifyFront(sql`unlogged`) : table).execute();
    }),
});
