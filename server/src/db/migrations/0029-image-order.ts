import { type Kysely, sql } from 'kysely';
import { inTransaction } from './in-transaction.ts';

/** Key of the time since which imports sort images, in ms since 1970 UTC. */
export const PLACED_SINCE = 'images_placed_since';

/** Records when imports began to sort images, so that older studies can be found. */
export const rememberImageOrder = () => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      await sql`insert into workspace_meta (key, value) values (${PLACED_SINCE}, ${String(Date.now())})`.execute(db);
    }),
});
