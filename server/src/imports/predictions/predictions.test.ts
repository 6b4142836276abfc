import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import types from '../../../../contract/config/echo_image_types.json' with { type: 'json' };
import { databases } from '../../../test/databases.ts';
import { HEAD_METADATA, HEAD_POINTS, HEAD_VALUES, headLine } from '../../../test/head-lines.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../../test/world.ts';
import { readDocument } from '../../analyses/read.ts';
import { findHead } from '../../db/analyses.ts';
import { pack } from '../../db/document.ts';
import { findAccount, rolesOf } from '../../db/users.ts';
import { drawLines } from './draw-lines.ts';
import { importPredictions, type PredictionsReport } from './import-predictions.ts';
import { MAX_IMAGE_POINTS, MAX_NAMED_REFUSALS } from './limits.ts';
import { placer } from './place.ts';
import { answerOf } from './messages.ts';
import { fromCommandLine } from './request.ts';

const EDITOR = emailOf('Editor');
const RATER = 'unet@models.example';

describe.each(databases())('lines of a model on $name', ({ seeded }) => {
  let world: World;
  let engine: EngineClient;
  let folder: string;
  let made = 0;

  beforeAll(async () => {
    world = await World.make(await seeded());
    engine = await createEngine({ workers: 1 });
    folder = await temporaryFolder('predictions');
    const { bytes } = await pack(HEAD_METADATA);
    await world.db.query.updateTable('image_file').set({ metadata: bytes }).execute();
    await world.db.query.updateTable('study').set({ data_type: 'fetal' }).execute();
    const head = (n: number): AnalysisImage => ({
      ...world.images[n]!,
      type: 'Head butterfly',
      view: 'Head, transthalamic',
      modality: '2D',
    });
    const { status } = await world.call(CALLS.analysisUpdate, {
      token: await world.tokenOf(EDITOR, 'Editor'),
      body: world.save(EDITOR, [{ ...head(0), accepted: 'yes' }, head(1)]),
    });
    if (status !== 200) throw new Error('not saved');
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  const importFile = (file: string, rater = RATER): Promise<PredictionsReport> =>
    importPredictions(
      world.db,
      fromCommandLine({ command: 'predictions', project: PROJECT._id, rater, version: '3.1', file, exported: null }),
      {
        draw: (order, hooks) => drawLines({ db: world.db, objects: world.objects, engine }, order, hooks),
        signal: new AbortController().signal,
        now: () => world.now,
      },
    );
  const imported = async (lines: unknown[], rater = RATER): Promise<PredictionsReport> => {
    const file = path.join(folder, `lines-${(made += 1)}.json`);
    await writeFile(file, JSON.stringify({ format: 1, lines }));
    world.now += 1000;
    return importFile(file, rater);
  };
  const workOf = async (email: string, blind: 0 | 1) => {
    const { id } = (await findAccount(world.db.query, email))!;
    const study = await world.db.query.selectFrom('study').select('id').where('study_id', '=', world.studyId).executeTakeFirstOrThrow();
    const found = await findHead(world.db.query, study.id, id, blind);
    return found === undefined ? null : { version: found.version_id, ...(await readDocument({ db: world.db }, found.version_id)).document };
  };

  it('are blind work of a rater without a sign-in, measured by the closed forms, with the origin of every point', async () => {
    const before = await workOf(EDITOR, 0);
    const report = await imported([headLine('2.25.1.1', { score: 0.9 })]);
    expect(report).toMatchObject({ rater: RATER, images: 1, lines: 1, refused: [] });
    const account = (await findAccount(world.db.query, RATER))!;
    expect([account.person.user_type, await rolesOf(world.db.query, account.id)]).toEqual(['model', ['Ground-truth generator']]);

    const [image, ...others] = (await workOf(RATER, 1))!.images;
    expect(others).toEqual([]);
    for (const { name, aggregate } of HEAD_VALUES) {
      const value = image!.measurements.find((one) => one.name === name)?.value.at(-1);
      expect([name, value]).toEqual([name, expect.closeTo(aggregate, 9)]);
    }
    expect(image).toMatchObject({
      type: 'Head butterfly',
      view: 'Head, transthalamic',
      is_segmented: true,
      is_measured: true,
      accepted: null,
    });
    const points = image!.segmentation[0]!.lines![0]!.points;
    expect(points.map(({ type }) => type)).toEqual(['occiput', 'frontal', 'parietal']);
    for (const [at, { origin, method, method_version, proposed, x, y }] of points.entries())
      expect({ origin, method, method_version, proposed, at: [x, y] }).toEqual({
        origin: 'imported',
        method: RATER,
        method_version: '3.1',
        proposed: { x: HEAD_POINTS[at]![0], y: HEAD_POINTS[at]![1] },
        at: HEAD_POINTS[at],
      });
    // Other people's work is unchanged, and people who work on the study do not read the model's.
    expect(await workOf(EDITOR, 0)).toEqual(before);
    const read = await world.call(CALLS.analysisGet, {
      token: await world.tokenOf(EDITOR, 'Editor'),
      body: { id: world.studyId, ...SCOPE },
    });
    expect(JSON.stringify(read.answer)).not.toContain(RATER);
  });

  it('are a new version when they come again, and the act is in the audit with its counts', async () => {
    const first = (await workOf(RATER, 1))!.version;
    const report = await imported([headLine('2.25.1.1'), headLine('2.25.1.2')]);
    expect(report).toMatchObject({ images: 2, lines: 2 });
    const second = (await workOf(RATER, 1))!;
    expect([second.version > first, second.images.map(({ instance_id }) => instance_id)]).toEqual([true, ['2.25.1.1', '2.25.1.2']]);
    const acts = await world.db.query.selectFrom('audit_entry').select('detail').where('act', '=', 'predictions-imported').execute();
    expect(JSON.parse(acts.at(-1)!.detail)).toMatchObject({ images: 2, lines: 2, refused: 0, version: '3.1', project: PROJECT._id });
  });

  it('are refused one by one with the reason, and the others are stored', async () => {
    const report = await imported([
      headLine('2.25.1.1'),
      headLine('2.25.1.1'),
      headLine('2.25.1.3'),
      headLine('2.25.9.9'),
      headLine('2.25.1.2', { line: 'LV endo' }),
      headLine('2.25.1.2', { shape: 'ring' }),
      headLine('2.25.1.2', { points_px: HEAD_POINTS.slice(0, 2) }),
      headLine('2.25.1.2', { points_px: [...HEAD_POINTS.slice(0, 2), [5000, 600]] }),
    ]);
    expect(report.lines).toBe(1);
    expect(report.refused.map(({ entry, reason }) => `${entry}: ${reason}`)).toEqual([
      'Head of 2.25.1.3: the image has no label',
      'Head of 2.25.1.1: Head is there twice for the same event',
      'LV endo of 2.25.1.2: Head butterfly has no line LV endo',
      'Head of 2.25.1.2: Head is drawn as oval, not as ring',
      'Head of 2.25.1.2: Head has 3 named points; 2 cannot be named',
      'Head of 2.25.1.2: the point 5000, 600 is outside of the picture of 1000 x 800 pixels',
      `Head of 2.25.9.9: ${PROJECT._id} has no such image`,
    ]);
  });

  it('are counted beyond the refusals that a report names', async () => {
    const report = await imported(Array.from({ length: MAX_NAMED_REFUSALS + 5 }, () => headLine('2.25.9.9')));
    expect([report.lines, report.refused.length, report.refused_in_all]).toEqual([0, MAX_NAMED_REFUSALS, MAX_NAMED_REFUSALS + 5]);
    expect(answerOf(report).lines.at(-1)).toBe(`and ${MAX_NAMED_REFUSALS - 15} more; --json names the first ${MAX_NAMED_REFUSALS}.`);
  });

  it('create no account for a model of whose lines none is stored', async () => {
    const model = 'nothing-fits@models.example';
    expect(await imported([headLine('2.25.9.9')], model)).toMatchObject({ lines: 0, refused_in_all: 1 });
    expect(await findAccount(world.db.query, model)).toBeNull();
    await expect(imported([headLine('2.25.9.9')], EDITOR)).rejects.toThrow('is the account of a person');
  });

  it('are refused where an image would get more points than its record may hold', async () => {
    const report = await imported([headLine('2.25.1.2', { points_px: Array.from({ length: MAX_IMAGE_POINTS + 1 }, () => [1, 1]) })]);
    expect(report.refused.map(({ reason }) => reason)).toEqual([`the image would have more than ${MAX_IMAGE_POINTS} points`]);
  });

  it('that were stored before a cancel stay, and the act marks the import as incomplete', async () => {
    const stop = new AbortController();
    const file = path.join(folder, 'lines-1.json');
    const options = { signal: stop.signal, now: () => (world.now += 1000) };
    const run = importPredictions(
      world.db,
      fromCommandLine({ command: 'predictions', project: PROJECT._id, rater: RATER, version: '3.1', file, exported: null }),
      {
        ...options,
        draw: async (order, hooks) => {
          await drawLines({ db: world.db, objects: world.objects, engine }, order, hooks);
          stop.abort();
          throw stop.signal.reason as Error;
        },
      },
    );
    await expect(run).rejects.toThrow('aborted');
    const acts = await world.db.query.selectFrom('audit_entry').select('detail').where('act', '=', 'predictions-imported').execute();
    expect(JSON.parse(acts.at(-1)!.detail)).toMatchObject({ studies: 1, images: 1, lines: 1, incomplete: true });
  });

  it('never become work of a person, and nothing is stored of a file that is none', async () => {
    await expect(imported([headLine('2.25.1.1')], EDITOR)).rejects.toThrow(`${EDITOR} is the account of a person`);
    expect(await workOf(EDITOR, 1)).toBeNull();
    const file = path.join(folder, 'torn.json');
    await writeFile(file, (await readFile(path.join(folder, 'lines-1.json'), 'utf8')).slice(0, 40));
    const version = (await workOf(RATER, 1))!.version;
    const report = await importFile(file);
    expect(report).toMatchObject({ lines: 0, refused: [{ reason: expect.stringMatching(/^it is not valid JSON/) }] });
    expect((await workOf(RATER, 1))!.version).toBe(version);
  });
});

describe('the place of a line', () => {
  const rows = (types.data as unknown[]).filter((row): row is ImageTypeRow => Value.Check(ImageTypeRow, row));
  const image = {
    type: '4-chamber 2D',
    modality: '2D',
    metadata: { number_of_frames: 60, width: 800, height: 600 },
    cardiac_events: [
      { id: 'a', end_diastole: 3, end_systole: 12 },
      { id: 'b', end_diastole: 30, end_systole: false },
    ],
  } as unknown as AnalysisImage;
  const contour = Array.from({ length: 5 }, (_, at) => ({ x: 100 + at * 50, y: 200 }));
  const line = { instance_id: 'i', name: 'LV endo', shape: 'endo-epi', points: contour, score: null } as const;
  const place = (more: { cycle: number | null; event: 'end_diastole' | 'end_systole' | null; frame_number: number | null }) => {
    const found = placer(image, rows, { name: 'm', version: '1' })({ ...line, ...more });
    return found.ok ? [found.value.cycle, found.value.event, found.value.line.frame_number] : found.reason;
  };

  it('is the event on its frame, or the one that is named; another frame than the marked one is refused', () => {
    expect(place({ cycle: null, event: null, frame_number: 12 })).toEqual([0, 'end_systole', 12]);
    expect(place({ cycle: 1, event: 'end_diastole', frame_number: 30 })).toEqual([1, 'end_diastole', 30]);
    expect(place({ cycle: 1, event: 'end_diastole', frame_number: null })).toEqual([1, 'end_diastole', 30]);
    expect(place({ cycle: 1, event: 'end_diastole', frame_number: 31 })).toBe('not marked: end diastole of cycle 2 on frame 31');
    expect(place({ cycle: 1, event: 'end_systole', frame_number: null })).toBe('not marked: end systole of cycle 2');
    expect(place({ cycle: null, event: null, frame_number: 4 })).toBe('not marked: an event on frame 4');
    expect(place({ cycle: null, event: 'end_diastole', frame_number: null })).toBe(
      'end diastole fits several events; name cycle and event',
    );
  });
  it('names the first and the last point of a contour by the configuration, and those between as free ones', () => {
    const found = placer(image, rows, { name: 'm', version: '1' })({ ...line, cycle: 0, event: 'end_systole', frame_number: 12 });
    expect(found.ok && found.value.line.points.map(({ type }) => type)).toEqual([
      'septum wall ring',
      'user-defined_1',
      'user-defined_2',
      'user-defined_3',
      'free wall ring',
    ]);
  });
});
