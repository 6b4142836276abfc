/** A cancel of the thread that draws lines of a model, amid its work. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { chunkAddress } from '@echometry/contract/rules/uploads.ts';
import { expect, it } from 'vitest';
import { startJobs } from '../src/jobs/runner.ts';
import { drawInThread } from '../src/imports/predictions/thread.ts';
import { PREDICTIONS_KIND, predictionsWork } from '../src/imports/predictions/predictions-job.ts';
import { databases } from './databases.ts';
import { headLine } from './head-lines.ts';
import { headStudies } from './head-studies.ts';
import { emailOf, PROJECT, World } from './world.ts';

const SENDER = emailOf('Data scientist');
const RATER = 'unet@models';
const STUDIES = 20;
/** Studies that are stored before the cancel; it comes while the next one is being stored. */
const STORED_BEFORE = 3;
/** The database is as slow as this then: many times as long as the thread takes for a study, and for its end. */
const SLOW_MS = 500;
const AFTERWARDS_MS = 2 * SLOW_MS;

it.each(databases())('a cancel keeps what was stored before, and nothing is stored afterwards, on $name', async ({ seeded }) => {
  const world = await World.make(await seeded());
  const { db, secrets, imports } = world.services;
  const instances = await headStudies(world, STUDIES);
  const place = { kind: 'folder', root: world.objectsFolder } as const;
  const draw = drawInThread({ db, place }, checkoutRoot());
  const id = randomUUID();
  const token = await world.tokenOf(SENDER, 'Data scientist');
  const cancel = () => world.call(CALLS.jobsCancel, { token, body: { id } });
  let [begun, ended] = [0, 0];
  const perform = predictionsWork({
    workspace: { db },
    secrets,
    uploads: imports.uploads,
    draw: (given, hooks) =>
      draw(given, {
        ...hooks,
        keep: async (study) => {
          begun += 1;
          if (begun === STORED_BEFORE + 1) {
            expect((await cancel()).answer).toMatchObject({ id, status: 'cancelled' });
            await setTimeout(SLOW_MS);
          }
          await hooks.keep(study);
        },
      }),
    now: () => world.now,
  });
  const runner = await startJobs({
    db,
    work: { [PREDICTIONS_KIND]: (job, reports) => perform(job, reports).finally(() => (ended += 1)) },
    now: Date.now,
    onEnd: () => undefined,
    complain: (line) => expect.unreachable(line),
  });
  Object.assign(world.services.jobs, { wake: runner.wake, stop: runner.stop });
  try {
    const bytes = Buffer.from(JSON.stringify({ format: 1, lines: instances.map((instance) => headLine(instance)) }));
    const upload = randomUUID().replaceAll('-', '');
    await world.call(CALLS.importsBeginUpload, { token, body: { id: upload, files: [{ name: 'lines.json', size: bytes.length }] } });
    const chunk = { upload, file: 0, offset: 0, sha256: createHash('sha256').update(bytes).digest('hex') };
    const headers = { 'content-type': 'application/octet-stream' };
    await world.call(CALLS.importsPutChunk, { token, id: chunkAddress(chunk), body: bytes, headers });
    const order = { project: PROJECT._id, model: 'unet', version: '3.1', upload, exported: null, check: false };
    expect((await world.call(CALLS.predictionsCreate, { token, body: { id, order } })).answer.accepted).toBe(true);

    const stored = async (): Promise<number> => {
      const { count } = await db.query
        .selectFrom('analysis_version')
        .innerJoin('user_account', 'user_account.id', 'analysis_version.editor_id')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_account.email', '=', RATER)
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    await expect.poll(() => ended, { timeout: 30_000 }).toBe(1);

    const kept = await stored();
    expect(kept).toBeGreaterThanOrEqual(STORED_BEFORE);
    expect(kept).toBeLessThanOrEqual(STORED_BEFORE + 1);
    await setTimeout(AFTERWARDS_MS);
    expect([await stored(), begun]).toEqual([kept, STORED_BEFORE + 1]);
    expect((await world.call(CALLS.predictionsGet, { token, body: { id } })).answer).toMatchObject({ status: 'cancelled', outcome: null });
    const act = await db.query
      .selectFrom('audit_entry')
      .select('detail')
      .where('act', '=', 'predictions-imported')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(act.detail)).toMatchObject({ studies: kept, images: kept, lines: kept, incomplete: true });
  } finally {
    await runner.close();
    await world.close();
  }
});
