import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { seedWorld } from '../../test/world.ts';
import { cancelJob, findJob, type JobRecord, queueJob } from '../db/jobs.ts';
import { connect, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { openFolderStore } from '../objects/store.ts';
import { JobRefusal, type JobReports, type JobResult, type JobWork } from './job-work.ts';
import { StoreUnavailable } from '../errors.ts';
import { LEASE_MS, MAX_ATTEMPTS, RETRY_WAITS_MS, STORE_WAIT_MS } from './limits.ts';
import { type Runner, startJobs } from './runner.ts';

const DONE: JobResult = { result: { n: 1 }, counts: { values: 3 } };
const START = 1_000_000;

describe.each(databases())('jobs on $name', ({ fresh }) => {
  let db: Db;
  let now = START;
  let runner: Runner | null = null;
  let ended = 0;
  const complaints: string[] = [];

  beforeEach(async () => {
    db = connect(await fresh());
    await migrate(db);
    await seedWorld(db, await openFolderStore(await temporaryFolder('objects')));
    [now, ended] = [START, 0];
    complaints.length = 0;
  });
  afterEach(async () => {
    await runner?.close();
    runner = null;
    await db.close();
  });

  const start = async (work: JobWork): Promise<Runner> => {
    runner = await startJobs({
      db,
      work: { test: work },
      now: () => now,
      onEnd: () => (ended += 1),
      complain: (line) => complaints.push(line),
    });
    return runner;
  };
  const queue = (id: string) =>
    queueJob(db.query, { id, kind: 'test', ownerId: 1, role: 'Data scientist', projectId: 1, request: {}, now });
  const until = (id: string, test: (job: JobRecord) => boolean): Promise<JobRecord> =>
    vi.waitFor(async () => {
      const job = (await findJob(db.query, id))!;
      if (!test(job)) throw new Error(`job ${id} is ${job.state}: ${job.log}`);
      return job;
    }, 5000);
  const acts = async () =>
    (await db.query.selectFrom('audit_entry').select(['act', 'subject', 'detail']).orderBy('id').execute()).map((row) => ({
      ...row,
      detail: JSON.parse(row.detail) as unknown,
    }));
  /** Work that continues until it is told to end. */
  const endless = (_: JobRecord, { signal }: JobReports): Promise<JobResult> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')), { once: true }));

  it('are worked at one after the other; log, output, result and act are kept', async () => {
    let side = 0;
    let most = 0;
    await queue('first-job');
    await queue('second-job');
    await start(async (_job, { progress, log }) => {
      most = Math.max(most, (side += 1));
      progress(2, 3);
      log('a line');
      await Promise.resolve();
      side -= 1;
      return DONE;
    });
    const job = await until('second-job', ({ state }) => state === 'finished');
    expect(most).toBe(1);
    expect(job).toMatchObject({ done: 2, total: 3, attempts: 1, result: '{"n":1}', lease_holder: null });
    const log = JSON.parse(job.log) as string[];
    expect(log[1]).toBe(`${new Date(START).toISOString()} a line`);
    expect(log.at(-1)).toBe('exports/second-job');
    expect(await acts()).toEqual([
      { act: 'test-finished', subject: 'first-job', detail: { project: 1, values: 3 } },
      { act: 'test-finished', subject: 'second-job', detail: { project: 1, values: 3 } },
    ]);
    expect(ended).toBe(2);
  });

  it('of a server that died continue at another when its claim has run out, and never before', async () => {
    await queue('taken-over');
    const others: string[] = [];
    const dead = await startJobs({
      db,
      shared: true,
      work: { test: endless },
      now: () => now,
      onEnd: () => undefined,
      complain: () => undefined,
    });
    const claimed = await until('taken-over', ({ state }) => state === 'running');
    runner = await startJobs({
      db,
      shared: true,
      work: { test: (job) => Promise.resolve((others.push(job.id), DONE)) },
      now: () => now,
      onEnd: () => (ended += 1),
      complain: (line) => complaints.push(line),
    });
    now = claimed.lease_until! - 1;
    runner.wake();
    await until('taken-over', ({ state }) => state === 'running');
    expect(others).toEqual([]);
    // The dead server renews nothing; its own clock stands as well.
    now = claimed.lease_until! + 1;
    runner.wake();
    const job = await until('taken-over', ({ state }) => state === 'finished');
    expect([others, job.attempts]).toEqual([['taken-over'], 2]);
    expect((await acts()).map(({ act }) => act)).toEqual(['test-finished']);
    await dead.close();
  });

  it('of many servers are each done by one of them', async () => {
    const done: string[] = [];
    for (let n = 0; n < 12; n += 1) await queue(`job-number-${n}`);
    const servers = await Promise.all(
      Array.from({ length: 3 }, () =>
        startJobs({
          db,
          shared: true,
          work: { test: async (job) => (await Promise.resolve(), done.push(job.id), DONE) },
          now: () => now,
          onEnd: () => undefined,
          complain: (line) => complaints.push(line),
        }),
      ),
    );
    for (let n = 0; n < 12; n += 1) await until(`job-number-${n}`, ({ state }) => state === 'finished');
    for (const server of servers) await server.close();
    expect([new Set(done).size, done.length, complaints]).toEqual([12, 12, []]);
  });

  it('whose object store is away wait for it without losing a try', async () => {
    let isAway = true;
    await queue('waiting-job');
    const { wake } = await start(() => (isAway ? Promise.reject(new StoreUnavailable('The object store is away')) : Promise.resolve(DONE)));
    const job = await until('waiting-job', ({ state, log }) => state === 'queued' && log.includes('waits'));
    expect([job.failures, job.not_before, complaints]).toEqual([0, now + STORE_WAIT_MS, []]);
    isAway = false;
    now += STORE_WAIT_MS;
    wake();
    expect((await until('waiting-job', ({ state }) => state === 'finished')).failures).toBe(0);
  });

  it('are tried three times, later each time, and then end with the reason', async () => {
    let tries = 0;
    await queue('failing-job');
    const { wake } = await start(async () => {
      tries += 1;
      throw new Error(`failure ${tries}`);
    });
    for (const [n, wait] of RETRY_WAITS_MS.entries()) {
      const job = await until('failing-job', ({ failures }) => failures === n + 1);
      expect(job).toMatchObject({ state: 'queued', not_before: now + wait });
      now += wait - 1;
      wake();
      await until('failing-job', ({ state }) => state === 'queued');
      expect(tries).toBe(n + 1);
      now += 1;
      wake();
    }
    const job = await until('failing-job', ({ state }) => state === 'error');
    expect(job).toMatchObject({ failure: 'failure 3', attempts: 3 });
    expect(complaints).toEqual(['job failing-job failed: failure 3']);
  });

  it('end together with their further effects, or continue', async () => {
    await queue('whole-job');
    let tries = 0;
    await start(async () => ({
      ...DONE,
      withEnd: async (inside) => {
        await inside
          .insertInto('workspace_meta')
          .values({ key: `try-${(tries += 1)}`, value: 'kept' })
          .execute();
        if (tries === 1) throw new Error('the database went away');
      },
    }));
    const job = await until('whole-job', ({ failures }) => failures === 1);
    expect(job).toMatchObject({ state: 'queued', result: null, ended_at: null });
    now += RETRY_WAITS_MS[0] ?? 0;
    runner?.wake();
    await until('whole-job', ({ state }) => state === 'finished');
    const kept = await db.query.selectFrom('workspace_meta').select('key').where('value', '=', 'kept').execute();
    expect(kept).toEqual([{ key: 'try-2' }]);
  });

  it('that can never be done are not tried again', async () => {
    await queue('refused-job');
    let refused = '';
    await start(async () => {
      throw new JobRefusal('no such project', async (inside) => {
        refused = (await inside.selectFrom('job').select('state').executeTakeFirstOrThrow()).state;
      });
    });
    expect(await until('refused-job', ({ state }) => state === 'error')).toMatchObject({ failure: 'no such project', attempts: 1 });
    expect(refused).toBe('error');
    expect(complaints).toEqual([]);
  });

  it('end when they are cancelled, and what they made is not kept', async () => {
    await queue('long-job');
    const { stop } = await start(endless);
    await until('long-job', ({ state }) => state === 'running');
    expect(await cancelJob(db.query, 'long-job', now)).toBe(true);
    stop('long-job');
    await queue('next-job');
    runner?.wake();
    await until('next-job', ({ state }) => state === 'running');
    expect(await findJob(db.query, 'long-job')).toMatchObject({ state: 'cancelled', result: null });
    expect(await acts()).toEqual([]);
  });

  it('wait again when the server stops, without counting as a failure', async () => {
    await queue('stopped-job');
    await start(endless);
    await until('stopped-job', ({ state }) => state === 'running');
    await runner?.close();
    expect(await findJob(db.query, 'stopped-job')).toMatchObject({ state: 'queued', failures: 0, lease_holder: null });
    await start(async () => DONE);
    expect(await until('stopped-job', ({ state }) => state === 'finished')).toMatchObject({ attempts: 2 });
  });

  it('of a server that was killed begin again at the next start', async () => {
    await queue('killed-job');
    await db.query
      .updateTable('job')
      .set({ state: 'running', attempts: 1, lease_holder: 'gone', lease_until: now + LEASE_MS })
      .execute();
    await start(async () => DONE);
    expect(await until('killed-job', ({ state }) => state === 'finished')).toMatchObject({ attempts: 2 });
  });

  it('that take their server down again and again are given up', async () => {
    await queue('deadly-job');
    await db.query.updateTable('job').set({ attempts: MAX_ATTEMPTS }).execute();
    let tries = 0;
    await start(async () => {
      tries += 1;
      return DONE;
    });
    const job = await until('deadly-job', ({ state }) => state === 'error');
    expect(job.failure).toContain('server restart');
    expect(tries).toBe(0);
  });

  it('whose claim was taken over are kept: nothing of the late worker is stored', async () => {
    await queue('taken-job');
    let done: (result: JobResult) => void = () => undefined;
    const doing = new Promise<JobResult>((resolve) => {
      done = resolve;
    });
    await start(() => doing);
    await until('taken-job', ({ state }) => state === 'running');
    await db.query.updateTable('job').set({ lease_holder: 'another' }).execute();
    let isMeant = false;
    done({
      ...DONE,
      withEnd: async () => {
        isMeant = true;
      },
    });
    await runner?.close();
    expect(isMeant).toBe(false);
    expect(await findJob(db.query, 'taken-job')).toMatchObject({ state: 'running', lease_holder: 'another', result: null });
    expect(await acts()).toEqual([]);
  });
});
