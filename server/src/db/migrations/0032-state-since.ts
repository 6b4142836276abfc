import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * `state_since`: when changed requirements of the project changed the state of the work; null for the state of its save.
 * `consensus_taken`: the source of each image of a consensus.
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
