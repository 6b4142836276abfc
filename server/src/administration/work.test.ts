import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { writeAuditHead } from '../workspace/audit-head.ts';
import { faultsOfAudit } from '../db/audit-check.ts';
import { queueJob } from '../db/jobs.ts';
import { findUser } from '../db/users.ts';
import { QUARANTINE_MS } from '../objects/quarantine.ts';
import { objectPath } from '../objects/store.ts';
import { writeFile } from 'node:fs/promises';

const SCIENTIST = emailOf('Data scientist');
const QUESTION = { person: '', act: '', about: '', from: null, to: null, before: null };

describe.each(databases())('jobs, storage and audit on the screen, on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(emailOf('Admin'), 'Admin');
  });
  afterAll(() => world.close());
  const storage = async () => (await world.call(CALLS.storageGet, { token, body: {} })).answer;
  const search = async (question: Partial<typeof QUESTION> | { from: number; to: number }) =>
    (await world.call(CALLS.auditSearch, { token, body: { ...QUESTION, ...question } })).answer;

  it('jobs of all users are listed, running ones first, and one of another user is cancelled', async () => {
    await world.records.addFinishedExport(SCIENTIST, 'export-that-ended');
    const owner = (await findUser(world.db.query, SCIENTIST))!.id;
    await queueJob(world.db.query, {
      id: 'export-that-waits',
      kind: 'export',
      ownerId: owner,
      role: 'Data scientist',
      projectId: 1,
      request: {},
      now: 5,
    });
    const list = async () => (await world.call(CALLS.jobsList, { token, body: {} })).answer.jobs;
    expect((await list()).map(({ id, status, owner: of, project }) => [id, status, of, project])).toEqual([
      ['export-that-waits', 'queued', SCIENTIST, PROJECT._id],
      ['export-that-ended', 'finished', SCIENTIST, PROJECT._id],
    ]);
    const end = async (id: string) => (await world.call(CALLS.jobsEnd, { token, body: { id } })).answer;
    expect(await end('export-that-waits')).toEqual({ cancelled: true });
    expect(await end('export-that-waits')).toEqual({ cancelled: false });
    expect((await world.call(CALLS.jobsEnd, { token, body: { id: 'export-of-nobody' } })).error.code).toBe('not-found');
    expect((await list())[0]?.status).not.toBe('queued');
  });

  it('bytes count once in a project, whatever names them', async () => {
    const rows = await world.db.query.selectFrom('stored_object').select('size_bytes').execute();
    const bytes = rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    // Each of the three images names one object three times: as file and as both icons.
    expect(await storage()).toMatchObject({
      projects: [
        { project: 'alpha', objects: 3, bytes },
        { project: 'elsewhere', objects: 0, bytes: 0 },
      ],
      total: { objects: 3, bytes },
      quarantine: { objects: 0, bytes: 0, listed: [] },
      last_scrub: null,
      last_backup_at: null,
    });
    expect((await storage()).disk?.free_bytes).toBeGreaterThan(0);
  });

  it('reading everything back names what is damaged, and its result stays', async () => {
    const scrub = async (run: boolean) => (await world.call(CALLS.storageScrub, { token, body: { run } })).answer.changed;
    const found = async () => {
      expect(await scrub(true)).toBe(true);
      await expect.poll(async () => (await storage()).scrub, { timeout: 20_000 }).toBeNull();
      return (await storage()).last_scrub;
    };
    const first = await found();
    const metadata = first?.faults.length ?? 0;
    const { object_sha256 } = await world.db.query.selectFrom('image_file').select('object_sha256').executeTakeFirstOrThrow();
    await writeFile(objectPath(world.objectsFolder, object_sha256), 'something else');
    const second = await found();
    expect(second?.objects).toBe(9);
    // The object is named by the file and by both icons of one image.
    expect(second?.damaged).toBe(metadata + 3);
    expect(second?.faults.some((fault) => fault.includes(object_sha256))).toBe(true);
    expect(await scrub(false)).toBe(false);
  });

  it('the quarantine is restored, and purged only after its time', async () => {
    const key = await world.objects.put(new TextEncoder().encode('nobody names this'));
    await world.objects.setApart(key, world.now);
    const act = async (action: 'restore' | 'purge', one: string | null) =>
      (await world.call(CALLS.storageQuarantine, { token, body: { action, key: one } })).answer;
    expect((await storage()).quarantine.listed).toEqual([{ key, size_bytes: 17, since: world.now, purge_from: world.now + QUARANTINE_MS }]);
    expect(await act('purge', null)).toEqual({ objects: 0, bytes: 0 });
    expect(await act('restore', key)).toEqual({ objects: 1, bytes: 17 });
    expect(await world.objects.size(key)).toBe(17);
    await world.objects.setApart(key, world.now - QUARANTINE_MS);
    expect(await act('purge', null)).toEqual({ objects: 1, bytes: 17 });
    expect((await storage()).quarantine.objects).toBe(0);
  });

  it('the audit is searched by person, act, what it is about and time, page by page, and what was typed means itself', async () => {
    const all = await search({});
    expect(all.entries.map(({ act }) => act)).toEqual([
      'quarantine-purged',
      'quarantine-restored',
      'quarantine-purged',
      'scrub-begun',
      'scrub-begun',
      'export-cancelled',
    ]);
    expect(all.acts).toEqual(['export-cancelled', 'quarantine-purged', 'quarantine-restored', 'scrub-begun']);
    expect((await search({ act: 'scrub-begun' })).entries).toHaveLength(2);
    expect((await search({ about: 'THAT-waits' })).entries.map(({ act }) => act)).toEqual(['export-cancelled']);
    expect((await search({ person: 'admin@' })).entries).toHaveLength(6);
    for (const wild of ['%', '_dmin', '\\']) expect((await search({ person: wild })).entries).toEqual([]);
    expect((await search({ from: world.now + 1, to: world.now + 2 })).entries).toEqual([]);
    const [newest, second] = all.entries;
    expect((await search({ ...QUESTION, before: newest!.id } as never)).entries[0]).toEqual(second);
  });

  it('the audit is verified from its beginning, and a changed act is named', async () => {
    const verify = async () => (await world.call(CALLS.auditVerify, { token, body: {} })).answer;
    await writeAuditHead({ db: world.db, keysFolder: world.keysFolder });
    expect(await verify()).toEqual({ acts: 6, chains: 1, faults: [] });
    await world.db.query.updateTable('audit_entry').set({ detail: '{"objects":2}' }).where('act', '=', 'quarantine-restored').execute();
    const { faults } = await verify();
    expect(faults).toEqual(await faultsOfAudit(world.db.query));
    expect(faults).toHaveLength(1);
  });
});
