import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Active time of readers, and the batches it came in. */
export const createEffort = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('effort')
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id').onDelete('cascade'))
          .addColumn('editor_id', integer, (c) => c.notNull().references('user_account.id').onDelete('cascade'))
          .addColumn('blind', 'integer', required)
          .addColumn('pass', 'integer', required)
          .addColumn('review', 'integer', required)
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id').onDelete('cascade'))
          .addColumn('instance_id', 'text', required)
          .addColumn('step', 'text', required)
          .addColumn('image_type', 'text')
          .addColumn('active_ms', integer, required)
          .addPrimaryKeyConstraint('effort_key', ['study_id', 'editor_id', 'blind', 'pass', 'review', 'reader_id', 'instance_id', 'step'])
          .execute();
        await db.schema.createIndex('effort_reader').on('effort').column('reader_id').execute();
        await db.schema
          .createTable('effort_batch')
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id').onDelete('cascade'))
          .addColumn('batch', 'text', required)
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id').onDelete('cascade'))
          .addColumn('counted_ms', integer, required)
          .addColumn('added_at', integer, required)
          .addPrimaryKeyConstraint('effort_batch_key', ['reader_id', 'batch'])
          .execute();
        await db.schema.createIndex('effort_batch_study').on('effort_batch').columns(['study_id', 'reader_id', 'added_at']).execute();
      }),
  };
};
