/** Lines on every frame of a cycle: sent once with the image that names them, stored by hash, read by hash. */
import { createHash } from 'node:crypto';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { pruneVersions } from '../upkeep/pruning/prune.ts';
import { scrub } from '../upkeep/scrub/scrub.ts';
import { readManifest } from './read.ts';

const EDITOR = emailOf('Editor');
const DAY_MS = 24 * 60 * 60 * 1000;
type Body = Partial<BodyOf<typeof CALLS.analysisUpdate>>;

/** A line on two frames; `x` makes it another one. */
const linesAt = (x: number): SequenceLines => ({
  format: 1,
  lines: [
    {
      name: 'LV endo',
      shape: 'endo-epi',
      types: ['septum wall ring', 'free wall ring'],
      frames: [1, 2].map((frame_number) => ({
        frame_number,
        points: [
          [x, 0.1],
          [x + 0.2, frame_number],
        ],
        quality: [1, 0.75],
        drift_px: [null, 0.5],
      })),
    },
  ],
});
const hashOf = (lines: SequenceLines): string => createHash('sha256').update(JSON.stringify(lines)).digest('hex');

describe.each(databases())('lines on every frame on $name', ({ seeded }) => {
  const worlds: World[] = [];
  let world: World;
  let token: string;
  const lines = linesAt(0.3);
  const hash = hashOf(lines);

  const followed = (lines_sha256: string): AnalysisImage => ({
    ...world.images[0]!,
    modality: '2D',
    cardiac_events: [{ id: 'a', end_diastole: 1, end_systole: 2 }],
    segmentation: [
      { sequence: { from_frame: 1, to_frame: 2, method: 'speckle-tracking', method_version: '3', anchors: [], lines_sha256 } },
    ],
  });
  const send = (more: Body) => {
    const { images: _all, ...body } = world.save(EDITOR, [], more);
    return world.call(CALLS.analysisUpdate, { token, body: { ...body, ...more } });
  };
  const saved = async (more: Body): Promise<number> => {
    const { status, answer } = await send(more);
    if (status !== 200 || answer.conflict) throw new Error(`not saved: ${JSON.stringify(answer)}`);
    return answer.version;
  };
  const ask = (hashes: string[], as = token) =>
    world.call(CALLS.analysisGetSequences, { token: as, body: { id: world.studyId, hashes, ...SCOPE } });
  const rows = () => world.db.query.selectFrom('image_document').select(['sha256', 'instance_id']).execute();

  beforeEach(async () => {
    world = await World.make(await seeded());
    worlds.push(world);
    token = await world.tokenOf(EDITOR, 'Editor');
  });
  afterAll(() => Promise.all(worlds.map((each) => each.close())));

  it('are stored with the image that names them, and read back as they were sent', async () => {
    const version = await saved({ images: [followed(hash)], sequences: [lines], base_version: null });
    expect((await ask([hash, '0'.repeat(64)])).answer).toEqual({ sequences: { [hash]: lines } });
    const { manifest } = await readManifest(world.db.query, version);
    expect(manifest.images[0]?.sequences).toEqual([hash]);
    const { answer } = await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } });
    expect(answer.analysis?.images[0]?.segmentation[0]?.sequence?.lines_sha256).toBe(hash);
    expect(JSON.stringify(answer)).not.toContain('drift_px');
  });

  it('are not sent again by a later gesture, and are refused by name where they are neither sent nor stored', async () => {
    expect(await send({ images: [followed(hash)], base_version: null })).toMatchObject({
      status: 400,
      error: { code: 'invalid-field', field: 'sequences' },
    });
    const first = await saved({ images: [followed(hash)], sequences: [lines], base_version: null });
    const labelled = { ...followed(hash), view: 'A4C' };
    const second = await saved({ base_version: first, changes: { images: [labelled], removed: [] } });
    // Another image keeps what it names.
    const third = await saved({ base_version: second, changes: { images: [world.images[1]!], removed: [] } });
    const { manifest } = await readManifest(world.db.query, third);
    expect(manifest.images.find(({ instance_id }) => instance_id === world.images[0]!.instance_id)?.sequences).toEqual([hash]);
    expect((await rows()).filter(({ sha256 }) => sha256 === hash)).toHaveLength(1);
  });

  it('that no image names are not stored, and faulty ones are refused by their field', async () => {
    await saved({ images: [world.images[0]!], sequences: [lines], base_version: null });
    expect((await rows()).map(({ sha256 }) => sha256)).not.toContain(hash);
    const [line] = lines.lines;
    const gap = { ...lines, lines: [{ ...line!, frames: line!.frames.map((frame) => ({ ...frame, frame_number: 7 })) }] };
    expect(await send({ images: [], sequences: [gap] })).toMatchObject({
      status: 400,
      error: { field: 'sequences.0.lines.0.frames.1.frame_number' },
    });
    expect(await send({ images: [], sequences: [{ ...lines, more: 1 } as SequenceLines] })).toMatchObject({
      status: 400,
      error: { code: 'unknown-field', field: 'sequences.0.more' },
    });
  });

  it('of another study are not read, and the hash of an image gives nothing', async () => {
    await saved({ images: [followed(hash)], sequences: [lines], base_version: null });
    const image = (await rows()).find(({ sha256 }) => sha256 !== hash)!;
    expect((await ask([image.sha256])).answer).toEqual({ sequences: {} });
    expect((await ask([hash], await world.tokenOf(emailOf('Viewer'), 'Viewer'))).answer).toEqual({ sequences: { [hash]: lines } });
  });

  it('go with the last version that names them, and the integrity check misses them when they are gone too early', async () => {
    const other = linesAt(0.7);
    const first = await saved({ images: [followed(hash)], sequences: [lines], base_version: null });
    const second = await saved({
      base_version: first,
      changes: { images: [followed(hashOf(other))], removed: [] },
      sequences: [other],
    });
    await saved({ base_version: second, changes: { images: [{ ...followed(hashOf(other)), view: 'A4C' }], removed: [] } });
    const { signal } = new AbortController();
    const now = () => world.now + 400 * DAY_MS;
    await pruneVersions(world.db, { signal, now, keptDays: 30, dryRun: false });
    expect((await rows()).map(({ sha256 }) => sha256)).toContain(hashOf(other));
    expect((await rows()).map(({ sha256 }) => sha256)).not.toContain(hash);
    expect((await scrub({ db: world.db, objects: world.objects }, { signal })).faults).toEqual([]);
    await world.db.query.deleteFrom('image_document').where('sha256', '=', hashOf(other)).execute();
    const { faults } = await scrub({ db: world.db, objects: world.objects }, { signal });
    expect(faults.map(({ what, detail }) => [what, detail])).toContainEqual(['analysis', `its document ${hashOf(other)} is missing`]);
  });
});
