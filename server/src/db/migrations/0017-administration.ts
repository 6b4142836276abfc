import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** When people were last seen, and projects as versions with their authors. Existing projects become version 1. */
export const createAdministration = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema.alterTable('session').addColumn('last_used_at', integer).execute();
        await db.schema.alterTable('user_account').addColumn('last_seen_at', integer).execute();
        await db.schema
          .createTable('project_version')
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('version', integer, required)
          .addColumn('document', 'text', required)
          .addColumn('saved_by', integer, (c) => c.references('user_account.id'))
          .addColumn('saved_at', integer)
          .addPrimaryKeyConstraint('project_version_key', ['project_id', 'version'])
          .execute();
        await sql`insert into project_version (project_id, version, document) select id, 1, document from project`.execute(db);
      }),
  };
};
