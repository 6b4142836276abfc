import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { databases } from '../../test/databases.ts';
import { emailOf, World } from '../../test/world.ts';
import { PostgresConnection } from './postgres-driver.ts';
import { together } from './together.ts';

const EDITOR = emailOf('Editor');
/** Times that a save of all images waits for PostgreSQL (docs/why/storage.md#statements-sent-together). */
const WAITS_OF_A_SAVE = 7;

describe.each(databases())('statements together on $name', ({ name, seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  const valueOf = async (key: string): Promise<string | undefined> =>
    (await world.db.query.selectFrom('workspace_meta').select('value').where('key', '=', key).executeTakeFirst())?.value;

  it('run in their order, and return the rows of each', async () => {
    const rows = await world.db.query
      .transaction()
      .execute((inside) =>
        together(
          inside,
          inside.selectFrom('workspace_meta').select('value').where('key', '=', 'ordered'),
          inside.insertInto('workspace_meta').values({ key: 'ordered', value: 'one' }).returning('value'),
          inside.updateTable('workspace_meta').set({ value: 'two' }).where('key', '=', 'ordered'),
          inside.selectFrom('workspace_meta').select('value').where('key', '=', 'ordered'),
        ),
      );
    expect(rows).toEqual([[], [{ value: 'one' }], [], [{ value: 'two' }]]);
    expect(await valueOf('ordered')).toBe('two');
  });

  it('leave nothing where one of them fails, and fail as it does', async () => {
    const twice = { key: 'twice', value: 'x' };
    const work = world.db.query
      .transaction()
      .execute((inside) =>
        together(
          inside,
          inside.insertInto('workspace_meta').values(twice),
          inside.insertInto('workspace_meta').values(twice),
          inside.updateTable('workspace_meta').set({ value: 'y' }).where('key', '=', 'twice'),
        ),
      );
    await expect(work).rejects.toThrow(/unique/i);
    expect(await valueOf('twice')).toBeUndefined();
    // The connection is as good as before.
    await world.db.query.insertInto('workspace_meta').values({ key: 'after', value: 'z' }).execute();
    expect(await valueOf('after')).toBe('z');
  });

  it('end a transaction in which nothing was asked for', async () => {
    await world.db.query.transaction().execute(async () => undefined);
    await expect(world.db.query.transaction().execute(async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  });

  it.runIf(name === 'PostgreSQL')('are prepared unless they select whatever columns there are', async () => {
    const { query } = world.db;
    const texts = await query.connection().execute(async (one) => {
      await together(one, one.selectFrom('project').select('id'), one.selectFrom('project').selectAll());
      return (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one)).rows;
    });
    const statements = texts.map(({ statement }) => statement);
    expect(statements).toContain('select "id" from "project"');
    expect(statements.filter((statement) => statement.includes('*'))).toEqual([]);
  });

  it.runIf(name === 'PostgreSQL')('let a save wait for the database a few times', async () => {
    const token = await world.tokenOf(EDITOR, 'Editor');
    const save = (view: string) =>
      world.call(CALLS.analysisUpdate, { token, body: world.save(EDITOR, [{ ...world.images[0]!, type: '4-chamber 2D', view }]) });
    await save('A4C');
    const spies = (['executeTogether', 'executeQuery', 'end'] as const).map((method) => vi.spyOn(PostgresConnection.prototype, method));
    try {
      expect((await save('A2C')).status).toBe(200);
      const waits = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      expect(waits).toBe(WAITS_OF_A_SAVE);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});
