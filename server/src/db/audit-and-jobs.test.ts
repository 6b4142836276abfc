import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { seedWorld } from '../../test/world.ts';
import { openFolderStore } from '../objects/store.ts';
import { type Act, continueInNewChain, recordAct } from './audit.ts';
import { faultsOfAudit } from './audit-check.ts';
import { connect, type Db } from './connect.ts';
import {
  cancelJob,
  claimJob,
  countUnderWay,
  endJob,
  findJob,
  mayReadJob,
  type NewJob,
  outputOf,
  queueJob,
  releaseJob,
  renewLease,
  requeueRunningJobs,
} from './jobs.ts';
import { migrate } from './migrate.ts';

describe.each(databases())('on $name', ({ fresh }) => {
  let db: Db;
  beforeAll(async () => {
    db = connect(await fresh());
    await migrate(db);
    await seedWorld(db, await openFolderStore(await temporaryFolder('objects')));
  });
  afterAll(() => db.close());

  describe('the audit chain', () => {
    const act = (n: number): Act => ({
      at: n,
      actorId: 1,
      role: 'Admin',
      act: 'test',
      studyId: 1,
      subject: `thing ${n}`,
      detail: { n, 'é "': null },
    });
    const record = (n: number) => db.query.transaction().execute((query) => recordAct(query, db.dialect, act(n)));
    const entries = () => db.query.selectFrom('audit_entry').selectAll().orderBy('id').execute();

    it('holds every act of many at once in one line', async () => {
      await Promise.all(Array.from({ length: 12 }, (_, n) => record(n)));
      const all = await entries();
      expect(all).toHaveLength(12);
      expect(new Set(all.map((entry) => entry.chain_id)).size).toBe(1);
      expect(all.slice(1).map((entry) => entry.previous_hash)).toEqual(all.slice(0, -1).map((entry) => entry.hash));
      expect(await faultsOfAudit(db.query)).toEqual([]);
    });

    it('has no act whose transaction failed', async () => {
      const failed = db.query.transaction().execute(async (query) => {
        await recordAct(query, db.dialect, act(99));
        throw new Error('not after all');
      });
      await expect(failed).rejects.toThrow('not after all');
      expect(await entries()).toHaveLength(12);
      expect(await faultsOfAudit(db.query)).toEqual([]);
    });

    it('continues in a new chain that names the end of the old one', async () => {
      const last = (await entries()).at(-1)!.hash;
      await continueInNewChain(db.query, 1000);
      await record(20);
      expect((await entries()).at(-1)).toMatchObject({ previous_hash: last });
      const chains = await db.query.selectFrom('audit_chain').select(['continues', 'length']).orderBy('id').execute();
      expect(chains).toEqual([
        { continues: null, length: 12 },
        { continues: last, length: 1 },
      ]);
      expect(await faultsOfAudit(db.query)).toEqual([]);
    });

    it.each([
      [
        'changed',
        async (id: number) => void (await db.query.updateTable('audit_entry').set({ subject: 'another' }).where('id', '=', id).execute()),
      ],
      [
        'given to somebody else',
        async (id: number) => void (await db.query.updateTable('audit_entry').set({ actor_id: 2 }).where('id', '=', id).execute()),
      ],
      ['taken out', async (id: number) => void (await db.query.deleteFrom('audit_entry').where('id', '=', id).execute())],
    ])('tells that an act was %s', async (_what, tamper) => {
      const [entry] = (await entries()).slice(4);
      await tamper(entry!.id);
      expect((await faultsOfAudit(db.query)).length).toBeGreaterThan(0);
      await db.query.deleteFrom('audit_entry').where('id', '=', entry!.id).execute();
      await db.query.insertInto('audit_entry').values(entry!).execute();
      expect(await faultsOfAudit(db.query)).toEqual([]);
    });

    it('detects that the last act was removed', async () => {
      const last = (await entries()).at(-1)!;
      await db.query.deleteFrom('audit_entry').where('id', '=', last.id).execute();
      expect(await faultsOfAudit(db.query)).toEqual([expect.stringContaining('does not end where it should')]);
      await db.query.insertInto('audit_entry').values(last).execute();
    });
  });

  describe('a job', () => {
    const job = (id: string, more: Partial<NewJob> = {}): NewJob => ({
      id,
      kind: 'export',
      ownerId: 1,
      role: 'Data scientist',
      projectId: 1,
      request: { from: 1 },
      now: 10,
      ...more,
    });

    it('that is asked for twice is one, and its id stands for no other', async () => {
      const first = await queueJob(db.query, job('job-1'));
      expect(first).toMatchObject({ id: 'job-1', state: 'queued', created_at: 10, total: null });
      expect(await queueJob(db.query, job('job-1', { now: 11 }))).toEqual(first);
      for (const other of [{ ownerId: 2 }, { kind: 'import' }, { request: { from: 2 } }, { projectId: null }])
        expect(await queueJob(db.query, job('job-1', other))).toBe('taken');
      expect(outputOf({ id: 'job-1' })).toBe('exports/job-1');
    });

    const claim = (holder: string, now: number, more: { kinds?: string[]; busy?: string[] } = {}) =>
      claimJob(db.query, db.dialect, { kinds: ['export'], busy: [], lease: { holder, until: now + 60 }, now, ...more });
    const end = (id: string, holder: string, state: 'finished' | 'error', now: number) =>
      db.query
        .transaction()
        .execute((inside) => endJob(inside, id, holder, { state, failure: null, log: ['a line'], result: { n: 1 }, now }));

    it('is claimed once, oldest first, and ends once', async () => {
      await queueJob(db.query, job('job-2', { now: 9 }));
      expect(await claim('other', 20, { kinds: [] })).toBeUndefined();
      const started = await claim('one', 20);
      expect(started).toMatchObject({ id: 'job-2', state: 'running', attempts: 1, lease_holder: 'one', lease_until: 80 });
      expect(await renewLease(db.query, 'job-2', { holder: 'one', until: 95 }, { done: 3, total: 7, log: ['begun'] })).toBe(true);
      expect(await findJob(db.query, 'job-2')).toMatchObject({ started_at: 20, done: 3, total: 7, lease_until: 95, log: '["begun"]' });
      expect(await end('job-2', 'another', 'finished', 30)).toBe(false);
      expect(await end('job-2', 'one', 'finished', 30)).toBe(true);
      expect(await end('job-2', 'one', 'error', 31)).toBe(false);
      expect(await findJob(db.query, 'job-2')).toMatchObject({ state: 'finished', ended_at: 30, result: '{"n":1}', lease_until: null });
    });

    it('is claimed by one of many who ask at once', async () => {
      const ids = Array.from({ length: 6 }, (_, n) => `many-${n}`);
      for (const id of ids) await queueJob(db.query, job(id, { kind: 'many', now: 1 }));
      const claimed = await Promise.all(Array.from({ length: 10 }, (_, n) => claim(`holder ${n}`, 5, { kinds: ['many'] })));
      expect(claimed.flatMap((each) => (each ? [each.id] : [])).sort()).toEqual(ids);
      for (const each of claimed) if (each) expect(await end(each.id, each.lease_holder!, 'finished', 6)).toBe(true);
    });

    it('is taken over when its lease has run out, and what held it before can do nothing more', async () => {
      expect((await claim('one', 40))?.id).toBe('job-1');
      expect(await claim('two', 99)).toBeUndefined();
      expect(await claim('two', 101, { busy: ['job-1'] })).toBeUndefined();
      expect(await claim('two', 101)).toMatchObject({ id: 'job-1', attempts: 2, started_at: 40 });
      expect(await renewLease(db.query, 'job-1', { holder: 'one', until: 500 }, { done: 1, total: 1, log: [] })).toBe(false);
      expect(await end('job-1', 'one', 'finished', 102)).toBe(false);
    });

    it('waits before it is tried again', async () => {
      expect(await releaseJob(db.query, 'job-1', 'two', { notBefore: 200, failed: true, log: ['failed'] })).toBe(true);
      expect(await claim('three', 199)).toBeUndefined();
      expect(await claim('three', 200)).toMatchObject({ id: 'job-1', failures: 1, attempts: 3 });
    });

    it('that was under way when the server went down begins again', async () => {
      await requeueRunningJobs(db.query);
      expect(await findJob(db.query, 'job-1')).toMatchObject({ state: 'queued', lease_holder: null });
      expect(await findJob(db.query, 'job-2')).toMatchObject({ state: 'finished' });
    });

    it('that is cancelled stays so, whichever server runs it', async () => {
      expect((await claim('four', 300))?.id).toBe('job-1');
      expect(await countUnderWay(db.query, 'export', { ownerId: 1 })).toBe(1);
      expect(await cancelJob(db.query, 'job-1', 301)).toBe(true);
      expect(await cancelJob(db.query, 'job-1', 302)).toBe(false);
      expect(await end('job-1', 'four', 'finished', 303)).toBe(false);
      expect(await findJob(db.query, 'job-1')).toMatchObject({ state: 'cancelled', ended_at: 301 });
      expect(await countUnderWay(db.query, 'export', { projectId: 1 })).toBe(0);
      expect(await claim('five', 400)).toBeUndefined();
    });

    it('is read by its owner and by Admins', async () => {
      const found = (await findJob(db.query, 'job-1'))!;
      expect(mayReadJob(found, { userId: 1, role: 'Editor' })).toBe(true);
      expect(mayReadJob(found, { userId: 2, role: 'Admin' })).toBe(true);
      expect(mayReadJob(found, { userId: 2, role: 'Data scientist' })).toBe(false);
    });
  });
});
