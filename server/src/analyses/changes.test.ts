import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { readManifest } from './read.ts';

const EDITOR = emailOf('Editor');
type Body = Partial<BodyOf<typeof CALLS.analysisUpdate>>;
type Saved = Extract<AnswerOf<typeof CALLS.analysisUpdate>, { conflict: false }>;

describe.each(databases())('a save of changes on $name', ({ seeded }) => {
  const worlds: World[] = [];
  let world: World;
  let token: string;
  let first: number;

  const seen = (n: number, view: string): AnalysisImage => ({
    ...world.images[n]!,
    type: '4-chamber 2D',
    view,
    modality: '2D',
    reference: true,
  });
  const idOf = (n: number): string => world.images[n]!.instance_id;
  const send = (more: Body) => {
    const { images: _all, ...body } = world.save(EDITOR, [], more);
    return world.call(CALLS.analysisUpdate, { token, body: { ...body, ...more } });
  };
  const saved = async (more: Body): Promise<Saved> => {
    const { status, answer } = await send(more);
    if (status !== 200 || answer.conflict) throw new Error(`not saved: ${JSON.stringify(answer)}`);
    return answer;
  };
  const read = async () => (await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } })).answer.analysis!;
  const viewsOf = (images: readonly AnalysisImage[]) => Object.fromEntries(images.map((image) => [image.instance_id, image.view]));
  const rows = () => world.db.query.selectFrom('image_document').select(['sha256', 'instance_id']).execute();
  const manifestOf = async (version: number) => (await readManifest(world.db.query, version)).record.sha256;

  beforeEach(async () => {
    world = await World.make(await seeded());
    worlds.push(world);
    token = await world.tokenOf(EDITOR, 'Editor');
    first = (await saved({ images: [seen(0, 'A4C'), seen(1, 'A2C'), seen(2, 'PLAX')], base_version: null })).version;
  });
  afterAll(() => Promise.all(worlds.map((each) => each.close())));

  it('keeps what it does not name, changes what it does, and removes', async () => {
    await saved({ base_version: first, changes: { images: [seen(1, 'A3C')], removed: [idOf(2)] } });
    expect(viewsOf((await read()).images)).toEqual({ [idOf(0)]: 'A4C', [idOf(1)]: 'A3C' });
  });

  it('gives the same version as the whole payload, whatever its order', async () => {
    const changed = await saved({ base_version: first, changes: { images: [seen(0, 'SAX')], removed: [] } });
    const whole = await saved({ images: [seen(2, 'PLAX'), seen(0, 'SAX'), seen(1, 'A2C')] });
    expect(await manifestOf(whole.version)).toBe(await manifestOf(changed.version));
    expect([whole.status, whole.study_state]).toEqual([changed.status, changed.study_state]);
  });

  it('counts state, dots and calibrated images over all images, not only those it carries', async () => {
    await saved({ images: world.images.map((_, n) => ({ ...seen(n, 'A4C'), is_annotated: true, is_segmented: true })) });
    const { version } = await read();
    const answer = await saved({
      base_version: version,
      changes: { images: [{ ...seen(0, 'A4C'), is_annotated: true, is_segmented: false }], removed: [] },
    });
    expect(answer.status).toMatchObject({ annotated: true, segmented_2d: false });
    expect(await read()).toMatchObject({ images_segmented: 2, images_calibrated: 1, total_images: 3 });
  });

  it('stores a document only for what it changes', async () => {
    expect(await rows()).toHaveLength(3);
    await saved({ base_version: first, changes: { images: [seen(1, 'A3C')], removed: [] } });
    const after = await rows();
    expect(after.map((row) => row.instance_id).sort()).toEqual([idOf(0), idOf(1), idOf(1), idOf(2)]);
    const { version } = await read();
    await saved({ base_version: version, changes: { images: [seen(1, 'A2C')], removed: [] } });
    expect(await rows()).toHaveLength(4);
    expect(viewsOf((await read()).images)).toMatchObject({ [idOf(1)]: 'A2C' });
  });

  it('that builds on an older version stores nothing and returns the newest work', async () => {
    await saved({ base_version: first, changes: { images: [seen(1, 'A3C')], removed: [] } });
    const stored = await rows();
    const { answer } = await send({ base_version: first, changes: { images: [seen(0, 'SAX')], removed: [] } });
    expect(answer).toMatchObject({ conflict: true, author: EDITOR });
    expect(answer.conflict && viewsOf(answer.images)).toEqual({ [idOf(0)]: 'A4C', [idOf(1)]: 'A3C', [idOf(2)]: 'PLAX' });
    expect(await rows()).toEqual(stored);
  });

  it('sent again is the same version, and other changes under its save_id are refused', async () => {
    const body: Body = { base_version: first, save_id: 'changes-1', changes: { images: [seen(1, 'A3C')], removed: [] } };
    const { version } = await saved(body);
    expect((await saved(body)).version).toBe(version);
    for (const other of [
      { ...body, changes: { images: [seen(1, 'A5C')], removed: [] } },
      { ...body, changes: { images: [seen(1, 'A3C')], removed: [idOf(0)] } },
      { ...body, base_version: version },
    ])
      expect(await send(other)).toMatchObject({ status: 400, error: { code: 'invalid-field', field: 'save_id' } });
    expect(viewsOf((await read()).images)).toMatchObject({ [idOf(0)]: 'A4C', [idOf(1)]: 'A3C' });
  });

  it.each([
    ['without a base', () => ({ changes: { images: [], removed: [] } }), 'base_version'],
    ['next to all images', () => ({ base_version: first, images: [], changes: { images: [], removed: [] } }), 'changes'],
    ['that is missing, like the images', () => ({ base_version: first }), 'images'],
    ['of a stranger', () => ({ base_version: first, changes: { images: [], removed: ['9.9'] } }), 'changes.removed.0'],
    [
      'that removes what it changes',
      () => ({ base_version: first, changes: { images: [seen(0, 'X')], removed: [idOf(0)] } }),
      'changes.removed.0',
    ],
    [
      'with an image of another study',
      () => ({ base_version: first, changes: { images: [{ ...seen(0, 'X'), instance_id: '9.9' }], removed: [] } }),
      'changes.images.0.instance_id',
    ],
    [
      'with an unknown field',
      () => ({ base_version: first, changes: { images: [{ ...seen(0, 'X'), colour: 'red' }], removed: [] } }),
      'changes.images.0.colour',
    ],
  ])('%s is refused by name', async (_what, more, field) => {
    expect(await send(more() as Body)).toMatchObject({ status: 400, error: { field } });
    expect((await read()).version).toBe(first);
  });

  describe('that is only kept', () => {
    const versions = async () =>
      (await world.call(CALLS.analysisVersions, { token, body: { id: world.studyId, ...SCOPE } })).answer.versions;
    const aside: () => Body = () => ({
      base_version: first,
      without_head: true,
      save_id: 'aside-001',
      changes: { images: [seen(0, 'SAX')], removed: [] },
    });

    it('builds on an older version, changes nothing that is current, and is in the history', async () => {
      const { version: second } = await saved({ base_version: first, changes: { images: [seen(1, 'A3C')], removed: [] } });
      const { version: kept } = await saved(aside());
      expect((await read()).version).toBe(second);
      expect(viewsOf((await read()).images)).toMatchObject({ [idOf(0)]: 'A4C', [idOf(1)]: 'A3C' });
      expect((await versions()).find(({ version }) => version === kept)).toMatchObject({
        parent: first,
        without_head: true,
        current: false,
      });
      const content = await world.call(CALLS.analysisGetVersion, { token, body: { id: world.studyId, version: kept, ...SCOPE } });
      expect(viewsOf(content.answer.images)).toEqual({ [idOf(0)]: 'SAX', [idOf(1)]: 'A2C', [idOf(2)]: 'PLAX' });
      expect((await saved(aside())).version).toBe(kept);
      // The next save builds on what is current.
      await saved({ base_version: second, changes: { images: [seen(2, 'SC')], removed: [] } });
      expect(viewsOf((await read()).images)).toEqual({ [idOf(0)]: 'A4C', [idOf(1)]: 'A3C', [idOf(2)]: 'SC' });
    });

    it('is brought back like any other version', async () => {
      const { version: second } = await saved({ base_version: first, changes: { images: [seen(1, 'A3C')], removed: [] } });
      const { version: kept } = await saved(aside());
      const body = { id: world.studyId, version: kept, base_version: second, save_id: 'back-0001', ...SCOPE };
      await world.call(CALLS.analysisRestore, { token, body });
      expect(viewsOf((await read()).images)).toEqual({ [idOf(0)]: 'SAX', [idOf(1)]: 'A2C', [idOf(2)]: 'PLAX' });
    });

    it('builds on nothing the author may not see, and names what it builds on', async () => {
      const blind = emailOf('Ground-truth generator');
      const blindToken = await world.tokenOf(blind, 'Ground-truth generator');
      const own = await world.call(CALLS.analysisUpdate, { token: blindToken, body: world.save(blind, [seen(0, 'blind')]) });
      if (own.answer.conflict) throw new Error('a conflict');
      for (const base_version of [own.answer.version, 999_999])
        expect(await send({ ...aside(), base_version })).toMatchObject({ status: 400, error: { field: 'base_version' } });
      const { base_version: _base, ...nowhere } = aside();
      expect(await send(nowhere)).toMatchObject({ status: 400, error: { field: 'base_version' } });
    });
  });

  it('to nothing begins an analysis', async () => {
    const blind = await world.tokenOf(emailOf('Ground-truth generator'), 'Ground-truth generator');
    const { images: _all, ...body } = world.save(emailOf('Ground-truth generator'), []);
    const { answer } = await world.call(CALLS.analysisUpdate, {
      token: blind,
      body: { ...body, base_version: null, changes: { images: [seen(0, 'A4C')], removed: [idOf(1)] } },
    });
    expect(answer).toMatchObject({ conflict: false });
  });

  it('keeps the author of its base, and names no other', async () => {
    const calibration = {
      source: 'manual',
      velocity_axis: 'up',
      flow_direction: 'toward',
      reference_pixel_origin: 'region',
      baseline_y: null,
      manual: [],
      author: EDITOR,
      at: 1,
      version: 1,
    } as const;
    await saved({
      base_version: first,
      changes: { images: [{ ...seen(0, 'A4C'), calibration: { ...calibration, manual: [] } }], removed: [] },
    });
    const { version, images } = await read();
    const second = await world.tokenOf('editor2@test', 'Editor');
    const { images: _all, ...body } = world.save('editor2@test', []);
    const own = { ...calibration, manual: [], baseline_y: 7 };
    await world.call(CALLS.analysisUpdate, {
      token: second,
      body: {
        ...body,
        base_version: version,
        changes: {
          images: [
            { ...images[0]!, view: 'A2C' },
            { ...seen(1, 'A2C'), calibration: own },
          ],
          removed: [],
        },
      },
    });
    expect((await read()).images.slice(0, 2).map((image) => image.calibration?.author)).toEqual([EDITOR, 'editor2@test']);
  });
});
