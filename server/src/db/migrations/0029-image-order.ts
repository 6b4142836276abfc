import type { Kysely } from 'kysely';

/** 1 for images whose position was decided from their files; images of earlier versions are in the order of their file names. */
export const addPlaced = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('image_file')
      .addColumn('placed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
});
