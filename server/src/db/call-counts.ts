import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Calls of one person or address that a server adds to what all servers counted. */
interface CountedCalls {
  /** Kind and person of the counted calls; a keyed hash, so that no address is stored. */
  key: string;
  /** Start of the window, in ms since 1970 UTC. */
  windowAt: number;
  calls: number;
}

/**
 * Adds calls to the count of their window and returns the count of all servers, in one statement. A later window starts the count
 * again. A server whose clock is behind counts in the window that another one has begun.
 */
export async function addCalls(query: Query, { key, windowAt, calls }: CountedCalls): Promise<number> {
  const row = await query
    .insertInto('call_count')
    .values({ key, window_at: windowAt, calls })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((e) => {
        const isLater = e('call_count.window_at', '<', e.ref('excluded.window_at'));
        return {
          calls: e
            .case()
            .when(isLater)
            .then(e.ref('excluded.calls'))
            .else(e('call_count.calls', '+', e.ref('excluded.calls')))
            .end(),
          window_at: e.case().when(isLater).then(e.ref('excluded.window_at')).else(e.ref('call_count.window_at')).end(),
        };
      }),
    )
    .returning('calls')
    .executeTakeFirstOrThrow();
  return row.calls;
}

/** Forgets windows that began before a time. */
export async function dropCountsBefore(query: Query, time: number): Promise<void> {
  await query.deleteFrom('call_count').where('window_at', '<', time).execute();
}
