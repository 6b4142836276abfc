import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, metadataOf, SCOPE, World } from '../../test/world.ts';

const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');

describe.each(databases())('analysis calls on $name', ({ seeded }) => {
  let world: World;
  let editor: string;
  let second: string;
  let blind: string;
  let viewer: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    editor = await world.tokenOf(EDITOR, 'Editor');
    second = await world.tokenOf('editor2@test', 'Editor');
    blind = await world.tokenOf(BLIND, 'Ground-truth generator');
    viewer = await world.tokenOf(emailOf('Viewer'), 'Viewer');
  });
  afterAll(() => world.close());

  const read = async (token: string) => (await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } })).answer;
  const labelled = (n: number, view: string) => ({
    ...world.images[n]!,
    type: '4-chamber 2D',
    view,
    modality: '2D' as const,
    reference: true,
  });

  it("returns 200 with 'Analysis doesn't exist' before the first save", async () => {
    expect(await read(editor)).toEqual({ analysis: null, message: "Analysis doesn't exist" });
  });

  it('stores a version, extracts the step dots and returns it to editors and viewers', async () => {
    const saved = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(EDITOR, [labelled(0, 'A4C')], { base_version: null, save_id: 'save-0001' }),
    });
    expect(saved.status).toBe(200);
    expect(saved.answer).toMatchObject({ conflict: false, status: { selected: true, annotated: false } });
    for (const token of [editor, second, viewer]) {
      const { analysis } = await read(token);
      expect(analysis).toMatchObject({ editor: EDITOR, total_images: 3, images: [{ view: 'A4C' }] });
    }
  });

  it('gives the raw analysis with what its values depend on of the study, and where that comes from', async () => {
    const quantities = { age_days: 15_000, sex: 'F', height_cm: 168.5, weight_kg: 61.5, gestational_age_days: null } as const;
    const sources = {
      age_source: 'file',
      sex_source: 'file',
      height_source: 'person',
      weight_source: 'administrator',
      gestational_age_source: null,
    } as const;
    await world.db.query
      .updateTable('study')
      .set({ ...quantities, ...sources })
      .where('study_id', '=', world.studyId)
      .execute();
    const token = await world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    const raw = await world.call(CALLS.analysisDownloadRaw, { token, body: { id: world.studyId, ...SCOPE } });
    expect(raw.status).toBe(200);
    expect(raw.answer.analysis?.study).toMatchObject({ ...quantities, ...sources, stated: [] });
    expect(raw.answer.analysis?.images).toHaveLength(1);
  });

  it('returns the same version when a save is sent again', async () => {
    const { version } = (await read(editor)).analysis!;
    const again = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(EDITOR, [labelled(0, 'A4C')], { base_version: null, save_id: 'save-0001' }),
    });
    expect(again.answer).toMatchObject({ conflict: false, version });
    expect((await read(editor)).analysis?.images[0]?.view).toBe('A4C');
  });

  it('refuses other content under the save_id of a version that is stored', async () => {
    const other = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(EDITOR, [labelled(0, 'A2C')], { base_version: null, save_id: 'save-0001' }),
    });
    expect(other).toMatchObject({ status: 400, error: { code: 'invalid-field', field: 'save_id' } });
    expect((await read(editor)).analysis?.images[0]?.view).toBe('A4C');
  });

  it('completes the metadata of every image from what the import read, and counts what is calibrated', async () => {
    const body = world.save(EDITOR, [
      { ...labelled(0, 'A4C'), metadata: { ...metadataOf(1), width: 1 } },
      { ...labelled(1, 'A2C'), metadata: null },
    ]);
    await world.call(CALLS.analysisUpdate, { token: editor, body });
    expect((await read(editor)).analysis).toMatchObject({
      images: [{ metadata: metadataOf(1) }, { metadata: metadataOf(2) }],
      images_calibrated: 1,
    });
    await world.call(CALLS.analysisUpdate, { token: editor, body: world.save(EDITOR, [labelled(0, 'A4C')]) });
  });

  describe('authorship', () => {
    const manual = (author: string | null) => ({
      source: 'manual' as const,
      velocity_axis: 'up' as const,
      flow_direction: 'toward' as const,
      reference_pixel_origin: 'region' as const,
      baseline_y: null,
      manual: [],
      author,
      at: 1,
      version: 1,
    });
    const save = async (token: string, email: string, image: object) => {
      const body = world.save(email, [{ ...labelled(0, 'A4C'), ...image }]);
      expect((await world.call(CALLS.analysisUpdate, { token, body })).answer).toMatchObject({ conflict: false });
      return (await read(editor)).analysis!.images[0]!;
    };

    it('is written by the server, whatever the payload has', async () => {
      const image = await save(editor, EDITOR, { calibration: manual('editor2@test') });
      expect(image).toMatchObject({ calibration: { author: EDITOR } });
      expect((await save(editor, EDITOR, { calibration: manual(null) })).calibration).toMatchObject({ author: EDITOR });
    });

    it('of what was there stays, and what a person changes becomes theirs', async () => {
      const first = await save(editor, EDITOR, { calibration: manual(EDITOR) });
      const kept = await save(second, 'editor2@test', { calibration: first.calibration, view: 'A2C' });
      expect(kept.calibration?.author).toBe(EDITOR);
      const changed = await save(second, 'editor2@test', { calibration: { ...first.calibration!, baseline_y: 10 } });
      expect(changed).toMatchObject({ calibration: { author: 'editor2@test' } });
      await save(editor, EDITOR, {});
    });
  });

  it.each([
    ['1e999', 'images.0.cycles_segmented'],
    ['-1e999', 'images.0.cycles_segmented'],
    [`1${'0'.repeat(400)}`, 'images.0.cycles_segmented'],
  ])('refuses the number %.8s, which no reader could save again', async (number, field) => {
    const body = JSON.stringify(world.save(EDITOR, [labelled(0, 'A4C')])).replace('"cycles_segmented":0', `"cycles_segmented":${number}`);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/analysis/update',
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: editor },
      payload: body,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-field', field }]);
  });

  it('returns a conflict with the newest shared work to a stale base, and stores nothing', async () => {
    const base = (await read(second)).analysis?.version ?? 0;
    const stale = await world.call(CALLS.analysisUpdate, { token: second, body: world.save('editor2@test', [], { base_version: null }) });
    expect(stale.status).toBe(200);
    expect(stale.answer).toMatchObject({ conflict: true, version: base, author: EDITOR, images: [{ view: 'A4C' }] });
    expect((await read(second)).analysis?.version).toBe(base);
    const merged = await world.call(CALLS.analysisUpdate, {
      token: second,
      body: world.save('editor2@test', [labelled(0, 'A4C'), labelled(1, 'A2C')], { base_version: base }),
    });
    expect(merged.answer).toMatchObject({ conflict: false });
    expect((await read(editor)).analysis).toMatchObject({ editor: 'editor2@test', images: [{}, { view: 'A2C' }] });
  });

  it('notifies a second tab of one editor about a save of the first one, and merges nothing automatically', async () => {
    const base = (await read(editor)).analysis?.version ?? 0;
    const [first, second_] = [editor, (await world.call(CALLS.actAs, { token: editor, body: { role: 'Editor' } })).answer.token];
    const saved = await world.call(CALLS.analysisUpdate, {
      token: first,
      body: world.save(EDITOR, [labelled(0, 'A4C')], { base_version: base, save_id: 'tab-one-1' }),
    });
    const stale = await world.call(CALLS.analysisUpdate, {
      token: second_,
      body: world.save(EDITOR, [labelled(1, 'A2C')], { base_version: base, save_id: 'tab-two-1' }),
    });
    expect(stale.answer).toMatchObject({ conflict: true, author: EDITOR, version: saved.answer.version, images: [{ view: 'A4C' }] });
    expect((await read(editor)).analysis?.images).toHaveLength(1);
  });

  it('accepts the plain client that names no base', async () => {
    const saved = await world.call(CALLS.analysisUpdate, { token: editor, body: world.save(EDITOR, [labelled(0, 'A4C')]) });
    expect(saved.answer).toMatchObject({ conflict: false });
  });

  it('lets exactly one of ten saves on one base win', async () => {
    const base = (await read(editor)).analysis?.version ?? 0;
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        world.call(CALLS.analysisUpdate, {
          token: n % 2 ? editor : second,
          body: world.save(n % 2 ? EDITOR : 'editor2@test', [labelled(0, 'A4C')], { base_version: base }),
        }),
      ),
    );
    expect(results.filter((r) => r.answer.conflict === false)).toHaveLength(1);
  });

  it('keeps blind work from editors and viewers, and theirs from the blind editor', async () => {
    expect((await read(blind)).analysis).toBeNull();
    const saved = await world.call(CALLS.analysisUpdate, {
      token: blind,
      body: world.save(BLIND, [labelled(2, 'PLAX')], { base_version: null }),
    });
    expect(saved.answer).toMatchObject({ conflict: false });
    expect((await read(blind)).analysis?.images[0]?.view).toBe('PLAX');
    for (const token of [editor, viewer]) expect((await read(token)).analysis?.images[0]?.view).toBe('A4C');
  });

  it("never shows a test user's work to editors", async () => {
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    const tester = await world.tokenOf('tester@test', 'Editor');
    await world.call(CALLS.analysisUpdate, { token: tester, body: world.save('tester@test', [labelled(0, 'Sweep')]) });
    expect((await read(editor)).analysis?.images[0]?.view).toBe('A4C');
  });

  it('shows reviewers the complete analyses of their editors, reference images only', async () => {
    const reviewer = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(EDITOR, [labelled(0, 'A4C'), { ...labelled(1, 'A2C'), reference: false }]),
    });
    const answer = await world.call(CALLS.analysisGet, { token: reviewer, body: { id: world.studyId, editor: EDITOR, ...SCOPE } });
    expect(answer.answer.analysis?.images).toHaveLength(1);
    const foreign = await world.call(CALLS.analysisGet, { token: reviewer, body: { id: world.studyId, editor: 'editor2@test', ...SCOPE } });
    expect(foreign.answer.analysis).toBeNull();
  });

  it.each([
    ['an unknown field of the call', { surprise: 1 }, 'surprise', 'unknown-field'],
    ['a newer document format', { format: DOCUMENT_FORMAT + 1 }, 'format', 'invalid-field'],
  ])('refuses %s by name', async (_what, more, field, code) => {
    const refused = await world.call(CALLS.analysisUpdate, { token: editor, body: { ...world.save(EDITOR, []), ...more } });
    expect(refused).toMatchObject({ status: 400, error: { code, field } });
  });

  it('refuses an unknown field inside an image by name', async () => {
    const refused = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: { ...world.save(EDITOR, []), images: [{ ...world.images[0], surprise: 1 }] },
    });
    expect(refused).toMatchObject({ status: 400, error: { code: 'unknown-field', field: 'images.0.surprise' } });
  });

  it('refuses an image of another study and a duplicate one', async () => {
    const foreign = await world.call(CALLS.analysisUpdate, {
      token: editor,
      body: world.save(EDITOR, [{ ...world.images[0]!, id: '2.25.9', instance_id: '2.25.9' }]),
    });
    expect(foreign).toMatchObject({ status: 400, error: { field: 'images.0.instance_id' } });
    const twice = await world.call(CALLS.analysisUpdate, { token: editor, body: world.save(EDITOR, [world.images[0]!, world.images[0]!]) });
    expect(twice).toMatchObject({ status: 400, error: { field: 'images.1.instance_id' } });
  });

  it("refuses other roles with 'User role not allowed to save changes'", async () => {
    const refused = await world.call(CALLS.analysisUpdate, { token: viewer, body: world.save(emailOf('Viewer'), []) });
    expect(refused).toMatchObject({ status: 403, error: { message: 'User role not allowed to save changes' } });
  });

  it("refuses a save under another's name", async () => {
    const refused = await world.call(CALLS.analysisUpdate, { token: editor, body: world.save('editor2@test', []) });
    expect(refused.status).toBe(403);
  });

  it('returns version and time of the work that the role sees', async () => {
    const last = await world.call(CALLS.analysisLastUpdate, { token: viewer, body: { id: world.studyId, ...SCOPE } });
    expect(last.answer).toMatchObject({ version: (await read(viewer)).analysis?.version, updated_at: world.now });
  });
});
