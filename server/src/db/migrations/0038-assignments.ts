import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Who is to read which study, and until when. */
export const createAssignments = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('assignment')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id').onDelete('cascade'))
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('blind', 'integer', required)
          .addColumn('pass', 'integer', required)
          .addColumn('assigned_by', integer, (c) => c.references('user_account.id'))
          .addColumn('assigned_at', integer, required)
          .addColumn('due_on', 'text')
          .addColumn('paused', 'integer', required)
          .addColumn('repeat_after_days', integer)
          .addColumn('ended_at', integer)
          .execute();
        await db.schema.createIndex('assignment_study').on('assignment').columns(['study_id', 'ended_at']).execute();
        await db.schema.createIndex('assignment_reader').on('assignment').columns(['reader_id', 'ended_at']).execute();
        await db.schema
          .createIndex('assignment_once')
          .unique()
          .on('assignment')
          .columns(['study_id', 'reader_id', 'blind', 'pass'])
          .where(sql`ended_at`, 'is', null)
          .execute();
      }),
  };
};
