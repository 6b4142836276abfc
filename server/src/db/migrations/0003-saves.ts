import type { Kysely } from 'kysely';

/** Content of a save, as a hash: the same save_id with other content is refused. Null in versions stored before. */
export const createSaves = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('analysis_version').addColumn('request_sha256', 'text').execute();
  },
});
