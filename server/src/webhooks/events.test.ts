/** Which change of a project queues which event, in the transaction of the change. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { WEBHOOK_EVENTS } from '@echometry/contract/records/webhook.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, memorySource } from '../../test/import-bench.ts';
import { ReviewWorld } from '../../test/review-world.ts';
import { NOON, PROJECT, World } from '../../test/world.ts';
import type { Db } from '../db/connect.ts';
import { IMPORT_QUIET_MS, queueEvent } from '../db/webhook-events.ts';
import { insertWebhook, newWebhookId } from '../db/webhooks.ts';

/** A webhook of every event, which nothing is delivered to here. */
async function listen({ query }: Db, projectId: number): Promise<void> {
  const fields = { name: 'All', url: 'https://hooks.example.org/', events: [...WEBHOOK_EVENTS], active: true };
  await insertWebhook(query, { id: newWebhookId(), projectId, fields, sealedSecret: new Uint8Array(1), now: NOON });
}

async function projectOf({ query }: Db): Promise<number> {
  return (await query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow()).id;
}

/** Content of the queued deliveries. */
async function queued({ query }: Db): Promise<Record<string, unknown>[]> {
  const rows = await query.selectFrom('webhook_delivery').selectAll().orderBy('occurred_at').orderBy('next_at').execute();
  return rows.map(({ id, body, next_at }) => {
    const { delivery, time, project, ...facts } = JSON.parse(body) as Record<string, unknown>;
    expect([delivery, project, typeof time]).toEqual([id, PROJECT._id, 'string']);
    return { ...facts, next_at };
  });
}
const eventsOf = async (db: Db) => (await queued(db)).map(({ next_at: _next, ...facts }) => facts);

describe.each(databases())('events of a project on $name', ({ fresh, seeded }) => {
  const worlds: World[] = [];
  const benches: ImportBench[] = [];
  afterAll(async () => {
    for (const world of worlds) await world.close();
    for (const bench of benches) await bench.close();
  });
  const reviewWorld = async () => {
    const at = await ReviewWorld.make(await seeded());
    worlds.push(at.world);
    await listen(at.world.db, await projectOf(at.world.db));
    return at;
  };

  it('reviews that are finished and reopened, by the reviewer and by the team', async () => {
    const at = await reviewWorld();
    const { db } = at.world;
    const analysis = await at.edit();
    const study = at.id;
    const about = { study, analysis, blind: false };
    const finished = await at.saved(at.validate(false));
    const first = { event: 'review-finished', ...about, review: finished.version, state: finished.study_state };
    expect(await eventsOf(db)).toEqual([{ event: 'analysis-finished', ...about, state: 'Valid' }, first]);
    at.world.now += 1000;
    expect((await at.unvalidate()).status).toBe(200);
    // A review that is not finished is not reopened.
    expect((await at.unvalidate()).status).toBe(200);
    const reopened = { event: 'review-reopened', ...about, review: finished.version };
    expect((await eventsOf(db)).slice(2)).toEqual([{ ...reopened, state: 'draft' }]);
    // A check point does not finish a review.
    await at.saved(at.validate(true));
    expect(await eventsOf(db)).toHaveLength(3);
    const again = await at.saved(at.validate(false));
    at.world.now += 1000;
    expect((await at.toCheck('Prisma study review')).status).toBe(200);
    expect((await eventsOf(db)).slice(3)).toEqual([
      { ...first, review: again.version, state: again.study_state },
      { ...reopened, review: again.version, state: 'checkpoint' },
    ]);
  });

  it('a transaction that is rolled back queues nothing', async () => {
    const at = await reviewWorld();
    const { db } = at.world;
    const projectId = await projectOf(db);
    const work = db.query.transaction().execute(async (inside) => {
      await queueEvent(inside, db.dialect, { event: 'export-ready', at: NOON, of: { projectId, subject: 'e' }, facts: { export: 'e' } });
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await queued(db)).toEqual([]);
  });

  it('a study is announced once, a minute after its newest image', async () => {
    const bench = await importBench(await fresh());
    benches.push(bench);
    await listen(bench.db, bench.projectId);
    const file = (patientId: string, n: number) =>
      dicomFile({ patientId, uid: `1.2.9.${patientId}.${n}`, studyUid: `1.2.9.${patientId}`, date: '20260312', shade: n });
    const run = (files: Uint8Array[]) => bench.run(memorySource(files.map((bytes, n) => ({ name: `${n}.dcm`, bytes }))));
    const { studies } = await run([file('1', 1), file('1', 2), file('2', 3), file('1', 4)]);
    expect(studies).toHaveLength(2);
    const announced = studies.map((study) => ({ event: 'study-imported', study, next_at: NOON + IMPORT_QUIET_MS }));
    const byStudy = (rows: Record<string, unknown>[]) => rows.toSorted((a, b) => String(a['study']).localeCompare(String(b['study'])));
    expect(byStudy(await queued(bench.db))).toEqual(announced);
    // Known files announce nothing, and one more image does not announce a study twice while it waits.
    await run([file('1', 1), file('2', 3)]);
    await run([file('1', 5)]);
    expect(byStudy(await queued(bench.db))).toEqual(announced);
    await bench.db.query.updateTable('webhook_delivery').set({ state: 'delivered', attempts: 1 }).execute();
    await run([file('1', 6)]);
    expect(await queued(bench.db)).toHaveLength(3);
  });

  it('a project without webhooks queues nothing', async () => {
    const world = await World.make(await seeded());
    worlds.push(world);
    const token = await world.tokenOf('editor2@test', 'Editor');
    expect((await world.call(CALLS.analysisUpdate, { token, body: world.save('editor2@test', []) })).status).toBe(200);
    expect(await queued(world.db)).toEqual([]);
  });
});
