import type { Kysely } from 'kysely';
import { inTransaction } from './in-transaction.ts';

/** What was open when a review was finished, and why it was finished all the same. Reviews from before know neither. */
export const addFinishReasons = () => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      await db.schema.alterTable('review').addColumn('finish_reason', 'text').execute();
      await db.schema.alterTable('review').addColumn('finish_open', 'text').execute();
    }),
});
