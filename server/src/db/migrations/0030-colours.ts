import type { Kysely } from 'kysely';

/** The colours that a person chose for an image; null leaves them to the file. */
export const addColours = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('image_file').addColumn('colours', 'text').execute();
  },
});
