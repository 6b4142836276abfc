import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, SCOPE, World } from '../../test/world.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';
import { currentConfigSet, currentConfigVersions, storeConfigSet } from './config-sets.ts';
import { migrate } from './migrate.ts';
import { DATABASE_TABLES } from './schema.ts';
import { dropEndedSessions } from './sessions.ts';

describe.each(databases())('records on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  it('migrate once, and again without a change', async () => {
    await migrate(world.db);
    expect((await world.db.query.selectFrom('user_account').selectAll().execute()).length).toBeGreaterThan(5);
  });

  it('are all in the list of tables that a backup copies', async () => {
    const tables = (await world.db.query.introspection.getTables()).map(({ name }) => name);
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((name) => !/^(kysely_|sqlite_)/.test(name)).sort()).toEqual([...DATABASE_TABLES].sort());
  });

  it('keep a configuration set once, and changed content as a new version beside the old one', async () => {
    const [first] = SHIPPED_SETS;
    const set = { name: first!.name, version: first!.version, data: [...first!.data] };
    const next = set.version + 1;
    expect(await storeConfigSet(world.db.query, set, NOON)).toBe(set.version);
    expect(await storeConfigSet(world.db.query, { ...set, data: [...set.data, { type: 'More' }] }, NOON)).toBe(next);
    expect(await storeConfigSet(world.db.query, { ...set, data: [...set.data, { type: 'More' }] }, NOON)).toBe(next);
    expect(await currentConfigSet(world.db.query, first!.name, null)).toMatchObject({ version: next });
    expect((await currentConfigVersions(world.db.query, null))[first!.name]).toBe(next);
    expect(
      await world.db.query.selectFrom('config_set').select('version').where('name', '=', first!.name).orderBy('version').execute(),
    ).toEqual([{ version: set.version }, { version: next }]);
  });

  it('return every set through the call, each with its content', async () => {
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    for (const set of SHIPPED_SETS.slice(1)) {
      const [answer] = (await world.call(CALLS.configGet, { token, body: { platform: 'IAP', config: set.name, db_name: SCOPE.db_name } }))
        .answer;
      expect(answer).toMatchObject({ name: set.name, version: set.version, data: set.data });
    }
    expect(SHIPPED_SETS).toHaveLength(6);
  });

  it('change the data type of a study, and with it the step dots', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    await world.call(CALLS.setDataType, { token, body: { study_id: world.studyId, data_type: 'fetal', ...SCOPE } });
    const { status } = (await world.call(CALLS.getStudyStatus, { token, body: { study_id: world.studyId, ...SCOPE } })).answer;
    expect(status).toMatchObject({ segmented_bio: false });
    const all = (await world.call(CALLS.getAllStatus, { token, body: SCOPE })).answer.studies;
    expect(all).toEqual([{ study_id: world.studyId, status }]);
  });

  it('leave out withdrawn studies where only active ones are asked for', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const list = async (active: boolean) =>
      (await world.call(CALLS.studiesGet, { token, body: { search_query: { medical_data_type: 'US', active }, db_name: SCOPE.db_name } }))
        .answer.studies.length;
    await world.db.query.updateTable('study').set({ active: 0 }).execute();
    expect([await list(true), await list(false)]).toEqual([0, 1]);
    await world.db.query.updateTable('study').set({ active: 1 }).execute();
  });

  it('drop sessions that ended and no others', async () => {
    await world.tokenOf(emailOf('Viewer'), 'Viewer');
    const count = async () => (await world.db.query.selectFrom('session').select('token_hash').execute()).length;
    const before = await count();
    await dropEndedSessions(world.db.query, NOON);
    expect(await count()).toBe(before);
    await dropEndedSessions(world.db.query, NOON + 8 * 86_400_000);
    expect(await count()).toBe(0);
  });
});
