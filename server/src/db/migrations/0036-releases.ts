import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Releases of projects, and the versions that they were made from. */
export const createReleases = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('release')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('name', 'text', required)
          .addColumn('version', 'integer', required)
          .addColumn('request', 'text', required)
          .addColumn('made_by', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('made_at', integer, required)
          .addColumn('object_sha256', 'text', (c) => c.notNull().references('stored_object.sha256'))
          .addColumn('size_bytes', integer, required)
          .addColumn('contents', 'text', required)
          .addColumn('differences', 'text')
          .addUniqueConstraint('release_version', ['project_id', 'name', 'version'])
          .execute();
        await db.schema
          .createTable('release_work')
          .addColumn('release_id', 'text', (c) => c.notNull().references('release.id'))
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id'))
          .addColumn('analysis_version', integer, (c) => c.notNull().references('analysis_version.id'))
          .addColumn('review_version', integer, (c) => c.references('review_version.id'))
          .execute();
        await db.schema.createIndex('release_work_study').on('release_work').column('study_id').execute();
        await db.schema.createIndex('release_work_analysis').on('release_work').column('analysis_version').execute();
        await db.schema.createIndex('release_work_review').on('release_work').column('review_version').execute();
      }),
  };
};
