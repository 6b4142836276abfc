import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { assignPass, currentPass } from './work-lines.ts';
import { findUser } from './users.ts';

const BLIND = emailOf('Ground-truth generator');

describe.each(databases())('a study that is done twice on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(BLIND, 'Ground-truth generator');
  });
  afterAll(() => world.close());

  const read = async () => (await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } })).answer.analysis;
  const save = async (view: string) =>
    (await world.call(CALLS.analysisUpdate, { token, body: world.save(BLIND, [{ ...world.images[0]!, view }]) })).answer;
  const versions = async () =>
    (await world.call(CALLS.analysisVersions, { token, body: { id: world.studyId, ...SCOPE } })).answer.versions.map(
      (each) => each.version,
    );
  const comment = (content: string) =>
    world.call(CALLS.commentsCreate, {
      token,
      body: {
        comment: { content, type: 'selection', study_id: world.studyId, image_filename: world.images[0]!.filename },
        db_name: PROJECT.db_name,
      },
    });
  const comments = async () =>
    (await world.call(CALLS.commentsGet, { token, body: { study_id: world.studyId, db_name: PROJECT.db_name } })).answer.comments.map(
      (c) => c.content,
    );

  it('starts again in its second pass: nothing of the first is read, and nothing of it is lost', async () => {
    const first = await save('first pass');
    await comment('first pass');
    const editor = (await findUser(world.db.query, BLIND))!.id;
    const work = { studyId: 1, editorId: editor, blind: 1 } as const;
    expect(await currentPass(world.db.query, work)).toBe(1);
    expect(await assignPass(world.db.query, work, { userId: editor, now: world.now })).toBe(2);
    expect(await read()).toBeNull();
    expect(await versions()).toEqual([]);
    expect(await comments()).toEqual([]);
    const old = await world.call(CALLS.analysisGetVersion, { token, body: { id: world.studyId, version: first.version!, ...SCOPE } });
    expect(old).toMatchObject({ status: 400, error: { code: 'not-found' } });
    const second = await save('second pass');
    await comment('second pass');
    expect((await read())?.images[0]).toMatchObject({ view: 'second pass', comments: [{ content: 'second pass' }] });
    expect(await versions()).toEqual([second.version]);
    expect(await comments()).toEqual(['second pass']);
    const heads = await world.db.query
      .selectFrom('analysis_head')
      .select(['pass', 'version_id'])
      .where('blind', '=', 1)
      .orderBy('pass')
      .execute();
    expect(heads).toEqual([
      { pass: 1, version_id: first.version },
      { pass: 2, version_id: second.version },
    ]);
  });

  it('does not affect others, nor the same person elsewhere', async () => {
    const editor = await world.tokenOf(emailOf('Editor'), 'Editor');
    const saved = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(emailOf('Editor'), [{ ...world.images[0]!, view: 'shared' }]),
    });
    expect(saved.answer).toMatchObject({ conflict: false });
    expect(await currentPass(world.db.query, { studyId: 1, editorId: 1, blind: 0 })).toBe(1);
    const { answer } = await world.call(CALLS.analysisGet, { token: editor, body: { id: world.studyId, ...SCOPE } });
    expect(answer.analysis?.images[0]?.view).toBe('shared');
  });
});
