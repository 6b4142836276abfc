import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

const EDITOR = emailOf('Editor');

describe.each(databases())('settings on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(EDITOR, 'Editor');
  });
  afterAll(() => world.close());
  const update = (settings: unknown) => world.call(CALLS.updateSettings, { token, body: { user: EDITOR, settings } });
  const stored = async (email = EDITOR) =>
    (
      await world.call(CALLS.getSettings, {
        token: await world.tokenOf(email, email === EDITOR ? 'Editor' : 'Viewer'),
        body: { user: email },
      })
    ).answer;

  it('of a person are the shipped ones, then the stored ones, and no other person is affected', async () => {
    expect(await stored()).toEqual({ keys: {}, decode_budget_mib: null });
    const settings = { keys: { 'selection.undo': ['Ctrl+Z', 'U'], 'viewer.play': [] }, decode_budget_mib: 512 };
    expect((await update(settings)).answer).toEqual(settings);
    expect(await stored()).toEqual(settings);
    expect(await stored(emailOf('Viewer'))).toEqual({ keys: {}, decode_budget_mib: null });
    await update({ keys: {}, decode_budget_mib: null });
    expect(await stored()).toEqual({ keys: {}, decode_budget_mib: null });
  });

  it('name the studies that are put off, of the person only', async () => {
    const put_off = [{ role: 'Editor' as const, project: PROJECT._id, study_id: world.studyId, until: '2026-12-01' }];
    await update({ keys: {}, decode_budget_mib: null, put_off });
    expect(await stored()).toMatchObject({ put_off });
    expect(await stored(emailOf('Viewer'))).not.toHaveProperty('put_off');
    await update({ keys: {}, decode_budget_mib: null });
    expect(await stored()).not.toHaveProperty('put_off');
  });

  it.each([
    [
      'a day that no calendar has',
      { keys: {}, decode_budget_mib: null, put_off: [{ role: 'Editor', project: 'alpha', study_id: '1_20260102', until: '2026-02-31' }] },
    ],
    ['an action that is no name', { keys: { 'Selection Undo': ['U'] }, decode_budget_mib: null }],
    ['more keys than an action may have', { keys: { 'a.b': ['1', '2', '3', '4', '5'] }, decode_budget_mib: null }],
    ['a budget below the smallest', { keys: {}, decode_budget_mib: 63 }],
    ['a prototype', JSON.parse('{"keys": {"__proto__": ["x"]}, "decode_budget_mib": null}') as unknown],
  ])('with %s are refused', async (_what, settings) => {
    expect((await update(settings)).status).toBe(400);
    expect(await stored()).toEqual({ keys: {}, decode_budget_mib: null });
  });

  it('a gestational age set by hand is shown in list and study with its source, and can be removed', async () => {
    const set = (days: number | null) =>
      world.call(CALLS.setGestationalAge, { token, body: { study_id: world.studyId, gestational_age_days: days, ...SCOPE } });
    const seen = async () => {
      const row = (
        await world.call(CALLS.studiesGet, {
          token,
          body: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
        })
      ).answer.studies[0];
      const { study } = (await world.call(CALLS.filesGet, { token, body: { id: world.studyId, ...SCOPE } })).answer;
      return [row?.gestational_age_days, study.gestational_age_days];
    };
    expect(await seen()).toEqual([null, null]);
    await set(198);
    expect(await seen()).toEqual([198, { value: 198, source: 'person' }]);
    const by = await world.db.query
      .selectFrom('study')
      .innerJoin('user_account', 'user_account.id', 'study.gestational_age_set_by')
      .select(['email', 'gestational_age_set_at'])
      .executeTakeFirst();
    expect(by).toEqual({ email: EDITOR, gestational_age_set_at: world.now });
    await set(null);
    expect(await seen()).toEqual([null, null]);
    expect((await set(316)).status).toBe(400);
  });
});
