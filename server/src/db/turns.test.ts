import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { connect, type Db } from './connect.ts';
import { migrate } from './migrate.ts';
import { inTurn, releaseTurns, takeTurn, type Turn } from './turns.ts';

const DAY = 24 * 60 * 60 * 1000;
const turnOf = (holder: string): Turn => ({ name: 'night', holder, leaseMs: 1000, everyMs: DAY });

describe.each(databases())('work that one server does for all, on $name', ({ fresh }) => {
  let db: Db;
  beforeEach(async () => {
    db = connect(await fresh());
    await migrate(db);
  });
  afterEach(() => db.close());

  it('is started once by many simultaneous servers, and again when it is time', async () => {
    const done: string[] = [];
    const come = (now: number) =>
      Promise.all(
        ['a', 'b', 'c', 'd'].map((holder) =>
          inTurn(
            db.query,
            turnOf(holder),
            () => now,
            async () => void done.push(holder),
          ),
        ),
      );
    expect((await come(DAY)).filter(Boolean)).toHaveLength(1);
    expect((await come(2 * DAY - 1)).filter(Boolean)).toHaveLength(0);
    expect((await come(2 * DAY)).filter(Boolean)).toHaveLength(1);
    expect(done).toHaveLength(2);
  });

  it('of a server that died is taken over when its time is up', async () => {
    const often = (holder: string): Turn => ({ ...turnOf(holder), everyMs: 0 });
    expect(await takeTurn(db.query, often('dead'), 10_000)).toBe(true);
    expect(await takeTurn(db.query, often('other'), 10_999)).toBe(false);
    expect(await takeTurn(db.query, often('other'), 11_000)).toBe(true);
  });

  it('of a server that died is due at once where no other server can have it', async () => {
    expect(await takeTurn(db.query, turnOf('dead'), DAY)).toBe(true);
    expect(await takeTurn(db.query, turnOf('next'), DAY + 1)).toBe(false);
    await releaseTurns(db.query);
    expect(await takeTurn(db.query, turnOf('next'), DAY + 1)).toBe(true);
  });

  it('is due again when it failed', async () => {
    const failing = inTurn(
      db.query,
      turnOf('a'),
      () => DAY,
      () => Promise.reject(new Error('broken')),
    );
    await expect(failing).rejects.toThrow('broken');
    expect(await takeTurn(db.query, turnOf('b'), DAY + 1)).toBe(true);
  });

  it('is due again when it was left undone', async () => {
    const leave = (came: 'undone' | undefined, now: number) =>
      inTurn(
        db.query,
        turnOf('a'),
        () => now,
        async () => came,
      );
    expect(await leave('undone', DAY)).toBe(true);
    expect(await leave(undefined, DAY + 1)).toBe(true);
    expect(await leave(undefined, DAY + 2)).toBe(false);
  });
});
