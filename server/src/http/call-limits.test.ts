import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, World } from '../../test/world.ts';
import { buildApp } from '../app.ts';
import { connect, type Db } from '../db/connect.ts';
import { addCalls, dropCountsBefore } from '../db/call-counts.ts';
import { migrate } from '../db/migrate.ts';
import { CALL_WINDOW_MS, CALLS_PER_MINUTE, SIGN_INS_PER_MINUTE } from '../limits.ts';
import { throttle } from '../login/throttle.ts';
import { secretBox } from '../workspace/secret-box.ts';
import { CallLimits, LIMIT_PARTS } from './call-limits.ts';

const SERVERS = 3;
/** Start of a minute. */
const MINUTE = Date.UTC(2026, 10, 21, 12);

/** A number in a database, kept right by anything but ours. */
function sharedNumber(): { add: (key: string, windowAt: number, calls: number) => Promise<number>; asked: number } {
  const counts = new Map<string, number>();
  const shared = {
    asked: 0,
    add: async (key: string, windowAt: number, calls: number): Promise<number> => {
      shared.asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const all = (counts.get(`${key} ${windowAt}`) ?? 0) + calls;
      counts.set(`${key} ${windowAt}`, all);
      return all;
    },
  };
  return shared;
}

const threeLimits = (add: ReturnType<typeof sharedNumber>['add'], now = () => MINUTE): CallLimits[] =>
  Array.from({ length: SERVERS }, () => new CallLimits({ now, add }));
/** How many of so many calls are let through, sent at once to the servers that `of` names. */
async function allowed(limits: readonly CallLimits[], calls: number, max: number, of = (n: number) => n % SERVERS): Promise<number> {
  const places = await Promise.all(Array.from({ length: calls }, (_, n) => limits[of(n)]!.take('somebody', max)));
  return places.filter(({ place }) => place <= max).length;
}

describe('Calls of one person, counted by three servers', () => {
  it.each([1, 60, LIMIT_PARTS])('are %i and no more where that is the limit, also when they come at once', async (max) => {
    for (const of of [(n: number) => n % SERVERS, (n: number) => (n < max / 2 ? 0 : 2)])
      expect(await allowed(threeLimits(sharedNumber().add), 5 * max, max, of)).toBe(max);
  });

  it.each([121, 1200, 12_000])('of a limit of %i are all of it, and less than a part more at each server', async (max) => {
    const part = Math.ceil(max / LIMIT_PARTS);
    for (const of of [(n: number) => n % SERVERS, (n: number) => (n < max ? 0 : 1 + (n % 2))]) {
      const through = await allowed(threeLimits(sharedNumber().add), 5 * max, max, of);
      expect(through).toBeGreaterThanOrEqual(max);
      expect(through).toBeLessThanOrEqual(max + SERVERS * (part - 1));
    }
  });

  it('wait for the database at one call of a part, and not at all before', async () => {
    const shared = sharedNumber();
    const [server] = threeLimits(shared.add);
    for (let n = 0; n < 9; n += 1) await server!.take('somebody', 1200);
    expect(shared.asked).toBe(0);
    for (let n = 9; n < 1200; n += 1) await server!.take('somebody', 1200);
    expect(shared.asked).toBe(1200 / 10);
    // A refusal costs the database nothing.
    for (let n = 0; n < 1000; n += 1) expect((await server!.take('somebody', 1200)).place).toBeGreaterThan(1200);
    expect(shared.asked).toBe(1200 / 10);
  });

  it('start again with the next minute, and report when that is', async () => {
    let now = MINUTE + 45_000;
    const limits = threeLimits(sharedNumber().add, () => now);
    expect(await allowed(limits, 10, 4)).toBe(4);
    expect(await limits[0]!.take('somebody', 4)).toMatchObject({ endsInMs: 15_000 });
    now = MINUTE + CALL_WINDOW_MS;
    expect(await allowed(limits, 10, 4)).toBe(4);
  });

  it('are counted by each server for itself while the database is away, and together again afterwards', async () => {
    const shared = sharedNumber();
    let isAway = true;
    const limits = threeLimits((...of) => (isAway ? Promise.reject(new Error('away')) : shared.add(...of)));
    expect(await allowed(limits, 30, 4)).toBe(SERVERS * 4);
    const others = threeLimits((...of) => (isAway ? Promise.reject(new Error('away')) : shared.add(...of)));
    expect(await allowed(others, 3, 9)).toBe(3);
    isAway = false;
    expect(await allowed(others, 30, 9)).toBe(6);
  });
});

describe.each(databases())('Three servers on one $name', ({ fresh }) => {
  let world: World;
  let connections: Db[];
  let apps: FastifyInstance[];
  beforeEach(async () => {
    const location = await fresh();
    world = await World.make(location);
    // A file of SQLite has one writing process; servers share its connection here, as requests do there.
    const shared = location.kind === 'sqlite' ? connect(location) : null;
    connections = Array.from({ length: SERVERS }, () => shared ?? connect(location));
    apps = await Promise.all(
      connections.map((db) => buildApp({ services: { ...world.services, db }, replica: true, webRoot: null, log: false })),
    );
    // The clock does not move, however long the requests take.
    vi.useFakeTimers({ toFake: ['Date'], now: MINUTE });
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const app of apps) await app.close();
    for (const db of new Set(connections)) await db.close();
    await world.close();
  });

  it('let an address try to sign in as often as one does, and not once more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2 * SIGN_INS_PER_MINUTE }, (_, n) =>
        apps[n % SERVERS]!.inject({
          method: 'POST',
          url: '/auth/demo/sign-in',
          headers: { host: '127.0.0.1' },
          payload: { email: 'nobody@test' },
        }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBe(SIGN_INS_PER_MINUTE);
    expect(Number(refused[0]!.headers['retry-after'])).toBe(CALL_WINDOW_MS / 1000);
  });

  it('let a person make a call as often as one does, within a part of the limit at each', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    let through = 0;
    for (let n = 0; n < CALLS_PER_MINUTE + 100; n += 1) {
      const { statusCode } = await apps[n % SERVERS]!.inject({ url: '/auth/session', headers: { [TOKEN_HEADER]: token } });
      if (statusCode === 200) through += 1;
    }
    expect(through).toBeGreaterThanOrEqual(CALLS_PER_MINUTE);
    expect(through).toBeLessThanOrEqual(CALLS_PER_MINUTE + SERVERS * (CALLS_PER_MINUTE / LIMIT_PARTS - 1));
    const stored = await world.db.query.selectFrom('call_count').select(['key', 'window_at']).execute();
    expect(stored.every(({ window_at }) => window_at === MINUTE)).toBe(true);
    expect(stored.some(({ key }) => /person|127/.test(key))).toBe(false);
  });

  it('delay guesses of a password that are made at once as those made one after the other', async () => {
    const secrets = secretBox(new Uint8Array(32).fill(8));
    const guess = (n: number, account: string, address: string): Promise<number> =>
      throttle(connections[n % SERVERS]!.query, secrets).begin({ account, address }, MINUTE);
    const same = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n, 'one@example.org', '198.51.100.1')));
    expect(same.filter((wait) => wait === 0).length).toBe(5);
    const spread = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n, 'two@example.org', `198.51.100.${n}`)));
    expect(spread.filter((wait) => wait === 0).length).toBe(20);
  });
});

describe.each(databases())('Counted calls on $name', ({ fresh }) => {
  it('add up within their window, start again with a later one, and are forgotten', async () => {
    const db = connect(await fresh());
    await migrate(db);
    const add = (windowAt: number, calls: number) => addCalls(db.query, { key: 'k', windowAt, calls });
    expect([await add(MINUTE, 3), await add(MINUTE, 4), await add(MINUTE + CALL_WINDOW_MS, 2)]).toEqual([3, 7, 2]);
    // A clock that is behind counts where the others do.
    expect(await add(MINUTE, 5)).toBe(7);
    await dropCountsBefore(db.query, MINUTE + CALL_WINDOW_MS);
    expect(await add(MINUTE + CALL_WINDOW_MS, 1)).toBe(8);
    await dropCountsBefore(db.query, MINUTE + CALL_WINDOW_MS + 1);
    expect(await add(MINUTE + CALL_WINDOW_MS, 1)).toBe(1);
    await db.close();
  });
});
