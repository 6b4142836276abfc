import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Work that one server does for all. */
export interface Turn {
  name: string;
  /** This server. */
  holder: string;
  /** How long the turn is kept where the server ends in the middle of it, in ms. */
  leaseMs: number;
  /** Shortest time from one turn to the next, in ms. */
  everyMs: number;
}

/** Takes a turn in one statement when it is free and due; of many who ask at once one gets it. */
export async function takeTurn(query: Query, { name, holder, leaseMs, everyMs }: Turn, now: number): Promise<boolean> {
  const taken = { holder, until: now + leaseMs, begun_at: now };
  const row = await query
    .insertInto('turn')
    .values({ name, ...taken })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(taken)
        .where('turn.until', '<=', now)
        .where('turn.begun_at', '<=', now - everyMs),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a turn back; with `undone`, it is due again at once. */
export async function endTurn(query: Query, { name, holder }: Turn, undone = false): Promise<void> {
  await query
    .updateTable('turn')
    .set({ holder: null, until: 0, ...(undone ? { begun_at: 0 } : {}) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}

/** Returns turns of a killed server, so that no server waits for their end. Only the one server of a workspace may ask. */
export async function releaseTurns(query: Query): Promise<void> {
  await query.updateTable('turn').set({ holder: null, until: 0, begun_at: 0 }).where('holder', 'is not', null).execute();
}

/** Does work while it is this server's turn; false when it is not. Work that fails, or returns 'undone', is due again. */
export async function inTurn(query: Query, turn: Turn, now: () => number, work: () => Promise<void | 'undone'>): Promise<boolean> {
  if (!(await takeTurn(query, turn, now()))) return false;
  let came: void | 'undone';
  try {
    came = await work();
  } catch (error) {
    await endTurn(query, turn, true);
    throw error;
  }
  await endTurn(query, turn, came === 'undone');
  return true;
}
