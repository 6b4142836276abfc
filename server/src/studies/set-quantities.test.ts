import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { StatedValue } from '@echometry/contract/records/stated-value.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { faultsOfAudit } from '../db/audit-check.ts';

type Change = Omit<BodyOf<typeof CALLS.setQuantities>, 'study_id' | 'db_name' | 'medical_data_type'>;

const stating = (name: string, unit: StatedValue['unit'], value: number): Change => ({ stated: [{ name, unit, value }] });

describe.each(databases())('quantities of a study on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());
  const set = async (change: Change, role: RoleName = 'Editor') =>
    world.call(CALLS.setQuantities, {
      token: await world.tokenOf(emailOf(role), role),
      body: { study_id: world.studyId, ...change, ...SCOPE },
    });
  const seen = async () => {
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    const { study } = (await world.call(CALLS.filesGet, { token, body: { id: world.studyId, ...SCOPE } })).answer;
    const { age_days, sex, height_cm, weight_kg, stated } = study;
    return { age_days, sex, height_cm, weight_kg, stated };
  };
  const acts = () => world.db.query.selectFrom('audit_entry').selectAll().where('act', '=', 'set quantities').orderBy('id').execute();

  it('that are set by hand are shown with their source, and those that are not named stay', async () => {
    const before = await seen();
    const { answer } = await set({ height_cm: 171.5, weight_kg: 68 });
    const now = { ...before, height_cm: { value: 171.5, source: 'person' }, weight_kg: { value: 68, source: 'person' } };
    expect(answer).toEqual({ study_id: world.studyId, ...now });
    expect(await seen()).toEqual(now);
    await set({ sex: 'M' }, 'Admin');
    expect(await seen()).toEqual({ ...now, sex: { value: 'M', source: 'administrator' } });
    await set({ height_cm: null });
    expect(await seen()).toEqual({ ...now, height_cm: null, sex: { value: 'M', source: 'administrator' } });
  });

  it('are set once however often the call is repeated: the log has one act, by name and without the values', async () => {
    const count = (await acts()).length;
    const change = { age_days: 12_345 };
    const first = await set(change);
    const again = await set(change);
    expect(again.answer).toEqual(first.answer);
    const all = await acts();
    expect(all).toHaveLength(count + 1);
    expect(all.at(-1)).toMatchObject({ role: 'Editor', subject: world.studyId });
    expect(JSON.parse(all.at(-1)?.detail ?? '')).toEqual({ quantities: 'age_days', source: 'person' });
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });

  it('that guidelines need and nothing measures are stated with their source, by name in the log, and taken back', async () => {
    const vein = { name: 'IVC diameter', unit: 'mm', value: 18 } as const;
    const collapse = { name: 'IVC collapse', unit: '%', value: 60 } as const;
    await set({ stated: [vein] });
    const { answer } = await set({ stated: [collapse] }, 'Admin');
    const both = [
      { ...vein, source: 'person' },
      { ...collapse, source: 'administrator' },
    ];
    expect(answer).toMatchObject({ stated: both });
    expect((await seen()).stated).toEqual(both);
    const all = await acts();
    expect(JSON.parse(all.at(-1)?.detail ?? '')).toEqual({ quantities: 'IVC collapse', source: 'administrator' });
    await set({ stated: [vein, collapse] });
    expect(await acts()).toHaveLength(all.length);
    await set({
      stated: [
        { ...vein, value: null },
        { ...collapse, value: null },
      ],
    });
    expect((await seen()).stated).toEqual([]);
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });

  it('stated by two people at once are both kept', async () => {
    const values = [
      { name: 'IVC diameter', unit: 'mm', value: 20 },
      { name: 'IVC collapse', unit: '%', value: 40 },
      { name: 'Other signs', unit: '', value: 1 },
    ] as const;
    await Promise.all(values.map((one) => set({ stated: [one] })));
    const kept = Object.fromEntries((await seen()).stated.map(({ name, value }) => [name, value]));
    expect(kept).toEqual({ 'IVC collapse': 40, 'IVC diameter': 20, 'Other signs': 1 });
  });

  it.each([
    ['a height in metres', { height_cm: 1.7 }],
    ['a weight in grams', { weight_kg: 68_000 }],
    ['an age beyond 130 years', { age_days: 47_483 }],
    ['an age that is no whole day', { age_days: 0.5 }],
    ['a sex that DICOM does not know', { sex: 'X' as 'M' }],
    ['no quantity at all', {}],
    ['a source of its own', { source: 'file' } as Change],
    ['a stated value that no guideline asks for', stating('Heart rate', 'bpm', 60)],
    ['a stated value that is measured here', stating('TR velocity', 'm/s', 3)],
    ['a stated value in another unit', stating('IVC diameter', 'cm', 2)],
    ['a stated value that no patient has', stating('IVC diameter', 'mm', 210)],
    ['no stated value at all', { stated: [] }],
  ])('with %s are refused', async (_what, change) => {
    const before = await seen();
    expect((await set(change)).status).toBe(400);
    expect(await seen()).toEqual(before);
  });
});
