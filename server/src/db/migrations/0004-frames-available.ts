import type { Kysely } from 'kysely';

/** Frames that are in a file, of those it declares. Null for images that were imported before they were counted. */
export const countFrames = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('image_file').addColumn('frames_available', 'integer').execute();
  },
});
