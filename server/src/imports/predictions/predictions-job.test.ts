/** Lines of a model that are sent over HTTP: a check stores nothing, an import is blind work of the rater, and both name what they refuse. */
import { createHash, randomUUID } from 'node:crypto';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_SENT_LINES_BYTES, type PredictionsOrder } from '@echometry/contract/records/predictions.ts';
import { chunkAddress } from '@echometry/contract/rules/uploads.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { HEAD_METADATA, HEAD_POINTS, headLine } from '../../../test/head-lines.ts';
import { emailOf, PROJECT, World } from '../../../test/world.ts';
import { buildApp } from '../../app.ts';
import { readDocument } from '../../analyses/read.ts';
import { findHead } from '../../db/analyses.ts';
import { pack } from '../../db/document.ts';
import { findAccount } from '../../db/users.ts';
import { startJobs, type Runner } from '../../jobs/runner.ts';
import { NAMES_KEPT_DAYS } from '../../limits.ts';
import { dropWhatEnded } from '../../upkeep/upkeep.ts';
import { drawLines } from './draw-lines.ts';
import { PREDICTIONS_KIND, predictionsWork } from './predictions-job.ts';

const EDITOR = emailOf('Editor');
const SENDER = emailOf('Data scientist');
const RATER = 'unet@models';
const ASKED_EVERY_MS = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

const fileOf = (lines: unknown[]) => Buffer.from(JSON.stringify({ format: 1, lines }));

describe.each(databases())('lines of a model that are sent, on $name', ({ seeded }) => {
  let world: World;
  let engine: EngineClient;
  let runner: Runner;
  let token: string;

  beforeAll(async () => {
    world = await World.make(await seeded());
    engine = await createEngine({ workers: 1 });
    const { bytes } = await pack(HEAD_METADATA);
    await world.db.query.updateTable('image_file').set({ metadata: bytes }).execute();
    await world.db.query.updateTable('study').set({ data_type: 'fetal' }).execute();
    const labelled: AnalysisImage = { ...world.images[0]!, type: 'Head butterfly', view: 'Head, transthalamic', modality: '2D' };
    const { status } = await world.call(CALLS.analysisUpdate, {
      token: await world.tokenOf(EDITOR, 'Editor'),
      body: world.save(EDITOR, [labelled]),
    });
    if (status !== 200) throw new Error('not saved');
    token = await world.tokenOf(SENDER, 'Data scientist');
    const { db, objects, secrets } = world.services;
    runner = await startJobs({
      db,
      work: {
        [PREDICTIONS_KIND]: predictionsWork({
          workspace: { db },
          secrets,
          uploads: world.services.imports.uploads,
          draw: (order, hooks) => drawLines({ db, objects, engine }, order, hooks),
          now: () => world.now,
        }),
      },
      now: Date.now,
      onEnd: () => undefined,
      complain: (line) => expect.unreachable(line),
    });
    Object.assign(world.services.jobs, { wake: runner.wake, stop: runner.stop });
  });
  afterAll(async () => {
    await runner.close();
    await engine.close();
    await world.close();
  });

  async function send(files: { name: string; bytes: Buffer }[]): Promise<string> {
    const upload = randomUUID().replaceAll('-', '');
    const named = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
    expect((await world.call(CALLS.importsBeginUpload, { token, body: { id: upload, files: named } })).answer.accepted).toBe(true);
    for (const [file, { bytes }] of files.entries()) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const headers = { 'content-type': 'application/octet-stream' };
      const id = chunkAddress({ upload, file, offset: 0, sha256 });
      expect((await world.call(CALLS.importsPutChunk, { token, id, body: bytes, headers })).answer.accepted).toBe(true);
    }
    return upload;
  }
  const orderOf = (upload: string, more: Partial<PredictionsOrder> = {}): PredictionsOrder => ({
    project: PROJECT._id,
    model: 'unet',
    version: '3.1',
    upload,
    exported: null,
    check: false,
    ...more,
  });
  const create = (order: PredictionsOrder, id: string = randomUUID()) =>
    world.call(CALLS.predictionsCreate, { token, body: { id, order } });
  const performed = async (order: PredictionsOrder) => {
    const id = randomUUID();
    const { answer } = await create(order, id);
    if (!answer.accepted) throw new Error(answer.message);
    for (;;) {
      const { answer: record } = await world.call(CALLS.predictionsGet, { token, body: { id } });
      if (!['queued', 'running'].includes(record.status)) return record;
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
  };
  const workOfRater = async () => {
    const account = await findAccount(world.db.query, RATER);
    if (account === null) return null;
    const study = await world.db.query.selectFrom('study').select('id').where('study_id', '=', world.studyId).executeTakeFirstOrThrow();
    const head = await findHead(world.db.query, study.id, account.id, 1);
    return head === undefined ? null : (await readDocument({ db: world.db }, head.version_id)).document;
  };

  it('are checked without storing anything, and stored from the same upload afterwards', async () => {
    const upload = await send([{ name: 'lines of Doe.json', bytes: fileOf([headLine('2.25.1.1'), headLine('2.25.9')]) }]);
    const checked = await performed(orderOf(upload, { check: true }));
    expect(checked).toMatchObject({ status: 'finished', check: true, model: 'unet', version: '3.1', project: PROJECT._id });
    expect(checked.outcome).toMatchObject({ rater: RATER, images: 1, lines: 1, refused_in_all: 1 });
    expect(checked.outcome!.refused).toMatchObject([{ entry: 'Head of 2.25.9', reason: `${PROJECT._id} has no such image` }]);
    expect(await findAccount(world.db.query, RATER)).toBeNull();

    const stored = await performed(orderOf(upload));
    expect(stored.outcome).toEqual(checked.outcome);
    const work = (await workOfRater())!;
    expect(work.images.map(({ instance_id }) => instance_id)).toEqual(['2.25.1.1']);
    const points = work.images[0]!.segmentation[0]!.lines![0]!.points;
    expect(points.map(({ x, y }) => [x, y])).toEqual(HEAD_POINTS);
    expect(points[0]).toMatchObject({ origin: 'imported', method: RATER, method_version: '3.1' });
    // The upload is gone with the import.
    expect((await create(orderOf(upload))).answer).toMatchObject({ accepted: false });
  });

  it('have the sender in the audit, and names of files nowhere in the database', async () => {
    const acts = await world.db.query.selectFrom('audit_entry').selectAll().where('act', 'like', 'predictions-%').orderBy('id').execute();
    const sender = await findAccount(world.db.query, SENDER);
    expect(acts.map(({ act }) => act)).toEqual([
      'predictions-queued',
      'predictions-finished',
      'predictions-queued',
      'predictions-imported',
      'predictions-finished',
    ]);
    const { actor_id, role, detail } = acts[3]!;
    expect([actor_id, role, JSON.parse(detail)]).toMatchObject([sender!.id, 'Data scientist', { images: 1, lines: 1, version: '3.1' }]);
    const jobs = await world.db.query.selectFrom('job').selectAll().where('kind', '=', PREDICTIONS_KIND).execute();
    expect(jobs.length).toBeGreaterThan(1);
    expect(JSON.stringify([acts, jobs])).not.toContain('Doe');
  });

  it('are one job when they are requested twice, which other users cannot read', async () => {
    const upload = await send([{ name: 'a.json', bytes: fileOf([headLine('2.25.1.1')]) }]);
    const id = randomUUID();
    const order = orderOf(upload, { check: true });
    expect((await create(order, id)).answer.accepted).toBe(true);
    expect((await create(order, id)).answer.accepted).toBe(true);
    expect((await create({ ...order, version: '4' }, id)).error).toMatchObject({ field: 'id' });
    await world.addPerson('second-scientist@test', ['Data scientist']);
    const other = await world.tokenOf('second-scientist@test', 'Data scientist');
    expect((await world.call(CALLS.predictionsGet, { token: other, body: { id } })).error.code).toBe('not-found');
    const own = { ...order, upload: 'd'.repeat(32) };
    expect((await world.call(CALLS.predictionsCreate, { token: other, body: { id: randomUUID(), order: own } })).answer).toMatchObject({
      accepted: false,
    });
  });

  it('can be checked again and again with other files', async () => {
    for (let round = 0; round < 5; round += 1) {
      const upload = await send([{ name: `${round}.json`, bytes: fileOf([headLine('2.25.1.1')]) }]);
      expect((await performed(orderOf(upload, { check: true }))).outcome).toMatchObject({ lines: 1 });
    }
  });

  it('end with the reason when the file is not there or cannot be read', async () => {
    const upload = await send([{ name: 'VolumeTracings.csv', bytes: Buffer.from('FileName,X1,Y1,X2,Y2,Frame\n') }]);
    expect(await performed(orderOf(upload, { check: true }))).toMatchObject({
      status: 'error',
      failure: 'Tracings of EchoNet need the sources.csv of their export.',
    });
    expect(await performed(orderOf(upload, { check: true, exported: 7 }))).toMatchObject({
      status: 'error',
      failure: 'The upload has no file number 8.',
    });
    expect((await create(orderOf('f'.repeat(32)))).answer).toMatchObject({ accepted: false });
  });

  it('are refused above their size, and where several servers share the workspace', async () => {
    const files = [{ name: 'lines.json', size: MAX_SENT_LINES_BYTES + 1 }];
    const begun = await world.call(CALLS.importsBeginUpload, { token, body: { id: 'e'.repeat(32), files } });
    expect(begun.answer).toMatchObject({ accepted: false, message: expect.stringContaining('sent_lines_bytes') as string });
    const services = { ...world.services, imports: { ...world.services.imports, takesUploads: false } };
    const app = await buildApp({ services, webRoot: null, log: false });
    const response = await app.inject({
      method: 'POST',
      url: '/api/imports/begin_upload',
      headers: { 'x-api-key': token },
      payload: { id: 'e'.repeat(32), files: [{ name: 'a.json', size: 1 }] },
    });
    expect(response.json()).toMatchObject({ accepted: false, message: expect.stringContaining('import-predictions') as string });
    await app.close();
  });

  it('are forgotten with the names of the files that they refused, when names of imported files are', async () => {
    const ended = async () =>
      (await world.db.query.selectFrom('job').select('ended_at').where('kind', '=', PREDICTIONS_KIND).execute()).map(
        (job) => job.ended_at!,
      );
    const last = Math.max(...(await ended()));
    await dropWhatEnded(world, last + NAMES_KEPT_DAYS * DAY_MS);
    expect(new Set(await ended())).toEqual(new Set([last]));
    await dropWhatEnded(world, last + NAMES_KEPT_DAYS * DAY_MS + 1);
    expect(await ended()).toEqual([]);
  });
});
