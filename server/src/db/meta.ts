import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** A fact that the workspace stores about itself under a name; null when it was never stored. */
export async function metaOf(query: Query, key: string): Promise<string | null> {
  return (await query.selectFrom('workspace_meta').select('value').where('key', '=', key).executeTakeFirst())?.value ?? null;
}

export async function setMeta(query: Query, key: string, value: string): Promise<void> {
  await query
    .insertInto('workspace_meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function dropMeta(query: Query, key: string): Promise<void> {
  await query.deleteFrom('workspace_meta').where('key', '=', key).execute();
}

/** Times of the last read-back and the last backup, the result, and the current reader. */
export const LAST_SCRUB = 'last_scrub';
export const LAST_SCRUB_RESULT = 'last_scrub_result';
export const SCRUB_RUN = 'scrub_run';
export const LAST_BACKUP = 'last_backup';
/** When the studies of earlier versions were sorted. */
export const IMAGES_REORDERED = 'images_reordered';
