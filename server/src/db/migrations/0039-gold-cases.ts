import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Finished consensus reviews that readers are compared with, as they were when they were marked. */
export const createGoldCases = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('gold_case')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id').onDelete('cascade'))
          .addColumn('editor_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('blind', 'integer', required)
          .addColumn('reviewer_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('base_version', integer, required)
          .addColumn('version_id', integer)
          .addColumn('consensus_of', 'text', required)
          .addColumn('marked_by', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('marked_at', integer, required)
          .addColumn('ended_at', integer)
          .execute();
        await db.schema
          .createIndex('gold_case_once')
          .unique()
          .on('gold_case')
          .column('study_id')
          .where(sql`ended_at`, 'is', null)
          .execute();
      }),
  };
};
