import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

const BLIND = emailOf('Ground-truth generator');

describe.each(databases())('repeat readings on $name', ({ seeded }) => {
  let world: World;
  let admin: string;
  let blind: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    blind = await world.tokenOf(BLIND, 'Ground-truth generator');
  });
  afterAll(() => world.close());

  const assign = (reader: string, studies = [world.studyId]) =>
    world.call(CALLS.passesAssign, { token: admin, body: { project: PROJECT._id, reader, studies } });
  const list = async () => (await world.call(CALLS.passesList, { token: admin, body: { project: PROJECT._id } })).answer;
  const read = async () => (await world.call(CALLS.analysisGet, { token: blind, body: { id: world.studyId, ...SCOPE } })).answer.analysis;
  const row = async () =>
    (
      await world.call(CALLS.studiesGet, {
        token: blind,
        body: { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name },
      })
    ).answer.studies.find(({ study_id }) => study_id === world.studyId);
  const save = (view: string) =>
    world.call(CALLS.analysisUpdate, { token: blind, body: world.save(BLIND, [{ ...world.images[0]!, view }]) });

  it('are only for blind editors of the project', async () => {
    expect((await list()).readers).toContain(BLIND);
    expect((await list()).readers).not.toContain(emailOf('Editor'));
    for (const outsider of [emailOf('Editor'), 'nobody@test'])
      expect(await assign(outsider)).toMatchObject({ status: 400, error: { code: 'invalid-field', message: /blind editor/ } });
  });

  it('begin after something was read, and leave other studies as they are', async () => {
    expect((await assign(BLIND)).answer.outcomes).toEqual([{ study_id: world.studyId, pass: null, not_assigned: 'not-read' }]);
    await save('first');
    expect((await list()).readings).toEqual([
      expect.objectContaining({ study_id: world.studyId, reader: BLIND, pass: 1, assigned_at: null, updated_at: world.now }),
    ]);
    expect((await assign(BLIND, ['99999_20200101', world.studyId])).answer.outcomes).toEqual([
      { study_id: '99999_20200101', pass: null, not_assigned: 'no-study' },
      { study_id: world.studyId, pass: 2, not_assigned: null },
    ]);
  });

  it('hide the first pass, are shown in the list of the reader, and are assigned once', async () => {
    expect(await read()).toBeNull();
    expect(await row()).toMatchObject({ pass: 2, analysis: null, editor: null });
    // Asked for again, the pass that waits stays the only one.
    expect((await assign(BLIND)).answer.outcomes).toEqual([{ study_id: world.studyId, pass: null, not_assigned: 'not-read' }]);
    expect((await list()).readings).toEqual([
      expect.objectContaining({ pass: 2, updated_at: null, assigned_at: world.now, assigned_by: emailOf('Admin') }),
    ]);
    await save('second');
    expect((await read())?.images[0]?.view).toBe('second');
    expect(await row()).toMatchObject({ pass: 2, editor: BLIND });
  });

  it('are in the audit, by whom and of whom', async () => {
    const acts = await world.db.query.selectFrom('audit_entry').selectAll().where('act', '=', 'pass-assigned').execute();
    expect(acts.map(({ role, subject, detail }) => [role, subject, JSON.parse(detail)])).toEqual([
      ['Admin', world.studyId, { reader: BLIND, pass: 2 }],
    ]);
  });

  it('leave a Reviewer one row, of the pass that opens', async () => {
    const { query } = world.db;
    const heads = query.selectFrom('analysis_head').select(['pass', 'version_id']).where('blind', '=', 1).orderBy('pass').execute();
    expect((await heads).map(({ pass }) => pass)).toEqual([1, 2]);
    await query.updateTable('analysis_head').set({ study_state: 'Valid' }).execute();
    await query.updateTable('study').set({ listed: 0 }).execute();
    const reviewer = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    const asked = { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name };
    for (const paged of [{}, { list: { offset: 0, limit: 10 } }]) {
      const { studies } = (await world.call(CALLS.studiesGet, { token: reviewer, body: { ...asked, ...paged } })).answer;
      expect(studies.map(({ study_id, editor, pass }) => [study_id, editor, pass])).toEqual([[world.studyId, BLIND, 2]]);
    }
    const named = { id: world.studyId, editor: BLIND, ...SCOPE };
    const { analysis } = (await world.call(CALLS.analysisGet, { token: reviewer, body: named })).answer;
    expect(analysis?.version).toBe((await heads).at(-1)?.version_id);
  });

  it('keep what was not sent yet with the reading it was made on', async () => {
    const heads = () =>
      world.db.query.selectFrom('analysis_head').select(['pass', 'version_id']).where('blind', '=', 1).orderBy('pass').execute();
    const [first, second] = await heads();
    const late = (base_version: number, view: string) =>
      world.call(CALLS.analysisUpdate, { token: blind, body: { ...world.save(BLIND, [{ ...world.images[0]!, view }]), base_version } });
    const { answer } = await late(first!.version_id, 'first, sent late');
    expect(answer).toMatchObject({ conflict: false, earlier_pass: true });
    expect(await heads()).toEqual([{ pass: 1, version_id: answer.version }, second]);
    const stored = await world.db.query
      .selectFrom('analysis_version')
      .select(['pass', 'parent_id'])
      .where('id', '=', answer.version!)
      .execute();
    expect(stored).toEqual([{ pass: 1, parent_id: first!.version_id }]);
    // The repeat is what the reader opens, as it was.
    expect((await read())?.images[0]?.view).toBe('second');
    expect(await late(second!.version_id, 'second, more')).toMatchObject({ answer: { conflict: false } });
    expect((await late((await heads())[1]!.version_id, 'second')).answer).not.toHaveProperty('earlier_pass');
  });

  it('compare late work with the reading it was made on, and with no other', async () => {
    const { query } = world.db;
    const head = await query
      .selectFrom('analysis_head')
      .select('version_id')
      .where('pass', '=', 1)
      .where('blind', '=', 1)
      .executeTakeFirstOrThrow();
    const older = await query
      .selectFrom('analysis_version')
      .select('parent_id')
      .where('id', '=', head.version_id)
      .executeTakeFirstOrThrow();
    const body = { ...world.save(BLIND, [{ ...world.images[0]!, view: 'other' }]), base_version: older.parent_id };
    const { answer } = await world.call(CALLS.analysisUpdate, { token: blind, body });
    expect(answer).toMatchObject({ conflict: true, version: head.version_id, images: [{ view: 'first, sent late' }] });
  });
});
