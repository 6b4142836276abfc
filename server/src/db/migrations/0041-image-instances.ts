import type { Kysely } from 'kysely';

/** Images by their SOP Instance UID, wherever they are: without it, every study of the workspace is looked through. */
export const indexInstances = () => ({
  up: async (db: Kysely<unknown>): Promise<void> => {
    await db.schema.createIndex('image_file_instance').on('image_file').column('instance_id').execute();
  },
});
