import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** How readers measure over time, against gold cases, consensuses and each other. */
export const createReaderReports = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('reader_report')
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('blind', 'integer', required)
          .addColumn('standard', 'text', required)
          .addColumn('studies', 'integer', required)
          .addColumn('measurements', 'text', required)
          .addColumn('content', blob, required)
          .addColumn('sha256', 'text', required)
          .addColumn('size_bytes', integer, required)
          .addColumn('made_at', integer, required)
          .addPrimaryKeyConstraint('reader_report_key', ['project_id', 'reader_id', 'blind', 'standard'])
          .execute();
      }),
  };
};
