import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * Current versions of configuration sets, as a stored choice of the workspace (no project) or of a project, and authors of
 * versions. The newest version stays current.
 */
export const createConfigurationChoices = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .alterTable('config_set')
          .addColumn('created_by', integer, (c) => c.references('user_account.id'))
          .execute();
        await db.schema
          .createTable('config_choice')
          .addColumn('name', 'text', required)
          .addColumn('project_id', integer, (c) => c.references('project.id'))
          .addColumn('version', integer, required)
          .addColumn('chosen_by', integer, (c) => c.references('user_account.id'))
          .addColumn('chosen_at', integer, required)
          .execute();
        await sql`create unique index config_choice_place on config_choice (name, coalesce(project_id, 0))`.execute(db);
        await sql`insert into config_choice (name, project_id, version, chosen_by, chosen_at)
          select name, null, max(version), null, max(created_at) from config_set group by name`.execute(db);
      }),
  };
};
