import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * Reviews get versions and a head. A review from before has none: it is the copy of the editor's version it was made on, and
 * stays that until it is saved.
 */
export const createReviewVersions = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const serial = <T extends string>(table: CreateTableBuilder<T, never>) =>
    dialect === 'postgres'
      ? table.addColumn('id', 'bigserial', (c) => c.primaryKey())
      : table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const to = (target: string) => (c: ColumnDefinitionBuilder) => c.notNull().references(target);
  const perhaps = (target: string) => (c: ColumnDefinitionBuilder) => c.references(target);

  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await serial(db.schema.createTable('review_version'))
          .addColumn('study_id', integer, to('study.id'))
          .addColumn('editor_id', integer, to('user_account.id'))
          .addColumn('blind', integer, required)
          .addColumn('reviewer_id', integer, to('user_account.id'))
          .addColumn('parent_id', integer, perhaps('review_version.id'))
          .addColumn('base_version', integer, to('analysis_version.id'))
          .addColumn('created_at', integer, required)
          .addColumn('save_id', 'text')
          .addColumn('request_sha256', 'text')
          .addColumn('config_versions', 'text', required)
          .addColumn('engine_version', 'text')
          .addColumn('study_state', 'text', required)
          .addColumn('format', integer, required)
          .addColumn('document', blob, required)
          .addColumn('sha256', 'text', required)
          .addColumn('without_head', integer, required)
          .execute();
        await db.schema
          .createIndex('review_version_save')
          .unique()
          .on('review_version')
          .columns(['reviewer_id', 'study_id', 'save_id'])
          .execute();
        await db.schema.alterTable('review').addColumn('version_id', integer, perhaps('review_version.id')).execute();
        await db.schema.alterTable('review').addColumn('study_state', 'text').execute();
      }),
  };
};
