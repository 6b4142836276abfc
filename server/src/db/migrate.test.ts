import { type Kysely, Migrator, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { connect, type Db } from './connect.ts';
import { migrate, migrationsOf } from './migrate.ts';

describe.each(databases())('migrations on $name', ({ fresh }) => {
  let db: Db;
  afterEach(() => db.close());

  it('that end in the middle leave nothing behind, and go through the next time', async () => {
    db = connect(await fresh());
    const ended = {
      up: async (inside: Kysely<unknown>): Promise<void> => {
        await inside.schema.createTable('half').addColumn('id', 'integer').execute();
        throw new Error('the process ended here');
      },
    };
    const all = { ...migrationsOf(db), '9999-ended': ended };
    const { error } = await new Migrator({ db: db.query, provider: { getMigrations: async () => all } }).migrateToLatest();
    expect(error).toMatchObject({ message: 'the process ended here' });
    const tables = (await db.query.introspection.getTables()).map(({ name }) => name);
    expect(tables).toEqual([]);
    await migrate(db);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.query);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrationsOf(db)));
  });
});
