import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { connect, type Db } from './connect.ts';
import { migrate } from './migrate.ts';
import { isStorageFull } from './storage-full.ts';

/** Seconds of queries. */
const MANY_QUERIES = 50_000;

const value = (text: string) => ({ key: text, value: text });

describe('the two handles of SQLite', () => {
  let db: Db;
  beforeEach(async () => {
    db = connect({ kind: 'sqlite', file: path.join(await temporaryFolder('driver'), 'records.sqlite') });
    await migrate(db);
  });
  afterEach(() => db.close());
  const keys = async () => (await db.query.selectFrom('workspace_meta').select('key').orderBy('key').execute()).map((row) => row.key);

  it('read while a transaction is under way, and see it when it is committed', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let begun = (): void => undefined;
    const writing = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const transaction = db.query.transaction().execute(async (query) => {
      await query.insertInto('workspace_meta').values(value('a')).execute();
      begun();
      await gate;
      return (await query.selectFrom('workspace_meta').select('key').execute()).length;
    });
    await writing;
    expect(await keys()).toEqual([]);
    go();
    expect(await transaction).toBe(1);
    expect(await keys()).toEqual(['a']);
  });

  it('let others have their turn amid queries without end, in a transaction too', async () => {
    let isHeard = false;
    setImmediate(() => {
      isHeard = true;
    });
    // Without a pause, nothing but these queries would ever run.
    const askUntilHeard = async (query: Db['query']): Promise<void> => {
      for (let count = 0; !isHeard && count < MANY_QUERIES; count += 1) await query.selectFrom('workspace_meta').select('key').execute();
    };
    await askUntilHeard(db.query);
    expect(isHeard).toBe(true);
    isHeard = false;
    await db.query.transaction().execute(async (query) => {
      setImmediate(() => {
        isHeard = true;
      });
      await askUntilHeard(query);
    });
    expect(isHeard).toBe(true);
  });

  it('let writers take turns: a transaction is never mixed with what others write', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b', 'c']
        .map((name) =>
          db.query.transaction().execute(async (query) => {
            order.push(`${name} begins`);
            await query.insertInto('workspace_meta').values(value(name)).execute();
            await new Promise((resolve) => {
              setTimeout(resolve, 2);
            });
            order.push(`${name} ends`);
          }),
        )
        .concat(
          db.query
            .insertInto('workspace_meta')
            .values(value('d'))
            .execute()
            .then(() => {
              order.push('d');
            }),
        ),
    );
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends', 'd']);
  });

  it('roll a failed transaction back completely and continue', async () => {
    await expect(
      db.query.transaction().execute(async (query) => {
        await query.insertInto('workspace_meta').values(value('a')).execute();
        await query.insertInto('workspace_meta').values(value('a')).execute();
      }),
    ).rejects.toThrow(/UNIQUE/);
    await db.query.insertInto('workspace_meta').values(value('b')).execute();
    expect(await keys()).toEqual(['b']);
  });

  it('return the result of a write, and how many rows it touched', async () => {
    expect(await db.query.insertInto('workspace_meta').values(value('a')).returning('value').execute()).toEqual([{ value: 'a' }]);
    expect((await db.query.updateTable('workspace_meta').set({ value: 'x' }).executeTakeFirst()).numUpdatedRows).toBe(1n);
  });

  it('report a full disk instead of a failed rollback, and lose nothing of before', async () => {
    await db.query.insertInto('workspace_meta').values(value('before')).execute();
    const pages = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db.query);
    await sql.raw(`PRAGMA max_page_count = ${pages.rows[0]!.page_count + 4}`).execute(db.query);
    const failed = await db.query
      .transaction()
      .execute(async (query) => {
        for (let n = 0; n < 50; n += 1)
          await query
            .insertInto('workspace_meta')
            .values({ key: `n${n}`, value: 'x'.repeat(4000) })
            .execute();
      })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: 'database or disk is full' });
    expect(isStorageFull(failed)).toBe(true);
    expect(await keys()).toEqual(['before']);
    await sql.raw('PRAGMA max_page_count = 1000000').execute(db.query);
    await db.query.insertInto('workspace_meta').values(value('after')).execute();
    expect(await keys()).toEqual(['after', 'before']);
  });
});
