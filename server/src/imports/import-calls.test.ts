import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ImportOrder, ImportSource, MappingRow } from '@echometry/contract/records/import.ts';
import { CHUNK_BYTES, chunkAddress } from '@echometry/contract/rules/uploads.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { hasOrthanc, orthanc, storeInOrthanc } from '../../test/orthanc.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { DEID_KEY, emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { zipFile, type ZipEntry } from '../../test/zip-file.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { forgetNames, IMPORT_KIND } from '../db/imports.ts';
import { findJob } from '../db/jobs.ts';
import type { JobWork } from '../jobs/job-work.ts';
import { type Runner, startJobs } from '../jobs/runner.ts';
import { engineOnDemand } from './engine-on-demand.ts';
import { UPLOAD_ABANDONED_MS, UPLOADS_AT_ONCE } from './limits.ts';
import { openUploads } from './uploads.ts';
import { buildApp } from '../app.ts';
import { importWork } from './work-imports.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { maskSamples } from './mask-samples.ts';

const ADMIN = emailOf('Admin');
const RUN = randomUUID().slice(0, 8).toUpperCase();
/** The Orthanc may be used by several runs. */
const UID_ROOT = `2.25.${BigInt(`0x${RUN}`)}`;
/** A name that must be found nowhere in the open. */
const CANARY = `Doe_Jane_${RUN}`;
const file = (n: number, patient = CANARY, shade = n) =>
  dicomFile({
    patientId: patient,
    uid: `${UID_ROOT}.77.${n}`,
    studyUid: `${UID_ROOT}.7.${patient.length}`,
    date: '20260312',
    shade,
    extra: [{ tag: [0x20, 0xe], vr: 'UI', value: `${UID_ROOT}.8.${patient.length}` }],
  });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(databases())('imports on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  let runner: Runner;
  let work: JobWork;
  let startRunner: () => Promise<void>;
  let incoming: string;
  const engine = engineOnDemand(() => createEngine({ workers: 2 }));

  beforeAll(async () => {
    incoming = await temporaryFolder('incoming');
    const config = { ...DEFAULT_CONFIG, importFolders: [{ name: 'ward', path: incoming }], pacs: hasOrthanc ? [orthanc()] : [] };
    world = await World.make(await seeded(), { config });
    token = await world.tokenOf(ADMIN, 'Admin');
    const { db, objects, secrets } = world.services;
    const { uploads } = world.services.imports;
    const mark = { kind: 'demo' as const };
    const workspace = { db, objects, mark, deidKey: DEID_KEY } as unknown as Workspace;
    work = importWork({ workspace, config, secrets, uploads, engine, samples: maskSamples() });
    startRunner = async () => {
      runner = await startJobs({
        db,
        work: { [IMPORT_KIND]: work },
        now: Date.now,
        onEnd: () => undefined,
        complain: (line) => expect.unreachable(line),
      });
      Object.assign(world.services.jobs, { wake: runner.wake, stop: runner.stop });
    };
    await startRunner();
  });
  afterAll(async () => {
    await runner.close();
    await engine.close();
    await world.close();
  });

  const orderOf = (source: ImportSource, more: Partial<ImportOrder> = {}): ImportOrder => ({
    project: PROJECT._id,
    source,
    data_type: null,
    patients: { kind: 'refuse' },
    mapping: [],
    into_demo: true,
    ...more,
  });
  const create = (order: ImportOrder, id: string = randomUUID()) => world.call(CALLS.importsCreate, { token, body: { id, order } });
  const report = async (id: string, outcome: 'imported' | 'already-there' | 'skipped' | 'conflict' | null = null) =>
    (await world.call(CALLS.importsReport, { token, body: { id, outcome, offset: 0, limit: 100 } })).answer;
  /** Asks until the import has ended; the test's own limit ends an import that never does. */
  const ended = async (id: string) => {
    for (;;) {
      const { import: record } = await report(id);
      if (!['queued', 'running'].includes(record.status)) return record;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const imported = async (order: ImportOrder) => {
    const { answer } = await create(order);
    if (!answer.accepted) throw new Error(answer.message);
    return ended(answer.import.id);
  };
  const put = (upload: string, n: number, offset: number, bytes: Uint8Array, hash = sha256(bytes)) =>
    world.call(CALLS.importsPutChunk, {
      token,
      id: chunkAddress({ upload, file: n, offset, sha256: hash }),
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const begin = (id: string, files: Array<{ name: string; size: number }>) =>
    world.call(CALLS.importsBeginUpload, { token, body: { id, files } });
  const newUpload = () => randomUUID().replaceAll('-', '');

  it('take no upload where several servers share the workspace, and name the alternatives', async () => {
    const services = { ...world.services, imports: { ...world.services.imports, takesUploads: false } };
    const app = await buildApp({ services, webRoot: null, log: false });
    const ask = async (call: 'begin_upload' | 'sources', payload: object) =>
      (await app.inject({ method: 'POST', url: `/api/imports/${call}`, headers: { 'x-api-key': token }, payload })).json<object>();
    expect(await ask('sources', {})).toMatchObject({ uploads: false });
    expect(await ask('begin_upload', { id: newUpload(), files: [{ name: 'a.dcm', size: 1 }] })).toMatchObject({
      accepted: false,
      message: expect.stringContaining('Import from a folder of the server or a PACS') as string,
    });
    await app.close();
  });

  it('of a folder end with a report: what became of each file and why', async () => {
    await mkdir(path.join(incoming, CANARY));
    await writeFile(path.join(incoming, CANARY, '1.dcm'), file(1));
    await writeFile(path.join(incoming, CANARY, '2.dcm'), file(2));
    await writeFile(path.join(incoming, CANARY, 'notes.txt'), 'no image');
    const record = await imported(orderOf({ kind: 'folder', folder: 'ward', path: CANARY }));
    expect(record).toMatchObject({ status: 'finished', source: 'folder', source_name: 'ward', by: ADMIN, done: 3, total: 3 });
    expect(record.counts).toMatchObject({ imported: 2, already_there: 0, skipped: 1, conflict: 0, studies: 1 });
    const all = await report(record.id);
    expect(all.files.map((one) => [one.file, one.outcome])).toEqual([
      ['1.dcm', 'imported'],
      ['2.dcm', 'imported'],
      ['notes.txt', 'skipped'],
    ]);
    const skipped = await report(record.id, 'skipped');
    expect(skipped).toMatchObject({ total: 1, files: [{ file: 'notes.txt', reason: expect.stringMatching(/^[a-z-]+: /) }] });
    await writeFile(path.join(incoming, CANARY, 'twin of 1.dcm'), file(1, CANARY, 9));
    const again = await imported(orderOf({ kind: 'folder', folder: 'ward', path: CANARY }));
    expect((await report(again.id, 'conflict')).files).toMatchObject([
      { file: 'twin of 1.dcm', reason: expect.stringMatching(/^same-instance-other-content: /) },
    ]);
    expect(again.counts).toMatchObject({ imported: 0, already_there: 2, skipped: 1, conflict: 1, studies: 0 });
    const there = (await report(again.id, 'already-there')).files;
    expect(there.map(({ file: name, study_id }) => [name, study_id])).toEqual([
      ['1.dcm', all.files[0]?.study_id],
      ['2.dcm', all.files[1]?.study_id],
    ]);
    expect(all.files[0]?.study_id).toMatch(/^\d+_\d{8}$/);
  });

  it('reach nothing outside of the configured folders', async () => {
    await symlink('/etc', path.join(incoming, 'elsewhere'));
    const browse = async (below: string) =>
      (await world.call(CALLS.importsBrowse, { token, body: { folder: 'ward', path: below } })).answer;
    for (const below of ['..', '../..', '/etc', 'elsewhere', `${CANARY}/../../x`, 'gone']) {
      expect(await browse(below)).toEqual({ found: false, message: 'There is no such folder here.' });
      expect((await create(orderOf({ kind: 'folder', folder: 'ward', path: below }))).answer).toMatchObject({ accepted: false });
    }
    expect(await browse('')).toMatchObject({ found: true, entries: [{ name: CANARY, kind: 'folder' }] });
    expect(await browse(CANARY)).toMatchObject({ found: true, entries: [], files: 4 });
  });

  it('take an upload in pieces, continue after a lost connection, and leave no original', async () => {
    const long = dicomFile({
      patientId: CANARY,
      uid: '1.2.826.78',
      studyUid: '1.2.826.9',
      date: '20260401',
      rows: 1200,
      columns: 1024,
      frames: 1,
    });
    expect(long.length).toBeGreaterThan(CHUNK_BYTES);
    const upload = newUpload();
    const files = [
      { name: `${CANARY}/long.dcm`, size: long.length },
      { name: `${CANARY}/short.dcm`, size: file(3).length },
      { name: `${CANARY}/empty`, size: 0 },
    ];
    expect((await begin(upload, files)).answer).toEqual({ accepted: true, received: [0, 0, 0] });
    const first = long.subarray(0, CHUNK_BYTES);
    expect((await put(upload, 0, 0, first, sha256(long))).answer).toMatchObject({
      accepted: false,
      message: expect.stringContaining('damaged'),
    });
    expect((await put(upload, 0, 0, first)).answer).toEqual({ accepted: true, received: CHUNK_BYTES });
    // The response was lost: the same piece again, then a reloaded page asks where it was.
    expect((await put(upload, 0, 0, first)).answer).toEqual({ accepted: true, received: CHUNK_BYTES });
    expect((await begin(upload, files)).answer).toEqual({ accepted: true, received: [CHUNK_BYTES, 0, 0] });
    expect((await create(orderOf({ kind: 'upload', upload }))).answer).toMatchObject({
      accepted: false,
      message: expect.stringContaining('long.dcm is not complete'),
    });
    expect((await put(upload, 0, CHUNK_BYTES, long.subarray(CHUNK_BYTES))).answer).toEqual({ accepted: true, received: long.length });
    expect((await put(upload, 1, 0, file(3))).answer).toEqual({ accepted: true, received: file(3).length });
    const record = await imported(orderOf({ kind: 'upload', upload }));
    expect(record.counts).toMatchObject({ imported: 2, skipped: 1 });
    expect((await report(record.id)).files.map((one) => one.file)).toEqual(files.map((one) => one.name));
    expect((await begin(upload, files)).answer).toEqual({ accepted: true, received: [0, 0, 0] });
    expect((await world.call(CALLS.importsDropUpload, { token, body: { id: upload } })).answer).toEqual({ dropped: true });
  });

  it('unpack an uploaded ZIP', async () => {
    const zip = zipFile([{ name: 'a/4.dcm', content: file(4) }]);
    const upload = newUpload();
    await begin(upload, [{ name: 'patients.zip', size: zip.length }]);
    await put(upload, 0, 0, zip);
    expect((await imported(orderOf({ kind: 'upload', upload }))).counts).toMatchObject({ imported: 1, skipped: 0 });
  });

  describe('of a ZIP that is refused because of an entry', () => {
    const SECRET = 'DOE^JANE';
    const BOMB = Buffer.alloc(64 * 1024 * 1024);
    /** Imports an uploaded ZIP whose second entry is wrong; returns its job as it is stored. */
    const refused = async (entries: ZipEntry[]) => {
      const zip = zipFile([{ name: 'first.dcm', content: file(7007) }, ...entries]);
      const upload = newUpload();
      await begin(upload, [{ name: `${SECRET}.zip`, size: zip.length }]);
      for (let at = 0; at < zip.length; at += CHUNK_BYTES) await put(upload, 0, at, zip.subarray(at, at + CHUNK_BYTES));
      const { answer } = await create(orderOf({ kind: 'upload', upload }));
      if (!answer.accepted) throw new Error(answer.message);
      await ended(answer.import.id);
      return (await findJob(world.db.query, answer.import.id))!;
    };

    it.each([
      ['a name that leaves the folder', { name: `../${SECRET}.dcm`, content: Buffer.from('x') }, 'has a name that leaves the folder'],
      ['a link', { name: `${SECRET}.dcm`, content: Buffer.from('/etc/passwd'), mode: 0o120777 }, 'is a link'],
      ['a bomb', { name: `${SECRET}.dcm`, content: BOMB }, 'inflates beyond the limit zip_ratio (200)'],
      ['bytes of another entry', { name: `${SECRET}.dcm`, content: Buffer.from('x'), at: 0 }, 'overlaps with entry 1'],
    ] as const)('%s: the job names its number, and the report its name until names are forgotten', async (_what, entry, reason) => {
      const job = await refused([entry]);
      const { id, failure, log, state } = job;
      expect([state, failure]).toEqual(['error', expect.stringMatching(/^Entry [12] of the ZIP /)]);
      const own = await temporaryRoot();
      for (const text of [failure, log]) for (const secret of [SECRET, own]) expect(text).not.toContain(secret);
      const { files } = await report(id, 'skipped');
      expect(files.map(({ file: name, reason: told }) => [name.includes(SECRET) || name === 'first.dcm', told])).toEqual([
        [true, expect.stringMatching(/overlaps with entry/.test(reason) ? /overlaps with entry [12]/ : reason.replace(/[()]/g, '.'))],
      ]);
      await forgetNames(world.db.query, job.ended_at! + 1);
      expect((await report(id, 'skipped')).files.map(({ file: name, reason: told }) => [name, told])).toEqual([
        [expect.stringMatching(/^file \d+$/), ''],
      ]);
      expect(await findJob(world.db.query, id)).toMatchObject({ log: '[]', failure: 'The reason of this failure is no longer kept.' });
    });

    it('a file that is not a ZIP: without the place where the server keeps it', async () => {
      const upload = newUpload();
      await begin(upload, [{ name: `${SECRET}.zip`, size: 6 }]);
      await put(upload, 0, 0, Buffer.from('no zip'));
      const { answer } = await create(orderOf({ kind: 'upload', upload }));
      if (!answer.accepted) throw new Error(answer.message);
      const record = await ended(answer.import.id);
      expect(record.failure).toMatch(/^The file cannot be read as a ZIP: /);
      expect(record.failure).not.toContain(await temporaryRoot());
    });
  });

  it('refuse pieces that do not belong to their upload', async () => {
    const upload = newUpload();
    await begin(upload, [{ name: 'a', size: 10 }]);
    const message = async (n: number, offset: number, bytes: Uint8Array, id = upload) => {
      const { answer } = await put(id, n, offset, bytes);
      return answer.accepted ? 'accepted' : answer.message;
    };
    expect(await message(0, 0, new Uint8Array(11))).toContain('does not fit');
    expect(await message(0, 0, new Uint8Array(5))).toContain('does not fit');
    expect(await message(1, 0, new Uint8Array(10))).toContain('no such file');
    expect(await message(0, 0, new Uint8Array(10), newUpload())).toContain('The upload has expired');
    expect((await begin(upload, [{ name: 'b', size: 10 }])).answer).toMatchObject({ accepted: false });
    await world.addPerson('second-admin@test', ['Admin']);
    const other = await world.tokenOf('second-admin@test', 'Admin');
    expect((await world.call(CALLS.importsDropUpload, { token: other, body: { id: upload } })).answer).toEqual({ dropped: false });
    expect((await world.call(CALLS.importsDropUpload, { token, body: { id: upload } })).answer).toEqual({ dropped: true });
  });

  it('give studies code, type and data type by a mapping, and name rows without a study', async () => {
    const row = (n: number, more: Partial<MappingRow>): MappingRow => ({
      row: n,
      patient_id: null,
      accession_number: null,
      study_instance_uid: null,
      code: null,
      study_type: null,
      data_type: null,
      ...more,
    });
    const folder = path.join(incoming, 'mapped');
    await mkdir(folder);
    await writeFile(path.join(folder, '5.dcm'), file(5, 'mapped  person'));
    await writeFile(path.join(folder, '6.dcm'), file(6, CANARY));
    const mapping = [
      row(2, { patient_id: 'MAPPED PERSON', code: 'FA-001', study_type: 'Scan 1', data_type: 'fetal' }),
      row(3, { patient_id: 'NOBODY', code: 'FA-002' }),
    ];
    const record = await imported(orderOf({ kind: 'folder', folder: 'ward', path: 'mapped' }, { mapping }));
    expect(record.counts).toMatchObject({ imported: 2, mapping_rows_unused: [3] });
    const [study] = await world.db.query.selectFrom('study').selectAll().where('code', '=', 'FA-001').execute();
    expect(study).toMatchObject({ study_type: 'Scan 1', data_type: 'fetal' });

    // Another mapping changes nothing that exists, and the report lists it.
    const other = [row(2, { patient_id: 'MAPPED PERSON', code: 'FA-009', study_type: 'Scan 1' })];
    const again = await imported(orderOf({ kind: 'folder', folder: 'ward', path: 'mapped' }, { mapping: other }));
    const [kept] = (await report(again.id)).files;
    expect(kept).toMatchObject({ outcome: 'already-there', reason: 'row 2 of the mapping has code FA-009; the study keeps FA-001' });

    // An administrator changes it by hand, which the list of studies shows.
    const body = { study_id: study?.study_id ?? '', study_type: 'Enrollment', code: 'FA-009', ...SCOPE };
    expect((await world.call(CALLS.setType, { token, body })).status).toBe(200);
    const list = await world.call(CALLS.studiesGet, {
      token: await world.tokenOf(emailOf('Editor'), 'Editor'),
      body: { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name },
    });
    expect(list.answer.studies.find((one) => one.study_id === study?.study_id)).toMatchObject({ study_type: 'Enrollment', code: 'FA-009' });
  });

  it.skipIf(!hasOrthanc)('search a PACS and import what is chosen', async () => {
    await storeInOrthanc([file(7, `PACS${RUN}`), file(8, `PACS${RUN}`)]);
    const search = { patient: `PACS${RUN}`, from: null, to: null, description: null, modality: 'US' };
    const { answer } = await world.call(CALLS.importsSearch, { token, body: { pacs: 'archive', search } });
    if (!answer.found) throw new Error(answer.message);
    expect(answer.studies).toMatchObject([{ patient_id: `PACS${RUN}`, instances: 2 }]);
    const selection = { studies: answer.studies.map((study) => study.study_uid), modality: 'US' };
    const record = await imported(orderOf({ kind: 'pacs', pacs: 'archive', selection }));
    expect(record).toMatchObject({ status: 'finished', source_name: 'archive', counts: { imported: 2 } });
    const failed = await imported(orderOf({ kind: 'pacs', pacs: 'archive', selection: { ...search, patient: 'NOBODY-AT-ALL' } }));
    expect(failed).toMatchObject({ status: 'error', failure: 'The PACS archive has no such study.' });
  });

  it('asked for twice are one import, and the id stands for no other', async () => {
    const id = randomUUID();
    const order = orderOf({ kind: 'folder', folder: 'ward', path: CANARY });
    const [first, second] = [await create(order, id), await create(order, id)];
    expect([first.answer.accepted, second.answer.accepted]).toEqual([true, true]);
    expect((await create(orderOf({ kind: 'folder', folder: 'ward', path: '' }), id)).status).toBe(400);
    await ended(id);
    expect((await world.call(CALLS.importsList, { token, body: {} })).answer.imports.filter((one) => one.id === id)).toHaveLength(1);
  });

  it('are not begun where real files are not meant', async () => {
    const refused = await create(orderOf({ kind: 'folder', folder: 'ward', path: CANARY }, { into_demo: false }));
    expect(refused.answer).toMatchObject({ accepted: false, message: expect.stringContaining('demo workspace') });
  });

  it('keep no name in the open: neither of a file, nor of a folder, nor of a patient', async () => {
    for (const table of ['job', 'import_run', 'import_file', 'audit_entry'] as const) {
      const rows = await world.db.query.selectFrom(table).selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      const text = rows
        .map((row) =>
          Object.values(row)
            .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
            .join('\n'),
        )
        .join('\n');
      for (const secret of [CANARY, 'twin of 1', 'notes.txt', 'MAPPED PERSON', `PACS${RUN}`]) expect(text).not.toContain(secret);
    }
    const acts = await world.db.query.selectFrom('audit_entry').select('act').execute();
    expect(new Set(acts.map(({ act }) => act))).toContain('import-queued');
    expect(new Set(acts.map(({ act }) => act))).toContain('import-finished');
  });

  it('continue after the server stopped in their middle, and report once what they imported', async () => {
    const folder = path.join(incoming, 'stopped');
    await mkdir(folder);
    for (let n = 0; n < 40; n += 1) await writeFile(path.join(folder, `${n}.dcm`), file(2000 + n, 'STOPPED'));
    const { answer } = await create(orderOf({ kind: 'folder', folder: 'ward', path: 'stopped' }));
    if (!answer.accepted) throw new Error(answer.message);
    const images = async () => (await world.db.query.selectFrom('image_file').select('id').execute()).length;
    const before = await images();
    while ((await images()) < before + 3) await new Promise(setImmediate);
    await runner.close();
    expect((await report(answer.import.id)).import.status).toBe('queued');
    await startRunner();
    expect(await ended(answer.import.id)).toMatchObject({
      status: 'finished',
      counts: { imported: 40, already_there: 0, skipped: 0, conflict: 0 },
    });
  });

  it('continue after the server died when all was imported and the end was not stored yet', async () => {
    const folder = path.join(incoming, 'died');
    await mkdir(folder);
    for (let n = 0; n < 5; n += 1) await writeFile(path.join(folder, `${n}.dcm`), file(3000 + n, 'DIED'));
    await runner.close();
    const { answer } = await create(orderOf({ kind: 'folder', folder: 'ward', path: 'died' }));
    if (!answer.accepted) throw new Error(answer.message);
    const { id } = answer.import;
    const job = (await findJob(world.db.query, id))!;
    const { counts } = await work(job, { signal: new AbortController().signal, progress: () => undefined, log: () => undefined });
    expect(counts).toMatchObject({ imported: 5 });
    await startRunner();
    expect(await ended(id)).toMatchObject({ status: 'finished', counts: { imported: 5, already_there: 0, skipped: 0 } });
    const run = await world.db.query.selectFrom('import_run').select('sealed_order').where('job_id', '=', id).executeTakeFirstOrThrow();
    expect(run.sealed_order).toBeNull();
  });

  it('begin although the server was upgraded meanwhile: earlier versions sealed an order without packing it', async () => {
    const folder = path.join(incoming, 'upgraded');
    await mkdir(folder);
    await writeFile(path.join(folder, '0.dcm'), file(3500, 'UPGRADED'));
    await runner.close();
    const order = orderOf({ kind: 'folder', folder: 'ward', path: 'upgraded' });
    const { answer } = await create(order);
    if (!answer.accepted) throw new Error(answer.message);
    const { id } = answer.import;
    const { secrets, db } = world.services;
    const sealed_order = secrets.seal(`order of an import ${id}`, new TextEncoder().encode(JSON.stringify(order)));
    await db.query.updateTable('import_run').set({ sealed_order }).where('job_id', '=', id).execute();
    await startRunner();
    expect(await ended(id)).toMatchObject({ status: 'finished', counts: { imported: 1, skipped: 0 } });
  });

  it('cancelled, end and keep what they imported', async () => {
    const folder = path.join(incoming, 'many');
    await mkdir(folder);
    for (let n = 0; n < 40; n += 1) await writeFile(path.join(folder, `${n}.dcm`), file(1000 + n, 'MANY'));
    const { answer } = await create(orderOf({ kind: 'folder', folder: 'ward', path: 'many' }));
    if (!answer.accepted) throw new Error(answer.message);
    const cancelled = await world.call(CALLS.importsCancel, { token, body: { id: answer.import.id } });
    expect(cancelled.answer.status).toBe('cancelled');
    const whole = await imported(orderOf({ kind: 'folder', folder: 'ward', path: 'many' }));
    expect(whole.counts.imported + whole.counts.already_there).toBe(40);
  });
});

describe('the folder of uploads', () => {
  it('is emptied by the next start, whatever a crash left there', async () => {
    const folder = path.join(await temporaryFolder('uploads'), 'uploads');
    const id = newId();
    const uploads = await openUploads(folder, { now: Date.now });
    await uploads.begin(1, id, [{ name: 'a', size: 3 }]);
    const bytes = Uint8Array.of(1, 2, 3);
    await uploads.put(1, { upload: id, file: 0, offset: 0, sha256: sha256(bytes) }, bytes);
    expect(await readFile(path.join(folder, id, '0'))).toEqual(Buffer.from(bytes));
    const after = await openUploads(folder, { now: Date.now });
    expect(await readdir(folder)).toEqual([]);
    expect(await after.begin(1, id, [{ name: 'a', size: 3 }])).toEqual({ received: [0] });
  });

  it('loses each file as soon as it was read, and all of them in the end', async () => {
    const folder = path.join(await temporaryFolder('uploads'), 'uploads');
    const id = newId();
    const uploads = await openUploads(folder, { now: Date.now });
    const bytes = Uint8Array.of(1, 2, 3);
    await uploads.begin(1, id, [{ name: 'a', size: 3 }]);
    await uploads.put(1, { upload: id, file: 0, offset: 0, sha256: sha256(bytes) }, bytes);
    expect(uploads.hold(1, id)).toBeNull();
    expect(uploads.hold(1, id)).not.toBeNull();
    const source = await uploads.open(id, () => Promise.reject(new Error('no ZIP')));
    for await (const one of source!.files()) if ('read' in one) expect(await one.read(one.size)).toEqual(Buffer.from(bytes));
    expect(await readdir(path.join(folder, id))).toEqual([]);
    await uploads.drop(id, null);
    expect(existsSync(path.join(folder, id))).toBe(false);
  });

  it('is left by abandoned uploads, after hours', async () => {
    let now = 0;
    const folder = path.join(await temporaryFolder('uploads'), 'uploads');
    const uploads = await openUploads(folder, { now: () => now });
    await uploads.begin(1, newId(), [{ name: 'a', size: 3 }]);
    now = 6 * 60 * 60 * 1000;
    await uploads.dropIdle();
    expect(await readdir(folder)).toHaveLength(1);
    now += 1;
    await uploads.dropIdle();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes no more uploads than its limits', async () => {
    const uploads = await openUploads(path.join(await temporaryFolder('uploads'), 'uploads'), { now: Date.now });
    const files = [{ name: 'a', size: 1 }];
    const begun = await Promise.all([1, 1, 1].map(() => uploads.begin(1, newId(), files)));
    expect(begun.filter((one) => 'message' in one)).toHaveLength(1);
    expect(await uploads.begin(2, newId(), [{ name: 'a.dcm', size: 3 * 1024 ** 3 }])).toMatchObject({
      message: expect.stringContaining('file_bytes'),
    });
    expect(await uploads.begin(2, newId(), [{ name: 'a.zip', size: 1e15 }])).toMatchObject({
      message: expect.stringContaining('upload_bytes'),
    });
  });

  describe('with abandoned uploads', () => {
    const FILES = [{ name: 'a', size: 100 }];
    const begun = async (free = Number.MAX_SAFE_INTEGER) => {
      const clock = { now: 1000, free };
      const folder = path.join(await temporaryFolder('uploads'), 'uploads');
      return { clock, folder, uploads: await openUploads(folder, { now: () => clock.now, freeBytes: async () => clock.free }) };
    };
    const ids = (uploads: Awaited<ReturnType<typeof openUploads>>, owner = 1) => uploads.underWay(owner).map(({ id }) => id);

    it('lists the uploads of a person, and lets them be discarded', async () => {
      const { uploads } = await begun();
      const [first, second] = [newId(), newId()];
      await uploads.begin(1, first, FILES);
      await uploads.begin(2, second, FILES);
      expect(uploads.underWay(1)).toEqual([{ id: first, files: 1, size_bytes: 100, received_bytes: 0, touched_at: 1000 }]);
      await uploads.drop(first, 1);
      expect([ids(uploads), ids(uploads, 2)]).toEqual([[], [second]]);
    });

    it('lets a newer one of the person take the place of the oldest', async () => {
      const { clock, uploads, folder } = await begun();
      const old = [newId(), newId()];
      for (const id of old) {
        await uploads.begin(1, id, FILES);
        clock.now += 1;
      }
      const next = newId();
      expect(await uploads.begin(1, next, FILES)).toMatchObject({
        message: expect.stringMatching(
          /discard it in the list of your uploads, or wait: an upload without new data for 5 minutes gives way/,
        ) as string,
      });
      clock.now += UPLOAD_ABANDONED_MS;
      expect(await uploads.begin(1, next, FILES)).toEqual({ received: [0] });
      expect([ids(uploads), new Set(await readdir(folder))]).toEqual([[next, old[1]], new Set([next, old[1]])]);
    });

    it('lets a newer one of another person take a place among all', async () => {
      const { clock, uploads } = await begun();
      for (let n = 0; n < UPLOADS_AT_ONCE; n += 1) await uploads.begin(n, newId(), FILES);
      expect(await uploads.begin(99, newId(), FILES)).toHaveProperty('message');
      clock.now += UPLOAD_ABANDONED_MS + 1;
      expect(await uploads.begin(99, newId(), FILES)).toEqual({ received: [0] });
      expect(Array.from({ length: UPLOADS_AT_ONCE }, (_, n) => ids(uploads, n).length).reduce((a, b) => a + b)).toBe(UPLOADS_AT_ONCE - 1);
    });

    it('counts the room of all uploads together, also of simultaneous ones', async () => {
      // Each of them needs twice its 100 bytes.
      const { clock, uploads } = await begun(599);
      const answers = await Promise.all([1, 2, 3].map((owner) => uploads.begin(owner, newId(), FILES)));
      expect(answers.map((answer) => 'message' in answer)).toEqual([false, false, true]);
      clock.now += UPLOAD_ABANDONED_MS + 1;
      // One that would not fit anyway takes no one's room.
      expect(await uploads.begin(4, newId(), [{ name: 'b', size: 300 }])).toHaveProperty('message');
      expect([1, 2].map((owner) => ids(uploads, owner).length)).toEqual([1, 1]);
      expect(await uploads.begin(4, newId(), [{ name: 'b', size: 250 }])).toEqual({ received: [0] });
      expect([1, 2].map((owner) => ids(uploads, owner).length)).toEqual([0, 0]);
    });
  });
});

/** Folder in which the tests keep everything. */
const temporaryRoot = async (): Promise<string> => path.dirname(await temporaryFolder('root'));

const newId = (): string => randomUUID().replaceAll('-', '');
