import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Replies of editors to issues of reviews. Earlier issues have none. */
export const addIssueReplies = (dialect: Dialect) => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      await db.schema.alterTable('review_issue').addColumn('reply', 'text').execute();
      await db.schema
        .alterTable('review_issue')
        .addColumn('replied_at', dialect === 'postgres' ? 'bigint' : 'integer')
        .execute();
    }),
});
