import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** State shared by several servers of one workspace: tabs that hold a study open, and whose turn it is at work done once. */
export const createSharedState = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('study_lease')
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id'))
          .addColumn('user_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('lease', 'text', required)
          .addColumn('renewed_at', integer, required)
          .addPrimaryKeyConstraint('study_lease_key', ['study_id', 'user_id', 'lease'])
          .execute();
        await db.schema
          .createTable('turn')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('holder', 'text')
          .addColumn('until', integer, required)
          .addColumn('begun_at', integer, required)
          .execute();
      }),
  };
};
