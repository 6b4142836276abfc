import type { Kysely } from 'kysely';
import { inTransaction } from './in-transaction.ts';

/** Open points of a finished review, and the reason for finishing it. Earlier reviews have neither. */
export const addFinishReasons = () => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      await db.schema.alterTable('review').addColumn('finish_reason', 'text').execute();
      await db.schema.alterTable('review').addColumn('finish_open', 'text').execute();
    }),
});
