import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Objects of a bucket that were read back whole, for all servers of a workspace. */
export const createObjectChecks = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('object_check')
          .addColumn('sha256', 'text', (c) => c.primaryKey())
          .addColumn('size_bytes', integer, required)
          .addColumn('etag', 'text', required)
          .addColumn('checked_at', integer, required)
          .execute();
      }),
  };
};
