import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Orders of imports, and the outcome of each file. Names of files may be names of people: they are sealed. */
export const createImports = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('import_run')
          .addColumn('job_id', 'text', (c) => c.primaryKey().references('job.id').onDelete('cascade'))
          .addColumn('source_kind', 'text', required)
          .addColumn('source_name', 'text', required)
          .addColumn('sealed_order', blob)
          .addColumn('rows_unused', 'text', required)
          .execute();
        await db.schema
          .createTable('import_file')
          .addColumn('job_id', 'text', (c) => c.notNull().references('import_run.job_id').onDelete('cascade'))
          .addColumn('name_mark', 'text', required)
          .addColumn('position', integer, required)
          .addColumn('outcome', 'text', required)
          .addColumn('study_id', 'text')
          .addColumn('burned_in_text', 'text')
          .addColumn('age_left_out', integer, required)
          .addColumn('sealed', blob)
          .addPrimaryKeyConstraint('import_file_key', ['job_id', 'name_mark'])
          .execute();
        await db.schema.createIndex('import_file_place').on('import_file').columns(['job_id', 'position']).execute();
      }),
  };
};
