import type { Kysely } from 'kysely';

/** `stated`: inputs of guidelines that people state of a study; null where none is stated. */
export const addStated = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('study').addColumn('stated', 'text').execute();
  },
});
