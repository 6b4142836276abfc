/** Exports of a server that is killed ten times amid each of them, at moments spread over the time that one takes. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import type { ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { expect, it } from 'vitest';
import { makeExportSite } from '../load/export-site.ts';
import { faultsOfAudit } from '../src/db/audit-check.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { csvRows, unzipped } from './exported.ts';
import { addStudies, HEAD_VALUES, type StudyOfMany } from './many-heads.ts';
import { ended, MAIN, post, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, SCOPE, seedWorld } from './world.ts';

const KILLS = 10;
const PATIENCE_MS = 900_000;
const STUDIES = 24;
const IMAGES = 3;
/** Rows of a head: each value of its one cycle, and as a mean. */
const ROWS_OF_A_VALUE = 2;
/** Multiples of it, without their whole part, lie evenly between 0 and 1. */
const GOLDEN_RATIO = 0.618_033_988_75;
const OWNER = emailOf('Data scientist');

type Files = Map<string, Buffer>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Saves studies as an Editor: the server adds what it knows of the files. */
async function saveAll(folder: string, studies: readonly StudyOfMany[]): Promise<void> {
  const { child, url } = await startServer(folder);
  const editor = emailOf('Editor');
  const { token: signedIn } = await post(url, CALLS.demoSignIn, { email: editor });
  const { token } = await post(url, CALLS.actAs, { role: 'Editor' }, signedIn);
  const same = { missing_images: [], validated: false, editor, project: PROJECT._id, study_state: 'Valid', ...SCOPE };
  for (const { studyId, images } of studies)
    expect(await post(url, CALLS.analysisUpdate, { id: studyId, images, ...same }, token)).toMatchObject({ conflict: false });
  child.kill('SIGTERM');
  await ended(child);
}

/** A server that can be killed, and the exports that its Data scientist asks for. */
class Killed {
  readonly #folder: string;
  readonly #formats: ExportFormatName[];
  #server: RunningServer | null = null;
  #token = '';

  constructor(folder: string, formats: ExportFormatName[]) {
    this.#folder = folder;
    this.#formats = formats;
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#folder);
    const { token } = await post(this.#server.url, CALLS.demoSignIn, { email: OWNER });
    this.#token = (await post(this.#server.url, CALLS.actAs, { role: 'Data scientist' }, token)).token;
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#server!.child.kill(signal);
    await ended(this.#server!.child);
  }

  async ask(id: string): Promise<void> {
    const common = { project: PROJECT._id, editor: '', image_type: '', data: 'analysis' as const, mode: '', user: OWNER, id };
    const formats = this.#formats;
    const { url } = this.#server!;
    const asked = formats.some((name) => name.startsWith('csv'))
      ? await post(
          url,
          CALLS.exportsCreateMeasurements,
          { ...common, formats, imview_header: false, include_normal: true, include_caliper: true },
          this.#token,
        )
      : await post(
          url,
          CALLS.exportsCreate,
          { ...common, formats, only_study_type: '', images: false, single_file: false, all_files: true },
          this.#token,
        );
    if (!asked.accepted) throw new Error(`The export ${id} was not accepted`);
  }

  record = (id: string): Promise<ExportRecord> => post(this.#server!.url, CALLS.exportsGet, { id }, this.#token);

  async until(id: string, met: (status: ExportRecord['status']) => boolean): Promise<ExportRecord> {
    for (;;) {
      const record = await this.record(id);
      if (met(record.status)) return record;
      await pause(20);
    }
  }
}

/** Files of a finished export. Each matches its manifest. */
async function filesOf(folder: string, id: string): Promise<Files> {
  const files = await unzipped(path.join(folder, 'exports', `${id}.zip`));
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: { path: string; sha256: string }[] };
  expect(manifest.files.map((file) => file.path).sort()).toEqual([...files.keys()].filter((name) => name !== 'manifest.json').sort());
  for (const file of manifest.files) expect(createHash('sha256').update(files.get(file.path)!).digest('hex')).toBe(file.sha256);
  return files;
}

const hasEnded = (status: ExportRecord['status']): boolean => !isUnderWay(status);
const hasBegun = (status: ExportRecord['status']): boolean => status === 'running' || hasEnded(status);

/** Content that does not name the export and its time. */
const lasting = (files: Files): [string, string][] =>
  [...files]
    .filter(([name]) => name !== 'README.md' && name !== 'manifest.json')
    .map(([name, bytes]): [string, string] => [name, createHash('sha256').update(bytes).digest('hex')])
    .sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Makes one export in peace, then exports that are killed until `KILLS` of them were met at work.
 * @returns the one made in peace, to which all others are equal
 */
async function exportsAmidKills(folder: string, formats: ExportFormatName[]): Promise<{ record: ExportRecord; files: Files }> {
  const site = new Killed(folder, formats);
  await site.start();
  await site.ask('in-peace');
  await site.until('in-peace', hasBegun);
  const begin = performance.now();
  const record = await site.until('in-peace', hasEnded);
  const lengthMs = performance.now() - begin;
  const asked = ['in-peace'];
  let kills = 0;
  for (let round = 1; kills < KILLS; round += 1) {
    const newest = asked.at(-1)!;
    if (hasEnded((await site.record(newest)).status)) await site.ask(asked[asked.push(`killed-${round}`) - 1]!);
    await site.until(asked.at(-1)!, hasBegun);
    await pause(((round * GOLDEN_RATIO) % 1) * lengthMs);
    if ((await site.record(asked.at(-1)!)).status === 'running') kills += 1;
    await site.stop('SIGKILL');
    await site.start();
  }
  const files = await filesOf(folder, 'in-peace');
  for (const id of asked) {
    expect(await site.until(id, hasEnded)).toMatchObject({ status: 'finished', failure: null });
    expect(lasting(await filesOf(folder, id))).toEqual(lasting(files));
  }
  await site.stop('SIGTERM');
  // Nothing of interrupted tries is left, and no owner was notified twice.
  expect((await readdir(path.join(folder, 'exports'))).sort()).toEqual(asked.map((id) => `${id}.zip`).sort());
  expect((await readdir(path.join(folder, 'outbox'))).sort()).toEqual(asked.map((id) => `${id}.eml`).sort());
  const workspace = await openWorkspace({ folder, kindIfNew: 'demo' });
  for (const id of asked) {
    const acts = await workspace.db.query.selectFrom('audit_entry').select('act').where('subject', '=', id).orderBy('id').execute();
    expect([id, ...acts.map(({ act }) => act)]).toEqual([id, 'export-queued', 'export-finished']);
  }
  expect(await faultsOfAudit(workspace.db.query)).toEqual([]);
  await workspace.close();
  return { record, files };
}

it(`killed ${KILLS} times amid exports of tables, the server ends each once, complete and right`, { timeout: PATIENCE_MS }, async () => {
  expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
  const folder = path.join(await temporaryFolder('export-kill'), 'workspace');
  const studies: StudyOfMany[] = [];
  const made = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    onNew: async (fresh) => {
      studies.push(...(await addStudies(fresh.db, await seedWorld(fresh.db, fresh.objects), STUDIES)));
    },
  });
  await made.close();
  await saveAll(folder, studies);
  const { record, files } = await exportsAmidKills(folder, ['csv-long', 'csv-wide']);
  const rows = STUDIES * IMAGES * HEAD_VALUES.length * ROWS_OF_A_VALUE;
  expect(record.contents).toMatchObject({ studies: STUDIES, images: STUDIES * IMAGES, values: rows });
  const table = csvRows(files.get('measurements.csv')!.toString());
  expect(table).toHaveLength(rows);
  for (const { name, aggregate } of HEAD_VALUES) {
    const values = table.filter((row) => row['measurement'] === name).map((row) => Number(row['value']));
    expect(values).toHaveLength(STUDIES * IMAGES * ROWS_OF_A_VALUE);
    for (const value of values) expect(value).toBeCloseTo(aggregate, 9);
  }
});

it(
  `killed ${KILLS} times amid JSON, masks and videos, the server ends each once, complete and right`,
  { timeout: PATIENCE_MS },
  async () => {
    const load = { studies: 2, images: 2, people: 0 };
    const clips = load.studies * load.images;
    const { folder } = await makeExportSite(null, load);
    const { record, files } = await exportsAmidKills(folder, ['json', 'masks', 'echonet']);
    expect(record.contents).toMatchObject({ studies: load.studies, images: clips });
    const named = (start: string, end: string): string[] =>
      [...files.keys()].filter((name) => name.startsWith(start) && name.endsWith(end));
    expect(named('masks/', 'clip.nii.gz')).toHaveLength(clips);
    // Three beats, each with both events.
    expect(named('masks/', '.png')).toHaveLength(clips * 6);
    expect(named('echonet/Videos/', '.avi')).toHaveLength(clips);
    expect(csvRows(files.get('echonet/FileList.csv')!.toString())).toHaveLength(clips);
  },
);
