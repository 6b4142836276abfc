/** Lines on every frame of a cycle, imported as the work of a rater: from our own JSON to the bit, and from tracks of COCO. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { isOutdated } from '@echometry/contract/rules/sequence.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { followedImage, goldenCycle, type GoldenCycle } from '../../../test/followed-cycle.ts';
import { followedChamber, loadedSampler, written } from '../../../test/format-sources.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { emailOf, PROJECT, World } from '../../../test/world.ts';
import { readDocument } from '../../analyses/read.ts';
import { findHead } from '../../db/analyses.ts';
import { storeConfigSet } from '../../db/config-sets.ts';
import { hashOfJson, pack } from '../../db/document.ts';
import { readSequences } from '../../db/image-documents.ts';
import { findAccount } from '../../db/users.ts';
import { EXPORT_DOCUMENT_FORMAT } from '../../exports/document-schema.ts';
import { cocoWriter } from '../../exports/formats/coco.ts';
import { SHIPPED_SETS } from '../../workspace/shipped-config.ts';
import { drawLines } from './draw-lines.ts';
import { importPredictions } from './import-predictions.ts';

const EDITOR = emailOf('Editor');
const RATER = 'tracker@models.example';

describe.each(databases())('lines on every frame of a rater on $name', ({ seeded }) => {
  let world: World;
  let engine: EngineClient;
  let golden: GoldenCycle;
  let image: AnalysisImage;
  let folder: string;
  let made = 0;
  /** The ventricle: other golden lines do not have the shape of the configuration. */
  const lines = (): SequenceLines => ({
    ...golden.request.lines,
    lines: golden.request.lines.lines.filter(({ name }) => name === 'LV endo'),
  });

  beforeAll(async () => {
    [engine, golden] = [await createEngine({ workers: 1 }), await goldenCycle()];
    world = await World.make(await seeded());
    for (const set of SHIPPED_SETS) await storeConfigSet(world.db.query, set, 1);
    folder = await temporaryFolder('followed-lines');
    const { bytes } = await pack(golden.images[0].metadata);
    await world.db.query.updateTable('image_file').set({ metadata: bytes }).execute();
    const { id, filename, instance_id } = world.images[0]!;
    const followed = followedImage(golden, hashOfJson(lines()));
    image = { ...world.images[0]!, ...followed, id, filename, instance_id, measurements: [] };
    const body = { ...world.save(EDITOR, [image]), sequences: [lines()] };
    const { status } = await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(EDITOR, 'Editor'), body });
    if (status !== 200) throw new Error('not saved');
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  /** Imports files by their names and contents. */
  async function imported(contents: Record<string, unknown>) {
    const place = path.join(folder, `${(made += 1)}`);
    await mkdir(place, { recursive: true });
    const files = Object.keys(contents).map((name) => ({ name, place: path.join(place, name) }));
    for (const { name, place: at } of files) await writeFile(at, JSON.stringify(contents[name]));
    return importPredictions(
      world.db,
      { project: PROJECT._id, rater: RATER, version: '2.0', files, exported: null, isCheck: false, by: null },
      {
        draw: (order, hooks) => drawLines({ db: world.db, objects: world.objects, engine }, order, hooks),
        now: () => (world.now += 1000),
        signal: new AbortController().signal,
      },
    );
  }
  /** The stored image of the rater, with the lines that its first cycle names. */
  async function stored() {
    const rater = await findAccount(world.db.query, RATER);
    const { id } = await world.db.query.selectFrom('study').select('id').where('study_id', '=', world.studyId).executeTakeFirstOrThrow();
    const head = await findHead(world.db.query, id, rater!.id, 1);
    const [found] = (await readDocument({ db: world.db }, head!.version_id)).document.images;
    const sequence = found!.segmentation[0]!.sequence!;
    return {
      found: found!,
      sequence,
      lines: (await readSequences(world.db.query, id, [sequence.lines_sha256])).get(sequence.lines_sha256),
    };
  }
  const exportedDocument = () => ({ format: EXPORT_DOCUMENT_FORMAT, images: [image], lines: [] });

  it('come back from an exported document and its file of lines as they were, to the bit', async () => {
    const hash = hashOfJson(lines());
    const report = await imported({ 'work.json': exportedDocument(), [`${hash}.json`]: lines() });
    expect(report).toMatchObject({ images: 1, refused: [] });
    const { found, sequence, lines: kept } = await stored();
    expect(sequence).toMatchObject({ method: RATER, method_version: '2.0', lines_sha256: hash });
    expect(kept).toEqual(lines());
    expect(isOutdated(found, 0, sequence, golden.files.i1.number_of_frames)).toBe(false);
    // The lines at the events are the rater's too, where it has them on these frames.
    const atEnd = found.segmentation[0]?.end_diastole?.lines.find(({ name }) => name === 'LV endo');
    expect(atEnd?.points.map(({ x, y }) => [x, y])).toEqual(lines().lines[0]?.frames[0]?.points);
    expect(atEnd?.points[0]).toMatchObject({ origin: 'imported', method: RATER });
  });

  it('are taken from the document itself, where it lists them', async () => {
    const report = await imported({
      'lines.json': { format: 1, lines: [], sequences: [{ instance_id: image.instance_id, cycle: 0, lines: lines() }] },
    });
    expect(report).toMatchObject({ images: 1, refused: [] });
    expect((await stored()).lines).toEqual(lines());
  });

  it('are refused by name and place where frames, names, cycles or files are wrong', async () => {
    const change = (part: (one: SequenceLines) => SequenceLines, cycle = 0) => ({
      format: 1,
      lines: [],
      sequences: [{ instance_id: image.instance_id, cycle, lines: part(structuredClone(lines())) }],
    });
    const first = (one: SequenceLines, by: object): SequenceLines => ({
      ...one,
      lines: [{ ...one.lines[0]!, ...by }, ...one.lines.slice(1)],
    });
    const frames = lines().lines[0]!.frames;
    for (const [content, reason] of [
      [change((one) => first(one, { frames: frames.slice(0, -2) })), /^LV endo: frames 43, 44 of 3 to 44 are missing$/],
      [change((one) => first(one, { name: 'LV inside' })), /has no line LV inside/],
      [
        change((one) => first(one, { types: one.lines[0]!.types.map((type, at) => (at === 1 ? 'tip' : type)) })),
        /^LV endo: point 2 is user-defined_1, not tip$/,
      ],
      [change((one) => one, 7), /^not timed: cycle 8$/],
      [change((one) => ({ ...one, format: 9 })), /format is 9/],
      [exportedDocument(), /\.json is not among the files$/],
    ] as const) {
      const report = await imported({ 'lines.json': content });
      expect(report.images).toBe(0);
      expect(report.refused.map((one) => one.reason)).toEqual([expect.stringMatching(reason)]);
    }
    const hash = hashOfJson(lines());
    const other = await imported({ 'work.json': exportedDocument(), [`${hash}.json`]: first(lines(), { name: 'LA endo 2' }) });
    expect(other.refused[0]?.reason).toMatch(/has other content than its name states$/);
  });

  it('are made of the tracks of a COCO file, with the points of each frame', async () => {
    const sample = await loadedSampler();
    const clip = followedChamber();
    // The exported clip is the picture of the stored one: its cycle is marked on the frames of the clip.
    const { instance_id, filename, id } = image;
    const own: AnalysisImage = {
      ...image,
      ...clip.image,
      id,
      instance_id,
      filename,
      measurements: [],
      cardiac_events: [...clip.image.cardiac_events, { id: 'c2', end_diastole: clip.number_of_frames }],
    };
    const timed = { ...own, segmentation: own.segmentation.map(({ sequence: _followed, ...cycle }) => cycle) };
    const { status } = await world.call(CALLS.analysisUpdate, {
      token: await world.tokenOf(EDITOR, 'Editor'),
      body: world.save(EDITOR, [timed]),
    });
    expect(status).toBe(200);
    const { files } = await written(cocoWriter(sample), [{ ...clip, image: { ...clip.image, instance_id, filename } }]);
    const [, content] = [...files].find(([name]) => name.endsWith('cycle-1.json'))!;
    const report = await imported({ 'cycle-1.json': JSON.parse(content.toString('utf8')) as unknown });
    expect(report).toMatchObject({ images: 1, refused: [] });
    const { lines: kept, sequence } = await stored();
    const truth = await clip.sequence(0);
    expect(sequence).toMatchObject({ from_frame: 3, to_frame: clip.number_of_frames });
    expect(kept?.lines.map(({ name, types }) => [name, types])).toEqual(truth?.lines.map(({ name, types }) => [name, types]));
    for (const [at, line] of (truth?.lines ?? []).entries())
      for (const [place, frame] of line.frames.entries())
        for (const [number, [x, y]] of frame.points.entries()) {
          const [foundX, foundY] = kept!.lines[at]!.frames[place]!.points[number]!;
          expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(1e-9);
        }
  });
});
