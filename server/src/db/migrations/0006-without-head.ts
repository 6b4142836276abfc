import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Versions that are kept in the history and never were current. Null in versions stored before: they were. */
export const keepWithoutHead = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('analysis_version')
      .addColumn('without_head', dialect === 'postgres' ? 'bigint' : 'integer')
      .execute();
  },
});
