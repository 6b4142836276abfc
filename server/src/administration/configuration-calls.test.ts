import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { ConfigEffect } from '@echometry/contract/records/configuration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { storeConfigSet } from '../db/config-sets.ts';
import { engineOnDemand } from '../imports/engine-on-demand.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';

const EDITOR = emailOf('Editor');

/** A shipped set to be changed. */
const shipped = (name: ConfigSetName) => structuredClone(SHIPPED_SETS.find((set) => set.name === name)!);
interface Row {
  image_type: string;
  measurements: { name: string; units: string; anatomy: string; line?: string; normal?: { high?: number | null }[] }[];
}

describe.each(databases())('configuration sets administered on the screen, on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded(), { engine: engineOnDemand(() => createEngine({ workers: 1 })) });
    token = await world.tokenOf(emailOf('Admin'), 'Admin');
  });
  afterAll(() => world.close());

  const add = async (name: ConfigSetName, data: unknown[], dry_run = false) =>
    (await world.call(CALLS.configurationAdd, { token, body: { name, data, dry_run } })).answer;
  const choose = async (name: ConfigSetName, version: number | null, project: string | null, accepted: ConfigEffect[] = []) =>
    (await world.call(CALLS.configurationChoose, { token, body: { name, version, project, accepted } })).answer;
  const served = async (config: ConfigSetName, db_name?: string) =>
    (
      await world.call(CALLS.configGet, {
        token: await world.tokenOf(EDITOR, 'Editor'),
        body: { platform: 'IAP', config, ...(db_name === undefined ? {} : { db_name }) },
      })
    ).answer[0]?.version;
  const setOf = async (name: ConfigSetName) =>
    (await world.call(CALLS.configurationList, { token, body: {} })).answer.sets.find((set) => set.name === name)!;
  const measurements = shipped('echo_measurements');
  const first = measurements.version;

  it('name every fault with its place: by the contract, and by the engine what the contract cannot see', async () => {
    const data = structuredClone(measurements.data) as Row[];
    data[0]!.measurements[0]!.units = 'furlong';
    data[1]!.image_type = 'Spleen';
    const wrong = await add('echo_measurements', data);
    if (wrong.outcome !== 'refused') throw new Error('taken');
    expect(wrong.faults.map(({ path }) => path)).toEqual([`row 1 (${data[0]!.image_type}), measurements/0/units`, 'row 2 (Spleen)']);
    expect(wrong.faults[1]?.message).toBe('no image type is named Spleen');
    // A line that no pattern of the image type has: the shape is right, and only the engine knows.
    const unknown = structuredClone(measurements.data) as Row[];
    const lined = unknown.flatMap((row) => row.measurements.map((one) => ({ row, one }))).find(({ one }) => one.line !== undefined)!;
    lined.one.line = 'no such line';
    const refused = await add('echo_measurements', unknown);
    if (refused.outcome !== 'refused') throw new Error('taken');
    expect(refused.faults.length).toBeGreaterThan(0);
    expect(refused.faults[0]?.path).toContain(lined.row.image_type);
    expect(refused.faults.some(({ path }) => path.includes(lined.one.name))).toBe(true);
    expect((await setOf('echo_measurements')).versions.map(({ version }) => version)).toEqual([first]);
  });

  it('store new content once, as a version that is current nowhere', async () => {
    const data = structuredClone(measurements.data) as Row[];
    const row = data[0]!;
    const definition = row.measurements[0]!;
    const before = definition.anatomy;
    definition.anatomy += ' anew';
    const looked = await add('echo_measurements', data, true);
    expect(looked).toMatchObject({ outcome: 'right', current: first });
    if (looked.outcome !== 'right') return;
    const difference = looked.differences[0]!;
    expect(looked.differences).toHaveLength(1);
    expect([difference.path[0], difference.path[1], difference.path.at(-1)]).toEqual([row.image_type, 'measurements', 'anatomy']);
    expect([difference.change, difference.before, difference.after]).toEqual(['changed', before, `${before} anew`]);
    expect((await setOf('echo_measurements')).versions).toHaveLength(1);
    expect(await add('echo_measurements', data)).toEqual({ outcome: 'added', version: first + 1 });
    expect(await add('echo_measurements', data)).toEqual({ outcome: 'known', version: first + 1 });
    expect(await served('echo_measurements')).toBe(first);
    const set = await setOf('echo_measurements');
    expect(set.versions.map(({ version, created_by }) => [version, created_by])).toEqual([
      [first + 1, emailOf('Admin')],
      [first, null],
    ]);
  });

  it('become current only in one project, then in the workspace; shipped content does not push a choice aside', async () => {
    expect(await choose('echo_measurements', first + 1, PROJECT._id)).toEqual({ outcome: 'done' });
    expect([await served('echo_measurements'), await served('echo_measurements', PROJECT.db_name)]).toEqual([first, first + 1]);
    expect(await choose('echo_measurements', null, PROJECT._id)).toEqual({ outcome: 'done' });
    expect(await served('echo_measurements', PROJECT.db_name)).toBe(first);
    expect(await choose('echo_measurements', first + 1, null)).toEqual({ outcome: 'done' });
    for (const set of SHIPPED_SETS) await storeConfigSet(world.db.query, set, world.now);
    expect(await served('echo_measurements')).toBe(first + 1);
    expect((await setOf('echo_measurements')).versions).toHaveLength(2);
    // A newer program ships other content: it exists, and work with a chosen version does not use it.
    const newer = structuredClone(measurements.data) as Row[];
    newer[0]!.measurements[0]!.anatomy += ' newer';
    expect(await storeConfigSet(world.db.query, { name: 'echo_measurements', version: first, data: newer }, world.now)).toBe(first + 2);
    expect(await served('echo_measurements')).toBe(first + 1);
    // A set without a chosen version follows the shipped content.
    const labels = shipped('echo_additional_labels');
    const more = [...labels.data, { category: 'More', options: ['a'], data_types: ['adult'], image_types: [], modalities: [] }];
    await storeConfigSet(world.db.query, { ...labels, data: more }, world.now);
    expect(await served('echo_additional_labels')).toBe(labels.version + 1);
  });

  it('list the effects of a version on existing work, and count the studies by version', async () => {
    const images = world.images.slice(0, 1).map((image) => ({
      ...image,
      type: (measurements.data[0] as Row).image_type,
      view: 'A4C',
      modality: '2D' as const,
      reference: true,
      is_measured: true,
    }));
    await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(EDITOR, 'Editor'), body: world.save(EDITOR, images) });
    expect((await setOf('echo_measurements')).versions.map(({ version, studies }) => [version, studies])).toEqual([
      [first + 2, 0],
      [first + 1, 1],
      [first, 0],
    ]);
    const asked = await choose('echo_measurements', first, null);
    expect(asked).toEqual({
      outcome: 'asks',
      effects: [{ what: 'stored-values-stay', count: 1, names: [(measurements.data[0] as Row).image_type] }],
    });
    expect(await served('echo_measurements')).toBe(first + 1);
    if (asked.outcome === 'asks') expect(await choose('echo_measurements', first, null, asked.effects)).toEqual({ outcome: 'done' });
    expect(await served('echo_measurements')).toBe(first);
  });

  it('a set of image types that takes one away from the measurements in force is refused where it is chosen', async () => {
    const types = shipped('echo_image_types').data as { type: string }[];
    const less = types.filter(({ type }) => type !== (measurements.data[0] as Row).image_type);
    const answer = await add('echo_image_types', less);
    expect(answer).toMatchObject({ outcome: 'refused' });
    expect(await choose('echo_image_types', 99, null)).toEqual({
      outcome: 'refused',
      faults: [{ path: 'echo_image_types', message: 'This set has no version 99.' }],
    });
  });

  it('of reference values accept own rows as local, and none that claims to be seen in sources', async () => {
    const packs = shipped('echo_references').data as { id: string; source: object; rows: { id: string; status: string }[] }[];
    const [pack] = packs;
    const row = { ...pack!.rows[0]!, id: 'own.row' };
    const own = (status: string, id = row.id) => [
      ...packs,
      { ...pack, id: 'own', source: { ...pack!.source, name: 'Own' }, rows: [{ ...row, status, id }], tables: [] },
    ];
    expect(await add('echo_references', own('two sources'))).toEqual({
      outcome: 'refused',
      faults: [
        {
          path: `row ${packs.length + 1} (own), own.row`,
          message: 'is not as shipped, so its status cannot be "two sources". Make it "local".',
        },
      ],
    });
    expect(await add('echo_references', own('local', pack!.rows[0]!.id))).toMatchObject({
      outcome: 'refused',
      faults: [{ message: `has the name of row 1 (${pack!.id}), ${pack!.rows[0]!.id}. Give it another one.` }],
    });
    expect(await add('echo_references', own('local'), true)).toMatchObject({ outcome: 'right' });
  });

  it('each version and choice is in the audit', async () => {
    const acts = await world.db.query
      .selectFrom('audit_entry')
      .select(['act', 'detail'])
      .where('subject', '=', 'echo_measurements')
      .orderBy('id')
      .execute();
    expect(acts.map(({ act, detail }) => [act, JSON.parse(detail) as unknown])).toEqual([
      ['configuration-added', { version: first + 1, rows: measurements.data.length }],
      ['configuration-chosen', { version: first + 1, project: PROJECT._id }],
      ['configuration-chosen', { version: null, project: PROJECT._id }],
      ['configuration-chosen', { version: first + 1, project: null }],
      ['configuration-chosen', { version: first, project: null }],
    ]);
  });
});
