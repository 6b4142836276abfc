import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Files that are made of a project as a whole: its statistics with their pictures. */
export const createProjectStatistics = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('project_statistics')
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('name', 'text', required)
          .addColumn('content', blob, required)
          .addColumn('sha256', 'text', required)
          .addColumn('size_bytes', integer, required)
          .addColumn('made_at', integer, required)
          .addPrimaryKeyConstraint('project_statistics_key', ['project_id', 'name'])
          .execute();
      }),
  };
};
