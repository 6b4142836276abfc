import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, World } from '../../test/world.ts';
import { findUser } from '../db/users.ts';
import { startSession } from '../db/sessions.ts';
import { dropWhatEnded, pruneOldVersions, scrubWhenDue } from './upkeep.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe.each(databases())('a running server on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  it('forgets sessions that ended, by time or by sign-out, and keeps the others', async () => {
    const { query } = world.db;
    const user = await findUser(query, emailOf('Editor'));
    const session = (expiresAt: number) =>
      startSession(query, { userId: user!.id, role: null, signInHash: null, createdAt: NOON, expiresAt });
    await session(NOON + HOUR);
    await session(NOON + DAY);
    await dropWhatEnded(world, NOON + 2 * HOUR);
    expect(await query.selectFrom('session').select('expires_at').execute()).toEqual([{ expires_at: NOON + DAY }]);
    await query.updateTable('session').set({ revoked_at: NOON }).execute();
    await dropWhatEnded(world, NOON + 2 * HOUR);
    expect(await query.selectFrom('session').select('token_hash').execute()).toEqual([]);
  });

  it('reads everything back once a week, and names what is damaged', async () => {
    const lines: string[] = [];
    let now = NOON;
    const turn = () => scrubWhenDue(world, { signal: new AbortController().signal, now: () => now, log: (line) => lines.push(line) });
    expect(await turn()).toBe(true);
    expect([await turn(), lines]).toEqual([false, []]);
    await world.db.query
      .updateTable('config_set')
      .set({ sha256: 'f'.repeat(64) })
      .where('name', '=', 'echo_caliper')
      .execute();
    now += 7 * DAY;
    expect(await turn()).toBe(true);
    expect(lines[0]).toBe('DAMAGED: configuration, version 1, echo_caliper: it differs from its hash');
  });

  it('asked to stop amid the removal of old versions, is due again', async () => {
    const stop = new AbortController();
    const turn = () => pruneOldVersions(world, { signal: stop.signal, now: () => NOON, log: () => undefined, keptDays: 30 });
    expect(await turn()).toBeUndefined();
    stop.abort();
    expect(await turn()).toBe('undone');
  });

  it('asked to stop amid the reading, begins again next time', async () => {
    const stop = new AbortController();
    stop.abort();
    const turn = (signal: AbortSignal) => scrubWhenDue(world, { signal, now: () => NOON + 60 * DAY, log: () => undefined });
    expect([await turn(stop.signal), await turn(new AbortController().signal)]).toEqual([false, true]);
  });
});
