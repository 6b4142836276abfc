import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * The next step of every piece of work, next to it (docs/why/storage.md#tasks-in-sql). Studies that were listed before are listed
 * once more: `list_tasks` is 0 until their steps are kept too.
 */
export const createListTasks = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  // Keys are compared byte by byte in both databases.
  const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        const { schema } = db;
        await schema
          .alterTable('study')
          .addColumn('list_tasks', integer, (c) => c.notNull().defaultTo(0))
          .execute();
        await schema.alterTable('study').addColumn('list_next', key).execute();
        await schema.alterTable('analysis_head').addColumn('list_next', key).execute();
        await schema.alterTable('analysis_head').addColumn('list_task', 'text').execute();
        await schema.dropIndex('study_unlisted').execute();
        await sql`create index study_unlisted on study (project_id, id) where listed = 0 or list_tasks = 0`.execute(db);
        await sql`create index study_tasks on study (project_id, active, study_date desc, id) where list_next is not null`.execute(db);
      }),
  };
};
