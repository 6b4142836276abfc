/** Facts that a project hides from blind editors: every call that they may make is searched for them. */
import { BYTES } from '@echometry/contract/calls/call.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import type { Blinding, Project } from '@echometry/contract/records/project.ts';
import type { StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { isAlias } from '@echometry/contract/rules/blinding.ts';
import { objectPathOf, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, ROWS } from '../../test/call-rows.ts';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

const ROLE = 'Ground-truth generator';
const BLIND = emailOf(ROLE);
/** Numbers and texts that occur nowhere else in a world. */
const FACTS = { gestational_age_days: 271, age_days: 17_431, height_cm: 171.37, weight_kg: 63.79, sex: 'O' } as const;
const STATED = { name: 'planted input', unit: 'mmHg', value: 42.4242, source: 'person' } as const;
/** Days of further studies of the patient, of whom the world has one of 2 January 2026. */
const LATER = ['20260215', '20260311', '20260402', '20260519', '20260630', '20260707', '20260818'];

describe.each(databases())('what a project hides from blind editors on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  let patient: number;

  const hide = async (blinding: Blinding): Promise<void> => {
    const document = JSON.stringify({ ...PROJECT, blinding } satisfies Project);
    await world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  };
  const list = async (query: Partial<StudyListQuery> = {}) => {
    const body = {
      search_query: { medical_data_type: 'US', active: true },
      list: { offset: 0, limit: 100, ...query },
      db_name: PROJECT.db_name,
    };
    return (await world.call(CALLS.studiesGet, { token, body })).answer.studies;
  };
  const headOf = async (id: string) => (await world.call(CALLS.filesGet, { token, body: { id, ...SCOPE } })).answer.study;

  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(BLIND, ROLE);
    const { query } = world.db;
    const sources = Object.fromEntries(['gestational_age', 'age', 'height', 'weight', 'sex'].map((name) => [`${name}_source`, 'file']));
    await query
      .updateTable('study')
      .set({ ...FACTS, ...sources, stated: JSON.stringify([STATED]) })
      .execute();
    const { id: _id, listed: _listed, ...study } = await query.selectFrom('study').selectAll().executeTakeFirstOrThrow();
    patient = study.patient_id;
    for (const [n, study_date] of LATER.entries())
      await query
        .insertInto('study')
        // Identifiers have no order, as after an import.
        .values({ ...study, study_id: `${patient}_${study_date}`, study_date, study_instance_uid: `2.25.${(n * 37) % 101}` })
        .execute();
  });
  afterAll(() => world.close());

  it('is nothing unless the project states it, and never for others', async () => {
    await hide({});
    expect(await headOf(world.studyId)).toMatchObject({ date: '2026-01-02', height_cm: { value: FACTS.height_cm } });
    await hide({ clinical_values: true, order: true });
    const editor = await world.tokenOf(emailOf('Editor'), 'Editor');
    const { study } = (await world.call(CALLS.filesGet, { token: editor, body: { id: world.studyId, ...SCOPE } })).answer;
    expect(study).toMatchObject({ study_id: world.studyId, date: '2026-01-02', age_days: { value: FACTS.age_days }, stated: [STATED] });
  });

  it('can be the clinical values, which blind editors then may not enter either', async () => {
    await hide({ clinical_values: true });
    const nothing = { gestational_age_days: null, age_days: null, sex: null, height_cm: null, weight_kg: null, stated: [] };
    expect(await headOf(world.studyId)).toMatchObject({ study_id: world.studyId, date: '2026-01-02', ...nothing });
    const body = { study_id: world.studyId, height_cm: 180, ...SCOPE };
    expect(await world.call(CALLS.setQuantities, { token, body })).toMatchObject({
      status: 403,
      error: { message: expect.stringContaining('hides these values') as string },
    });
    const age = { study_id: world.studyId, gestational_age_days: 200, ...SCOPE };
    expect((await world.call(CALLS.setGestationalAge, { token, body: age })).status).toBe(403);
  });

  it('can be the order of studies: dates and ages are null, ids are aliases, and lists have no order', async () => {
    await hide({ order: true });
    const studies = await list();
    expect(studies).toHaveLength(LATER.length + 1);
    expect(studies.every(({ study_id, date, gestational_age_days: age }) => isAlias(study_id) && date === null && age === null)).toBe(true);
    const ids = studies.map(({ study_id }) => study_id);
    expect(await headOf(ids[0]!)).toMatchObject({ study_id: ids[0], date: null, age_days: null, sex: { value: FACTS.sex } });
    const stored = ids.map((id) => world.services.aliases.studyIdOf(id)!);
    const inOrder = [...stored].toSorted();
    expect(inOrder).toEqual([world.studyId, ...LATER.map((day) => `${patient}_${day}`)]);
    for (const column of ['date', 'patient', 'type', 'editor', 'updated', 'status'] as const)
      for (const direction of ['ascending', 'descending'] as const) {
        const found = (await list({ sort: { by: column, direction } })).map(({ study_id }) => world.services.aliases.studyIdOf(study_id)!);
        expect([...found].toSorted()).toEqual(inOrder);
        expect([column, found]).not.toEqual([column, inOrder]);
        expect([column, found]).not.toEqual([column, inOrder.toReversed()]);
      }
  });

  it('leaves the work as it was: a blind editor opens, saves, comments and lists by alias, and the study is the same one', async () => {
    await hide({ order: true });
    const alias = world.services.aliases.aliasOf(world.studyId);
    expect(await list({ study_id: alias })).toHaveLength(1);
    const saved = await world.call(CALLS.analysisUpdate, { token, body: world.save(BLIND, world.images, { id: alias }) });
    expect(saved.answer).toMatchObject({ conflict: false });
    const read = await world.call(CALLS.analysisGet, { token, body: { id: alias, ...SCOPE } });
    expect(read.answer.analysis).toMatchObject({ id: alias, images: [{}, {}, {}] });
    const of = await world.db.query
      .selectFrom('analysis_version')
      .innerJoin('study', 'study.id', 'analysis_version.study_id')
      .select('study.study_id')
      .executeTakeFirstOrThrow();
    expect(of.study_id).toBe(world.studyId);

    const { bucket, object } = objectPathOf(null, patient, splitStudyId(alias)!.date);
    const addresses = await world.call(CALLS.getUrls, { token, body: { bucket, object } });
    expect(addresses.answer.filter(({ kind }) => kind === 'dicom')).toHaveLength(world.images.length);
    expect(JSON.stringify(addresses.answer)).not.toContain('20260102');
    const listing = addresses.answer.find(({ kind }) => kind === 'listing')!;
    expect((await world.app.inject(listing.url)).json()).toHaveLength(world.images.length);
  });

  it('is not found by the stored id: to try dates shows nothing', async () => {
    await hide({ order: true });
    const real = { id: world.studyId, ...SCOPE };
    expect(await world.call(CALLS.filesGet, { token, body: real })).toMatchObject({ status: 400, error: { code: 'not-found' } });
    expect(await list({ study_id: world.studyId })).toEqual([]);
    const { bucket, object } = objectPathOf(null, patient, '20260102');
    expect((await world.call(CALLS.getUrls, { token, body: { bucket, object } })).error.code).toBe('not-found');
    const editor = await world.tokenOf(emailOf('Editor'), 'Editor');
    const alias = { id: world.services.aliases.aliasOf(world.studyId), ...SCOPE };
    expect((await world.call(CALLS.filesGet, { token: editor, body: alias })).error.code).toBe('not-found');
  });

  it('is in no response of any call', async () => {
    await hide({ clinical_values: true, order: true });
    const alias = world.services.aliases.aliasOf(world.studyId);
    const { version_id: blind } = await world.db.query
      .selectFrom('analysis_head')
      .select('version_id')
      .where('blind', '=', 1)
      .executeTakeFirstOrThrow();
    const numbers = [...Object.values(FACTS).filter((fact) => typeof fact === 'number'), STATED.value];
    const days = ['20260102', ...LATER];
    const texts = [STATED.name, ...days, ...days.map((day) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)];
    /** Hidden facts that a response has nevertheless: a number as a whole value, a text anywhere. */
    const leaksOf = (json: string) => [
      ...numbers.filter((fact) => new RegExp(`[:,[]${fact}[,}\\]]`).test(json)),
      ...texts.filter((text) => json.includes(text)),
    ];
    // The Editor, from whom nothing is hidden, reads all of it.
    const editor = await world.tokenOf(emailOf('Editor'), 'Editor');
    const open = await world.call(CALLS.filesGet, { token: editor, body: { id: world.studyId, ...SCOPE } });
    expect(leaksOf(JSON.stringify(open))).toHaveLength(numbers.length + 3);
    const asked: CallName[] = [];
    for (const name of Object.keys(CALLS) as CallName[]) {
      const [row, call] = [ROWS[name], CALLS[name]];
      if (typeof row.who !== 'object' || !row.who.includes(ROLE) || call.method !== 'POST' || call.body === BYTES) continue;
      const ask: Ask = { caller: BLIND, named: BLIND, role: ROLE, studyId: alias, versions: { shared: blind, blind } };
      await world.records.begin(row, ask);
      const reply = await world.call(call, { token, ...row.request(ask) });
      expect([name, leaksOf(JSON.stringify(reply))]).toEqual([name, []]);
      if (reply.status === 200) asked.push(name);
    }
    // A refused call shows nothing, so these have to succeed.
    expect(asked).toEqual(
      expect.arrayContaining([
        'analysisGet',
        'commentsGet',
        'coursesList',
        'filesGet',
        'getAllStatus',
        'getStudyStatus',
        'getTasks',
        'coursesFeedback',
        'inboxGet',
        'scoresGetAll',
        'studiesGet',
        'valuesGet',
      ]),
    );
  });
});
