import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '../errors.ts';

/** Key of the advisory lock ("echo" as ASCII): such locks hold within one database, which holds one workspace. */
const LOCK_KEY = 0x6563_686f;
/** How long a lost lock is tried again, and how often, in ms. */
const RETRY_FOR_MS = 30_000;
const RETRY_EVERY_MS = 1000;
/** How long a start waits for the lock, in ms: PostgreSQL frees the lock of a killed server when it sees its connection gone. */
const WAIT_FOR_MS = 5000;
const WAIT_EVERY_MS = 250;

export interface DatabaseLock {
  release(): Promise<void>;
}

const OWNED =
  'Another Echometry already uses the PostgreSQL database that ECHOMETRY_DATABASE_URL names. Stop it first, or name another database.';

const OWNED_ALONE =
  'Another Echometry has exclusive use of the PostgreSQL database in ECHOMETRY_DATABASE_URL, without ECHOMETRY_REPLICAS. Stop it first; then all of them may run as replicas.';

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** A connection that holds the lock; null when another process holds it. */
async function lockedClient(url: string, shared: boolean): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // Until the lock is watched, a lost connection shows as a failed query.
  client.on('error', () => undefined);
  await client.connect();
  const take = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ held: boolean }>(`select ${take}($1) as held`, [LOCK_KEY]);
  if (rows[0]?.held === true) return client;
  await client.end();
  return null;
}

/** A connection that holds the lock, waited for; null when another process keeps holding it. */
async function awaitedClient(url: string, shared: boolean): Promise<pg.Client | null> {
  for (let waited = 0; waited < WAIT_FOR_MS; waited += WAIT_EVERY_MS) {
    const client = await lockedClient(url, shared);
    if (client !== null) return client;
    await wait(WAIT_EVERY_MS);
  }
  return lockedClient(url, shared);
}

/**
 * Makes this process the only owner of a PostgreSQL database, or one of several replicas that share it, by an advisory lock on a
 * separate connection. The server frees the lock when the connection is lost: it is then taken again, and `onLost` is called when
 * that fails.
 *
 * @throws Refusal when another process keeps holding it in the other way for WAIT_FOR_MS.
 */
export async function takeDatabaseLock(
  url: string,
  onLost: (reason: string) => void,
  { shared = false }: { shared?: boolean } = {},
): Promise<DatabaseLock> {
  const refusal = shared ? OWNED_ALONE : OWNED;
  let released = false;
  let held: pg.Client | null = null;

  const hold = (client: pg.Client): void => {
    held = client;
    client.once('end', () => {
      if (!released && held === client) void takeAgain();
    });
  };
  const takeAgain = async (): Promise<void> => {
    held = null;
    for (let waited = 0; waited < RETRY_FOR_MS && !released; waited += RETRY_EVERY_MS) {
      try {
        const client = await lockedClient(url, shared);
        if (client === null) return onLost(refusal);
        if (released) return await client.end();
        return hold(client);
      } catch {
        await pause(RETRY_EVERY_MS);
      }
    }
    if (!released) onLost('The connection to PostgreSQL was lost and did not come back. Work that was acknowledged is stored.');
  };

  const first = await awaitedClient(url, shared);
  if (first === null) throw new Refusal(refusal);
  hold(first);
  return {
    release: async () => {
      released = true;
      await held?.end();
    },
  };
}
