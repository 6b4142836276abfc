import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { SendingCounts } from '@echometry/contract/records/export.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { dicomFile, type Element } from '../../../test/dicom-file.ts';
import { doorToOrthanc, hasOrthanc, orthanc } from '../../../test/orthanc.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { emailOf, PROJECT, World } from '../../../test/world.ts';
import { DEFAULT_CONFIG } from '../../config.ts';
import { basicAuthorization, type Pacs } from '../../dicomweb/pacs.ts';
import { storeOutcomeOf } from '../../dicomweb/store.ts';
import { findJob, queueJob } from '../../db/jobs.ts';
import { findProject } from '../../db/projects.ts';
import { findAccount } from '../../db/users.ts';
import type { JobReports } from '../../jobs/job-work.ts';
import { JOBS_OF_A_PERSON } from '../../jobs/limits.ts';
import { Archive } from '../archive.ts';
import { archivePath } from '../archive-path.ts';
import { EXPORT_KIND, SENDING_KIND } from '../export-jobs.ts';
import type { Outputs } from '../outputs.ts';
import { sendingWork } from './send-export.ts';

const OWNER = emailOf('Data scientist');
const ROOT = `2.25.${BigInt(`0x${randomUUID().slice(0, 8)}`)}`;
const STUDY = `${ROOT}.1`;
const SERIES = { tag: [0x20, 0xe], vr: 'UI', value: `${STUDY}.0` } satisfies Element;
const object = (n: number) =>
  dicomFile({ patientId: 'P1', uid: `${STUDY}.${n}`, studyUid: STUDY, date: '20260102', shade: n, extra: [SERIES] });

/** Instances of the study in the PACS, by its own search (QIDO-RS). */
async function instancesThere(): Promise<string[]> {
  const { address, authorization } = orthanc();
  const reply = await fetch(`${address}/studies/${STUDY}/instances`, {
    headers: { authorization: authorization ?? '', accept: 'application/dicom+json' },
  });
  const found = reply.status === 200 ? ((await reply.json()) as { '00080018': { Value: string[] } }[]) : [];
  return found.map((one) => one['00080018'].Value[0] ?? '').sort();
}

const respondJson = (response: ServerResponse, status: number, body: unknown): true => {
  response.writeHead(status, { 'content-type': 'application/dicom+json' }).end(JSON.stringify(body));
  return true;
};
const REFERENCE = (uid: string) => ({ '00081155': { vr: 'UI', Value: [uid] } });

// Responses in the DICOM JSON model, with codes of PS3.4 and PS3.18.
describe('the response to an object', () => {
  it.each([
    [{ '00081199': { vr: 'SQ', Value: [REFERENCE('1.2')] } }, { stored: true, warning: null }],
    [
      { '00081199': { vr: 'SQ', Value: [{ ...REFERENCE('1.2'), '00081196': { vr: 'US', Value: [45056] } }] } },
      { stored: true, warning: 'it changed values of the object (code B000H)' },
    ],
    [
      { '00081198': { vr: 'SQ', Value: [{ ...REFERENCE('1.2'), '00081197': { vr: 'US', Value: [290] } }] } },
      { stored: false, reason: 'it does not take objects of this SOP Class (code 0122H)' },
    ],
    [
      { '00081198': { vr: 'SQ', Value: [{ '00081197': { vr: 'US', Value: [42752] } }] } },
      { stored: false, reason: 'it has no room (code A700H)' },
    ],
    [
      { '00081198': { vr: 'SQ', Value: [{ ...REFERENCE('1.2'), '00081197': { vr: 'US', Value: [1] } }] } },
      { stored: false, reason: 'its reason is not a known one (code 0001H)' },
    ],
    [{ '00081199': { vr: 'SQ', Value: [REFERENCE('1.3')] } }, null],
    [{}, null],
    [[], null],
    ['stored', null],
  ])('%j', (response, answer) => expect(storeOutcomeOf(response, '1.2')).toEqual(answer));
});

describe.each(databases())('sending an export on $name', ({ seeded }) => {
  let world: World;
  let folder: string;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded(), { config: { ...DEFAULT_CONFIG, pacsForExports: [orthanc()] } });
    token = await world.tokenOf(OWNER, 'Data scientist');
    folder = await temporaryFolder('sending');
    await archived('with-objects', {
      'sr/one.dcm': object(1),
      'seg/two.dcm': object(2),
      'dicom/image.dcm': object(3),
      'seg/readme.txt': [],
    });
    await archived('without-objects', { 'left_out.csv': [] });
  });
  afterAll(() => world.close());

  /** A finished export of the owner with these files. */
  async function archived(id: string, files: Record<string, Uint8Array | never[]>, formats: ('sr' | 'seg' | 'json')[] = ['sr', 'seg']) {
    const archive = new Archive(archivePath(folder, id), new Date(0));
    async function* once(bytes: Uint8Array) {
      yield bytes;
    }
    for (const [path, bytes] of Object.entries(files)) await archive.add({ path, content: once(Uint8Array.from(bytes)) });
    await archive.close();
    await queued(id, formats);
    await world.db.query.updateTable('job').set({ state: 'finished', ended_at: world.now }).where('id', '=', id).execute();
  }
  async function queued(id: string, formats: ('sr' | 'seg' | 'json')[]) {
    const { query } = world.db;
    const [owner, project] = [await findAccount(query, OWNER), await findProject(query, { key: PROJECT._id })];
    await queueJob(query, {
      id,
      kind: EXPORT_KIND,
      ownerId: owner!.id,
      role: 'Data scientist',
      projectId: project!.id,
      request: { ...defaultExport(), formats },
      now: world.now,
    });
  }
  const outputs: Pick<Outputs, 'open'> = {
    open: (id) => Promise.resolve({ file: archivePath(folder, id), close: () => Promise.resolve() }),
  };
  const send = (id: string, of: string, { pacs = 'archive', as = token } = {}) =>
    world.call(CALLS.exportsSend, { token: as, body: { id, export: of, pacs } });
  const acts = async (): Promise<string[]> =>
    (await world.db.query.selectFrom('audit_entry').select(['act', 'subject']).orderBy('id').execute()).map(
      (one) => `${one.act} ${one.subject}`,
    );

  /** Does a job that was queued, as the queue does. */
  async function work(id: string, pacs: Pacs, signal = new AbortController().signal) {
    const log: string[] = [];
    const steps: [number, number][] = [];
    const reports: JobReports = { signal, progress: (...step) => void steps.push(step), log: (line) => void log.push(line) };
    const job = (await findJob(world.db.query, id))!;
    const { result, counts } = await sendingWork(world.db, outputs as Outputs, { exportsKeptDays: 1, pacsForExports: [pacs] })(
      job,
      reports,
    );
    return { result: result as SendingCounts, counts, log, steps };
  }
  const failureOf = (id: string, pacs: Pacs): Promise<string> =>
    work(id, pacs).then(
      () => 'nothing failed',
      (error: unknown) => (error as Error).message,
    );

  it('is queued once for one id, listed, and in the audit', async () => {
    const first = await send('sending-first', 'with-objects');
    expect(first.answer).toMatchObject({
      accepted: true,
      sending: { id: 'sending-first', status: 'queued', export: 'with-objects', pacs: 'archive', counts: null },
    });
    expect((await send('sending-first', 'with-objects')).answer).toEqual(first.answer);
    expect(await acts()).toEqual([`${SENDING_KIND}-queued sending-first`]);
    const listed = await world.call(CALLS.exportsList, { token, body: { project: PROJECT._id } });
    expect(listed.answer).toMatchObject({ pacs: ['archive'], sendings: [{ id: 'sending-first' }] });
    expect(await send('sending-first', 'without-objects')).toMatchObject({ status: 400, error: { field: 'id' } });
  });

  it('is refused for what cannot be sent, each by its field', async () => {
    await archived('only-json', {}, ['json']);
    await queued('still-running', ['sr']);
    await archived('not-kept-any-more', {});
    await world.db.query.updateTable('job').set({ removed_at: world.now }).where('id', '=', 'not-kept-any-more').execute();
    const refusals = { 'only-json': 'no DICOM objects', 'still-running': 'no archive', 'not-kept-any-more': 'no longer kept' };
    for (const [id, words] of Object.entries(refusals))
      expect(await send('sending-refused', id)).toMatchObject({
        status: 400,
        error: { field: 'export', message: expect.stringContaining(words) },
      });
    expect(await send('sending-refused', 'with-objects', { pacs: 'elsewhere' })).toMatchObject({ status: 400, error: { field: 'pacs' } });
    expect(await send('sending-refused', 'sending-first')).toMatchObject({ status: 400, error: { code: 'not-found' } });
    await world.addPerson('another@test', ['Data scientist']);
    const as = await world.tokenOf('another@test', 'Data scientist');
    expect(await send('sending-refused', 'with-objects', { as })).toMatchObject({ status: 400, error: { code: 'not-found' } });
  });

  it('is limited for each person', async () => {
    for (let n = 1; n < JOBS_OF_A_PERSON; n += 1)
      expect((await send(`sending-more-${n}`, 'with-objects')).answer).toMatchObject({ accepted: true });
    expect((await send('sending-too-many', 'with-objects')).answer).toMatchObject({ accepted: false });
    expect((await acts()).filter((act) => act.endsWith('sending-too-many'))).toEqual([]);
    await world.db.query.updateTable('job').set({ state: 'cancelled' }).where('id', 'like', 'sending-more-%').execute();
    await send('sending-empty', 'without-objects');
  });

  it('ends in words where the archive has no object', async () => {
    expect(await failureOf('sending-empty', orthanc())).toContain('left_out.csv');
  });

  describe.skipIf(!hasOrthanc)('to a real PACS', () => {
    it('stores SR and SEG objects and nothing else, and each once', async () => {
      const sent = await work('sending-first', orthanc());
      expect(sent).toMatchObject({ result: { stored: 2, refused: 0 }, counts: { export: 'with-objects', pacs: 'archive' } });
      expect(sent.steps).toEqual([
        [0, 2],
        [1, 2],
        [2, 2],
      ]);
      expect(await instancesThere()).toEqual([`${STUDY}.1`, `${STUDY}.2`]);
      expect((await work('sending-first', orthanc())).result).toEqual({ stored: 2, refused: 0 });
      expect(await instancesThere()).toEqual([`${STUDY}.1`, `${STUDY}.2`]);
    });

    it('sends the next object after a refusal, and lists it with its reason', async () => {
      const door = await doorToOrthanc({
        obstacle: (request, response) => {
          if (door.asked.length > 1) return false;
          request.resume();
          return respondJson(response, 409, {
            '00081198': { vr: 'SQ', Value: [{ ...REFERENCE(`${STUDY}.1`), '00081197': { vr: 'US', Value: [290] } }] },
          });
        },
      });
      try {
        const { result, log } = await work('sending-first', door.pacs);
        expect(result).toEqual({ stored: 1, refused: 1 });
        expect(log[0]).toBe('sr/one.dcm was refused: it does not take objects of this SOP Class (code 0122H)');
      } finally {
        await door.close();
      }
    });

    it('tries again while the PACS is busy', async () => {
      const door = await doorToOrthanc({
        obstacle: (request, response) => {
          if (door.asked.length > 1) return false;
          request.resume();
          response.writeHead(503).end();
          return true;
        },
      });
      try {
        expect((await work('sending-first', door.pacs)).result).toEqual({ stored: 2, refused: 0 });
        expect(door.asked).toHaveLength(3);
      } finally {
        await door.close();
      }
    });

    it('fails in words with a wrong password, and where nothing listens', async () => {
      const stranger = { ...orthanc(), authorization: basicAuthorization('nobody', 'wrong') };
      expect(await failureOf('sending-first', stranger)).toMatch(/refused access \(status 401\).*Send the export again/);
      expect(await failureOf('sending-first', { ...orthanc(), address: 'http://127.0.0.1:9' })).toContain('refused the connection');
    });

    it('ends at once when it is cancelled', async () => {
      const stop = new AbortController();
      const door = await doorToOrthanc({
        obstacle: () => {
          stop.abort();
          return true;
        },
      });
      try {
        await expect(work('sending-first', door.pacs, stop.signal)).rejects.toThrow('aborted');
        await vi.waitFor(() => expect(door.asked).toHaveLength(1));
      } finally {
        await door.close();
      }
    });
  });
});
