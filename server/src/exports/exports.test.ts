import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { INCORRECT_EDITOR } from '@echometry/contract/rules/export-request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { NO_EXPORTS } from '../../test/no-jobs.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { buildApp } from '../app.ts';
import { IMPORT_KIND } from '../db/imports.ts';
import { queueJob } from '../db/jobs.ts';
import { findProject, removeMember } from '../db/projects.ts';
import { findAccount, grantRole, revokeRole } from '../db/users.ts';
import { AGREEMENT_KIND, STATISTICS_KIND } from '../statistics/project-kinds.ts';
import { JOBS_OF_A_PERSON, JOBS_OF_A_PROJECT } from '../jobs/limits.ts';

const OWNER = emailOf('Data scientist');
type Body = BodyOf<typeof CALLS.exportsCreate>;
const SEGMENTATIONS: Body = {
  project: PROJECT._id,
  editor: '',
  data: 'analysis',
  mode: '',
  only_study_type: '',
  images: false,
  image_type: '',
  single_file: false,
  all_files: true,
  user: OWNER,
};

describe.each(databases())('exports on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(OWNER, 'Data scientist');
    await world.addPerson('second@test', ['Data scientist']);
  });
  afterAll(() => world.close());

  const create = (more: Partial<Body> = {}, as = token) =>
    world.call(CALLS.exportsCreate, { token: as, body: { ...SEGMENTATIONS, ...more } });
  const cancel = (id: string, as = token) => world.call(CALLS.jobsCancel, { token: as, body: { id } });
  const acts = async () =>
    (await world.db.query.selectFrom('audit_entry').select(['act', 'subject', 'detail']).orderBy('id').execute()).map(
      ({ act, subject }) => `${act} ${subject}`,
    );

  it('are queued once for one id, with person and object in the audit', async () => {
    const first = await create({ id: 'export-one' });
    expect(first.answer).toMatchObject({
      accepted: true,
      export: {
        id: 'export-one',
        status: 'queued',
        project: PROJECT._id,
        request: { type: 'segmentations', data: 'analysis', all_files: true, formats: ['json'] },
        output: null,
      },
    });
    expect((await create({ id: 'export-one' })).answer).toEqual(first.answer);
    expect(await create({ id: 'export-one', editor: 'editor@test' })).toMatchObject({ status: 400, error: { field: 'id' } });
    expect(await acts()).toEqual(['export-queued export-one']);
    const [entry] = await world.db.query.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.parse(entry!.detail)).toMatchObject({ project: PROJECT._id, type: 'segmentations', editor: '', formats: 'json' });
  });

  it('are not found under the id of a job of another kind', async () => {
    const owner = await findAccount(world.db.query, OWNER);
    const project = await findProject(world.db.query, { key: PROJECT._id });
    for (const kind of [AGREEMENT_KIND, STATISTICS_KIND, IMPORT_KIND]) {
      const id = `of-kind-${kind}`;
      const job = { id, kind, ownerId: owner!.id, role: 'Data scientist', projectId: project!.id, request: [], now: world.now } as const;
      await queueJob(world.db.query, job);
      await world.db.query.updateTable('job').set({ state: 'finished', result: '{}' }).where('id', '=', id).execute();
      expect(await world.call(CALLS.exportsGet, { token, body: { id } })).toMatchObject({ status: 400, error: { code: 'not-found' } });
      const output = { bucket: 'exports', object: `exports/${id}` };
      expect(await world.call(CALLS.getPresignedUrls, { token, body: output as never })).toMatchObject({
        status: 400,
        error: { code: 'not-found' },
      });
    }
    await world.db.query.deleteFrom('job').where('id', 'like', 'of-kind-%').execute();
  });

  it('refuse an editor without a valid e-mail, in the words of the specification', async () => {
    for (const editor of ['editor1', 'a@b@c'])
      expect(await create({ editor })).toMatchObject({
        status: 400,
        error: { code: 'invalid-field', field: 'editor', message: INCORRECT_EDITOR },
      });
    const measurements = {
      project: PROJECT._id,
      editor: '',
      image_type: '',
      data: 'analysis',
      mode: '',
      imview_header: false,
      include_normal: false,
      include_caliper: false,
      user: OWNER,
    } as const;
    expect(await world.call(CALLS.exportsCreateMeasurements, { token, body: measurements })).toMatchObject({
      status: 400,
      error: { field: 'include_normal' },
    });
    expect(await create({ formats: ['csv-long'] })).toMatchObject({ status: 400, error: { field: 'formats' } });
  });

  it('have a limit for each person, and continue when one has ended', async () => {
    for (let n = 1; n < JOBS_OF_A_PERSON; n += 1) expect((await create()).answer).toMatchObject({ accepted: true });
    const refused = (await create()).answer;
    expect(refused).toEqual({
      accepted: false,
      message: `${JOBS_OF_A_PERSON} of your exports are under way. Wait until one has finished, or cancel one`,
    });
    expect((await cancel('export-one')).answer).toMatchObject({ id: 'export-one', status: 'cancelled' });
    expect((await cancel('export-one')).answer).toMatchObject({ status: 'cancelled' });
    expect((await create({ id: 'export-two' })).answer).toMatchObject({ accepted: true });
    expect((await acts()).filter((act) => act.startsWith('export-cancelled'))).toEqual(['export-cancelled export-one']);
  });

  it('have a limit for each project', async () => {
    const others = Array.from({ length: JOBS_OF_A_PROJECT - JOBS_OF_A_PERSON }, (_, n) => `more-${n}@test`);
    for (const email of others) {
      await world.addPerson(email, ['Data scientist']);
      expect((await create({ user: email }, await world.tokenOf(email, 'Data scientist'))).answer).toMatchObject({ accepted: true });
    }
    const refused = (await create({ user: 'second@test' }, await world.tokenOf('second@test', 'Data scientist'))).answer;
    expect(refused).toMatchObject({ accepted: false, message: expect.stringContaining('exports of this project') });
    await world.db.query.updateTable('job').set({ state: 'cancelled' }).where('id', '!=', 'export-two').execute();
  });

  it('begin by the workflow as well, under the id of their output', async () => {
    const { user: _, ...parameters } = SEGMENTATIONS;
    const { answer } = await world.call(CALLS.jobsRun, {
      token,
      body: { user_id: OWNER, workflow: 'iapexport', parameters, output: 'exports/export-by-workflow' },
    });
    expect(answer).toMatchObject({ accepted: true, export: { id: 'export-by-workflow' } });
    expect((await cancel('export-by-workflow')).status).toBe(200);
  });

  it('are read, cancelled and downloaded by their owner and by Admins; to others they do not exist', async () => {
    await world.records.addFinishedExport(OWNER, 'export-done');
    const object = { bucket: 'exports', object: 'exports/export-done' };
    const other = await world.tokenOf('second@test', 'Data scientist');
    const admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    for (const [as, status] of [
      [token, 200],
      [admin, 200],
      [other, 400],
    ] as const) {
      expect((await world.call(CALLS.jobsGet, { token: as, body: { id: 'export-done' } })).status).toBe(status);
      expect((await world.call(CALLS.exportsGet, { token: as, body: { id: 'export-done' } })).status).toBe(status);
      expect((await cancel('export-done', as)).status).toBe(status);
      expect((await world.call(CALLS.getPresignedUrls, { token: as, body: object })).status).toBe(status);
    }
    expect(await world.call(CALLS.getPresignedUrls, { token, body: { bucket: 'exports', object: 'exports/../keys' } })).toMatchObject({
      status: 400,
    });
    const mine = (await world.call(CALLS.exportsList, { token, body: { project: PROJECT._id } })).answer;
    expect(mine.exports.map(({ id }) => id)).toContain('export-done');
    expect(mine).toMatchObject({ under_way: 1, limit: JOBS_OF_A_PERSON, kept_days: 14 });
    expect(
      (await world.call(CALLS.exportsList, { token: other, body: { project: PROJECT._id } })).answer.exports.map(({ id }) => id),
    ).not.toContain('export-done');
  });

  it('are downloaded by an address that is signed for one person and ends with the membership; each download is in the audit', async () => {
    const archive = `${await temporaryFolder('archive')}/a.zip`;
    await writeFile(archive, 'bytes of an archive');
    const exports = {
      ...NO_EXPORTS,
      archive: async (id: string) => (id === 'export-done' ? { size: 19, read: () => createReadStream(archive) } : null),
    };
    const app = await buildApp({ services: { ...world.services, exports }, webRoot: null, log: false });
    const [address] = (await world.call(CALLS.getPresignedUrls, { token, body: { bucket: 'exports', object: 'exports/export-done' } }))
      .answer;
    expect(address).toMatchObject({ filename: 'export-done.zip', size_bytes: 5 });
    expect(address!.url).not.toContain(token);
    const fetched = await app.inject({ url: address!.url });
    expect([fetched.statusCode, fetched.body, fetched.headers['content-disposition']]).toEqual([
      200,
      'bytes of an archive',
      'attachment; filename="export-done.zip"',
    ]);
    for (const forged of [address!.url.replace('export-done', 'export-two'), address!.url.replace(/uid=\d+/, 'uid=9999')])
      expect((await app.inject({ url: forged })).statusCode).toBe(403);
    expect((await acts()).filter((act) => act === 'export-download export-done').length).toBeGreaterThan(0);
    // An archive that is gone is named as gone.
    expect((await world.app.inject({ url: address!.url })).json()).toMatchObject({
      message: 'This export is no longer kept. Run it again',
    });
    await world.db.query.updateTable('job').set({ removed_at: world.now }).where('id', '=', 'export-done').execute();
    expect(await world.call(CALLS.getPresignedUrls, { token, body: { bucket: 'exports', object: 'exports/export-done' } })).toMatchObject({
      status: 409,
    });
    const project = await findProject(world.db.query, { key: PROJECT._id });
    const owner = await world.db.query.selectFrom('user_account').select('id').where('email', '=', OWNER).executeTakeFirstOrThrow();
    await world.db.query.updateTable('job').set({ removed_at: null }).where('id', '=', 'export-done').execute();
    await revokeRole(world.db.query, owner.id, 'Data scientist');
    expect((await app.inject({ url: address!.url })).statusCode).toBe(403);
    await grantRole(world.db.query, owner.id, 'Data scientist');
    expect((await app.inject({ url: address!.url })).statusCode).toBe(200);
    await removeMember(world.db.query, project!.id, owner.id);
    expect((await app.inject({ url: address!.url })).statusCode).toBe(403);
    expect((await world.call(CALLS.exportsGet, { token, body: { id: 'export-done' } })).status).toBe(403);
    await app.close();
  });
});
