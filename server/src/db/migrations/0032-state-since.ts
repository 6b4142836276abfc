import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * When requirements of the project gave work another state than its save did (null while it has that of its save), and what a
 * consensus took from whom.
 */
export const addStateSince = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('analysis_head')
      .addColumn('state_since', dialect === 'postgres' ? 'bigint' : 'integer')
      .execute();
    await db.schema.alterTable('review').addColumn('consensus_taken', 'text').execute();
  },
});
