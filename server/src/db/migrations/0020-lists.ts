import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * Keys for order, search and filters of lists, next to the data they are computed from (docs/why/storage.md#lists-in-sql).
 * Every study begins unlisted; what is unlisted is filled in after the migrations, and before a list is read.
 */
export const createLists = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  // Keys are compared byte by byte in both databases.
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const zero = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0);
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        const add = (table: string, name: string, type: typeof integer | typeof text, build = (c: ColumnDefinitionBuilder) => c) =>
          db.schema.alterTable(table).addColumn(name, type, build).execute();
        await add('study', 'listed', integer, zero);
        await add('study', 'list_patient', text);
        await add('study', 'list_search', text);
        await add('study', 'list_editor_id', integer);
        await add('study', 'list_editor', text);
        await add('study', 'list_updated_at', integer);
        await add('study', 'list_steps', integer, zero);
        await add('study', 'list_validated', integer, zero);
        await add('study', 'list_review_step', integer, zero);
        await add('analysis_head', 'list_editor', text);
        await add('analysis_head', 'list_steps', integer, zero);
        await add('analysis_head', 'list_validated', integer, zero);
        await add('analysis_head', 'list_validators', text);
        await add('analysis_head', 'list_is_current', integer, zero);
        await add('analysis_head', 'list_newest_editor', integer);
        await db.schema
          .createTable('list_revision')
          .addColumn('project_id', integer, (c) => c.primaryKey().references('project.id'))
          .addColumn('revision', integer, (c) => c.notNull())
          .execute();
        await sql`create index study_unlisted on study (project_id, id) where listed = 0`.execute(db);
        await sql`create index study_list on study (project_id, active, study_date desc, id)`.execute(db);
        await sql`create index study_list_counts on study (project_id, active, list_editor_id, list_validated, data_type)`.execute(db);
        await sql`create index analysis_head_editor on analysis_head (editor_id, blind, study_id)`.execute(db);
        await sql`create index review_reviewer on review (reviewer_id, study_id)`.execute(db);
      }),
  };
};
