/** Stored values of a project in one response, line by line. */
import { performance } from 'node:perf_hooks';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { addStudies, type StudyOfMany } from '../../test/many-heads.ts';
import { storeWork } from '../../test/store-work.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { findProject } from '../db/projects.ts';

const HOST = '127.0.0.1:8080';
const ORIGIN = `http://${HOST}`;
const STUDIES = 60;
const MEASUREMENTS = 20;
const CYCLES = 2;
/** A row for each cycle and one for their mean, of three images a study. */
const VALUES = STUDIES * 3 * MEASUREMENTS * (CYCLES + 1);
/** Target for 10,000 values, in s. */
const TARGET_S = 3;

/** A number that no other place has, with digits that rounding would lose. */
const numberOf = (study: number, image: number, name: number, cycle: number): number =>
  study * 1000 + image * 100 + name + cycle / 2 + 1 / 3;

const measurementsOf = (study: number, image: number): Measurement[] =>
  Array.from({ length: MEASUREMENTS }, (_, name) => {
    const value = Array.from({ length: CYCLES }, (_c, cycle) => numberOf(study, image, name, cycle));
    return { name: `M${name}`, type: 'volume', units: 'ml', value, aggregate: (value[0]! + value[1]!) / 2 };
  });

describe.each(databases())('stored values on $name', ({ seeded }) => {
  let world: World;
  let made: StudyOfMany[];
  beforeAll(async () => {
    world = await World.make(await seeded());
    const project = await findProject(world.db.query, { key: PROJECT._id });
    made = await addStudies(world.db, { projectId: project!.id, studyId: world.studyId, images: world.images }, STUDIES);
    for (const [study, { studyId, images }] of made.entries())
      await storeWork(world.db, {
        studyId,
        email: emailOf('Editor'),
        images: images.map((one, image) => ({ ...one, measurements: measurementsOf(study, image) })),
      });
  }, 120_000);
  afterAll(() => world.close());

  const ask = async (email: string, role: 'Data scientist' | 'Ground-truth generator' | 'Viewer', more = {}) =>
    world.call(CALLS.valuesGet, { token: await world.tokenOf(email, role), body: { ...SCOPE, ...more } });
  /** Values and the count of the last line. */
  const readBy = async (role: 'Data scientist' | 'Ground-truth generator' | 'Viewer', more = {}) => {
    const lines = (await ask(emailOf(role), role, more)).answer;
    const end = lines.at(-1)!;
    return { values: lines.slice(0, -1) as StoredValue[], count: 'values' in end ? end.values : null };
  };

  const sent = async (more = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/api/values/get',
      headers: { 'x-api-key': await world.tokenOf(emailOf('Data scientist'), 'Data scientist'), origin: ORIGIN, host: HOST },
      payload: { ...SCOPE, ...more },
    });

  it('are all there with every digit, and the last line counts them', async () => {
    const begin = performance.now();
    const { body } = await sent();
    const seconds = (performance.now() - begin) / 1000;
    // Reported, not judged: other tests run on the machine.
    process.stdout.write(`    ${VALUES} values were sent in ${seconds.toFixed(2)} s; the goal for 10,000 is ${TARGET_S} s.\n`);
    expect(body.split('\n').at(-2)).toBe(`{"values":${VALUES}}`);
    const { values, count } = await readBy('Data scientist');
    expect([values.length, count]).toEqual([VALUES, VALUES]);
    const key = (row: Pick<StoredValue, 'study_id' | 'instance_id' | 'measurement' | 'cycle'>) =>
      [row.study_id, row.instance_id, row.measurement, row.cycle].join(' ');
    const found = new Map(values.map((row) => [key(row), row]));
    for (const [study, { studyId, images }] of made.entries())
      for (const [image, { instance_id }] of images.entries())
        for (let name = 0; name < MEASUREMENTS; name += 1) {
          const at = { study_id: studyId, instance_id, measurement: `M${name}` };
          for (let cycle = 0; cycle < CYCLES; cycle += 1)
            expect(found.get(key({ ...at, cycle: cycle + 1 }))).toMatchObject({ value: numberOf(study, image, name, cycle), unit: 'mL' });
          const mean = (numberOf(study, image, name, 0) + numberOf(study, image, name, 1)) / 2;
          expect(found.get(key({ ...at, cycle: null }))).toMatchObject({ value: mean, aggregate_of: '1 2', reason: null });
        }
  });

  it('of named studies are only theirs, and a study of another project is refused', async () => {
    const [, second] = made;
    const { values } = await readBy('Viewer', { studies: [second!.studyId] });
    expect(new Set(values.map(({ study_id }) => study_id))).toEqual(new Set([second!.studyId]));
    expect(values).toHaveLength(VALUES / STUDIES);
    const refused = await ask(emailOf('Viewer'), 'Viewer', { studies: ['999999_20260102'] });
    expect(refused).toMatchObject({ status: 400, error: { code: 'not-found', field: 'studies' } });
  });

  it('are the ones that the role sees: a blind editor reads only their own', async () => {
    expect(await readBy('Ground-truth generator')).toEqual({ values: [], count: 0 });
  });

  it('that are missing have their reason, and a refused measurement has one line', async () => {
    const missing: Measurement = {
      name: 'EF',
      type: 'ejection-fraction',
      units: '%',
      value: [null, 61.5],
      reasons: ['no-line', null],
      aggregate: 61.5,
    };
    const refused: Measurement = { name: 'CO', type: 'calculated', value: [], refused: { code: 'not-calibrated', message: 'No scale' } };
    const [, , third] = made;
    const image: AnalysisImage = { ...third!.images[0]!, measurements: [missing, refused] };
    await storeWork(world.db, { studyId: third!.studyId, email: emailOf('Editor'), images: [image, ...third!.images.slice(1)] });
    const { values } = await readBy('Data scientist', { studies: [third!.studyId] });
    expect(values.map(({ measurement, cycle, value, aggregate_of, reason }) => [measurement, cycle, value, aggregate_of, reason])).toEqual([
      ['EF', 1, null, null, 'no-line'],
      ['EF', 2, 61.5, null, null],
      ['EF', null, 61.5, '2', null],
      ['CO', null, null, null, 'not-calibrated'],
    ]);
  });

  it('of withdrawn studies are left out', async () => {
    const [first] = made;
    await world.db.query.updateTable('study').set({ active: 0 }).where('study_id', '=', first!.studyId).execute();
    const { values } = await readBy('Data scientist');
    expect(values.some(({ study_id }) => study_id === first!.studyId)).toBe(false);
  });

  it('whose document is damaged are refused, and break off a response that began', async () => {
    const last = made.at(-1)!;
    const study = await world.db.query.selectFrom('study').select('id').where('study_id', '=', last.studyId).executeTakeFirstOrThrow();
    await world.db.query
      .updateTable('analysis_version')
      .set({ document: new Uint8Array([1, 2, 3]) })
      .where('study_id', '=', study.id)
      .execute();
    const damaged = await sent({ studies: [last.studyId] });
    expect([damaged.statusCode, damaged.json()]).toMatchObject([410, { code: 'damaged' }]);
    // It comes after others: their lines are sent already.
    await expect(sent()).rejects.toThrow('destroyed');
  });
});
