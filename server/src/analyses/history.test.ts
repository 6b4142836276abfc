import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, SCOPE, World } from '../../test/world.ts';
import { findProject, markTestUser } from '../db/projects.ts';

const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');

describe.each(databases())('history of versions on $name', ({ seeded }) => {
  let world: World;
  const token: Record<string, string> = {};
  beforeAll(async () => {
    world = await World.make(await seeded());
    for (const role of ['Editor', 'Viewer', 'Reviewer', 'Ground-truth generator'] as const)
      token[role] = await world.tokenOf(emailOf(role), role);
    token['second'] = await world.tokenOf('editor2@test', 'Editor');
  });
  afterAll(() => world.close());

  const id = () => ({ id: world.studyId, ...SCOPE });
  const labelled = (view: string, reference = true) => ({
    ...world.images[0]!,
    type: '4-chamber 2D',
    view,
    modality: '2D' as const,
    reference,
  });
  const save = async (who: string, email: string, view: string, reference = true): Promise<number> => {
    world.now += 1000;
    const { answer } = await world.call(CALLS.analysisUpdate, {
      token: token[who]!,
      body: world.save(email, [labelled(view, reference)], { config_versions: { echo_caliper: 1 } }),
    });
    return answer.conflict === false ? answer.version : 0;
  };
  const history = async (who: string, editor?: string) =>
    (await world.call(CALLS.analysisVersions, { token: token[who]!, body: { ...id(), ...(editor ? { editor } : {}) } })).answer.versions;
  const content = (who: string, version: number) =>
    world.call(CALLS.analysisGetVersion, { token: token[who]!, body: { ...id(), version } });
  const restore = (who: string, version: number, base_version: number | null, save_id: string) =>
    world.call(CALLS.analysisRestore, { token: token[who]!, body: { ...id(), version, base_version, save_id } });
  const saved: number[] = [];

  it('is empty before the first save', async () => expect(await history('Editor')).toEqual([]));

  it('lists the shared work of all editors, newest first, with author and parent', async () => {
    saved.push(await save('Editor', EDITOR, 'A4C'), await save('second', 'editor2@test', 'A2C'), await save('Editor', EDITOR, 'PLAX'));
    const lines = await history('Viewer');
    expect(lines.map((l) => [l.version, l.parent, l.author, l.current])).toEqual([
      [saved[2], saved[1], EDITOR, true],
      [saved[1], saved[0], 'editor2@test', false],
      [saved[0], null, EDITOR, false],
    ]);
    expect(lines.map((l) => l.created_at)).toEqual([NOON + 3000, NOON + 2000, NOON + 1000]);
    expect(lines.every((l) => l.role === 'Editor' && l.restored_from === null && l.study_state === 'Valid')).toBe(true);
  });

  it('brings an older version back as a new one, and keeps every version', async () => {
    const { answer } = await restore('second', saved[0]!, saved[2]!, 'restore-1');
    if (answer.conflict !== false) throw new Error('a conflict');
    const again = await restore('second', saved[0]!, saved[2]!, 'restore-1');
    expect(again.answer).toMatchObject({ conflict: false, version: answer.version });
    const read = await world.call(CALLS.analysisGet, { token: token['Editor']!, body: id() });
    expect(read.answer.analysis).toMatchObject({
      version: answer.version,
      images: [{ view: 'A4C' }],
      config_versions: { echo_caliper: 1 },
    });
    expect((await history('Editor'))[0]).toMatchObject({
      version: answer.version,
      restored_from: saved[0],
      parent: saved[2],
      author: 'editor2@test',
    });
    expect(await history('Editor')).toHaveLength(4);
    expect((await content('Editor', saved[2]!)).answer.images).toMatchObject([{ view: 'PLAX' }]);
  });

  it('returns a conflict to a stale base and stores nothing', async () => {
    const before = await history('Editor');
    expect((await restore('Editor', saved[1]!, saved[1]!, 'restore-2')).answer).toMatchObject({
      conflict: true,
      version: before[0]!.version,
      images: [{ view: 'A4C' }],
    });
    expect(await history('Editor')).toEqual(before);
  });

  it('keeps blind work and shared work apart', async () => {
    const blind = await save('Ground-truth generator', BLIND, 'SAX');
    expect((await history('Ground-truth generator')).map((l) => l.version)).toEqual([blind]);
    expect((await history('Editor')).map((l) => l.version)).not.toContain(blind);
    for (const [who, version] of [
      ['Editor', blind],
      ['Viewer', blind],
      ['Ground-truth generator', saved[0]!],
      ['Editor', 999_999],
    ] as const) {
      expect(await content(who, version)).toMatchObject({ status: 400, error: { code: 'not-found', field: 'version' } });
    }
    expect(await restore('Editor', blind, null, 'restore-3')).toMatchObject({ status: 400, error: { code: 'not-found' } });
  });

  it('shows reviewers the complete versions of the editors given to them, reference images only', async () => {
    await save('Editor', EDITOR, 'A5C', false);
    const mine = await history('Reviewer', EDITOR);
    expect(new Set(mine.map((l) => l.author))).toEqual(new Set([EDITOR]));
    expect((await content('Reviewer', mine[0]!.version)).answer.images).toEqual([]);
    expect(await history('Reviewer', 'editor2@test')).toEqual([]);
    expect((await content('Reviewer', saved[1]!)).status).toBe(400);
  });

  describe('of a test user', () => {
    it('is only their own, and starts from the shared work', async () => {
      const shared = (await history('Editor'))[0]!.version;
      await world.addPerson('tester@test', ['Editor'], { is_test: true });
      token['tester'] = await world.tokenOf('tester@test', 'Editor');
      const read = async (who: string) => (await world.call(CALLS.analysisGet, { token: token[who]!, body: id() })).answer.analysis;
      expect((await read('tester'))?.version).toBe(shared);
      const { answer } = await world.call(CALLS.analysisUpdate, {
        token: token['tester'],
        body: world.save('tester@test', [labelled('Sweep')], { base_version: shared }),
      });
      if (answer.conflict !== false) throw new Error('a conflict');
      expect((await read('tester'))?.version).toBe(answer.version);
      for (const who of ['Editor', 'second', 'Viewer']) expect((await read(who))?.version).toBe(shared);
      expect((await history('Editor')).map((l) => l.version)).not.toContain(answer.version);
      const next = await world.call(CALLS.analysisUpdate, {
        token: token['tester'],
        body: world.save('tester@test', [labelled('A4C')], { base_version: answer.version }),
      });
      expect(next.answer).toMatchObject({ conflict: false });
    });

    it('of one project is left out there as a test user everywhere is', async () => {
      const { query } = world.db;
      const project = await findProject(query, { dbName: SCOPE.db_name });
      const second = await query.selectFrom('user_account').select('id').where('email', '=', 'editor2@test').executeTakeFirstOrThrow();
      const version = await save('second', 'editor2@test', 'A3C');
      expect((await history('Viewer'))[0]?.version).toBe(version);
      await markTestUser(query, project!.id, second.id, true);
      expect((await history('Viewer')).some((l) => l.author === 'editor2@test')).toBe(false);
      const rows = await world.call(CALLS.studiesGet, {
        token: token['Viewer']!,
        body: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
      });
      expect(rows.answer.studies[0]?.editor).toBe(EDITOR);
      await markTestUser(query, project!.id, second.id, false);
      expect((await history('Viewer'))[0]?.version).toBe(version);
    });
  });
});
