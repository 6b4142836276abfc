import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type ExportRecord } from '@echometry/contract/records/export.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { expect, it } from 'vitest';
import { faultsOfAudit } from '../src/db/audit.ts';
import { openWorkspace } from '../src/workspace.ts';
import { csvRows, unzipped } from './exported.ts';
import { addStudies, HEAD_VALUES, type StudyOfMany } from './many-heads.ts';
import { ended, MAIN, post, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, SCOPE, seedWorld } from './world.ts';

const ROUNDS = Number(process.env['ECHOMETRY_KILL_ROUNDS'] ?? 5);
const STUDIES = 60;
const IMAGES = 3;
/** Rows of a head: each value of its one cycle, and as a mean. */
const ROWS_OF_A_VALUE = 2;
/** From the start to the kill, in ms: before the thread runs, while it measures, while it writes. */
const delayOf = (round: number): number => 150 + ((round * 397) % 1700);

const OWNER = emailOf('Data scientist');
const EDITOR = emailOf('Editor');

const tokenOf = async (url: string, email: string, role: string): Promise<string> => {
  const { token } = await post(url, CALLS.demoSignIn, { email });
  return (await post(url, CALLS.actAs, { role }, token)).token;
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function untilEnded(url: string, token: string, id: string): Promise<ExportRecord> {
  for (;;) {
    const record = await post(url, CALLS.exportsGet, { id }, token);
    if (!isUnderWay(record.status)) return record;
    await pause(100);
  }
}

it(`killed ${ROUNDS} times in the middle of an export, the server ends it once, complete and right`, { timeout: 600_000 }, async () => {
  expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
  const folder = path.join(await temporaryFolder('export-kill'), 'workspace');
  const studies: StudyOfMany[] = [];
  const made = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    onNew: async (workspace) => {
      studies.push(...(await addStudies(workspace.db, await seedWorld(workspace.db, workspace.objects), STUDIES)));
    },
  });
  await made.close();

  const id = 'export-amid-kills';
  let server = await startServer(folder);
  const editor = await tokenOf(server.url, EDITOR, 'Editor');
  for (const { studyId, images } of studies) {
    const body = {
      id: studyId,
      images,
      missing_images: [],
      validated: false,
      editor: EDITOR,
      project: PROJECT._id,
      study_state: 'Valid',
      ...SCOPE,
    };
    expect(await post(server.url, CALLS.analysisUpdate, body, editor)).toMatchObject({ conflict: false });
  }
  const asked = {
    project: PROJECT._id,
    editor: '',
    image_type: '',
    data: 'analysis',
    mode: '',
    imview_header: false,
    include_normal: true,
    include_caliper: true,
    user: OWNER,
    id,
  };
  await post(server.url, CALLS.exportsCreateMeasurements, asked, await tokenOf(server.url, OWNER, 'Data scientist'));
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(delayOf(round));
    const { status } = await post(server.url, CALLS.exportsGet, { id }, await tokenOf(server.url, OWNER, 'Data scientist'));
    if (status === 'running') interrupted += 1;
    server.child.kill('SIGKILL');
    await ended(server.child);
    server = await startServer(folder);
  }
  const record = await untilEnded(server.url, await tokenOf(server.url, OWNER, 'Data scientist'), id);
  server.child.kill('SIGTERM');
  await ended(server.child);

  expect(interrupted).toBeGreaterThan(0);
  const rows = STUDIES * IMAGES * HEAD_VALUES.length * ROWS_OF_A_VALUE;
  expect(record).toMatchObject({ status: 'finished', contents: { studies: STUDIES, images: STUDIES * IMAGES, values: rows } });
  // Nothing of the tries that were cut off is left.
  expect(await readdir(path.join(folder, 'exports'))).toEqual([`${id}.zip`]);
  expect(await readdir(path.join(folder, 'outbox'))).toEqual([`${id}.eml`]);
  const files = await unzipped(path.join(folder, 'exports', `${id}.zip`));
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: { path: string; sha256: string }[] };
  for (const file of manifest.files) expect(createHash('sha256').update(files.get(file.path)!).digest('hex')).toBe(file.sha256);
  const table = csvRows(files.get('measurements.csv')!.toString());
  expect(table).toHaveLength(rows);
  for (const { name, aggregate } of HEAD_VALUES) {
    const values = table.filter((row) => row['measurement'] === name).map((row) => Number(row['value']));
    expect(values).toHaveLength(STUDIES * IMAGES * ROWS_OF_A_VALUE);
    for (const value of values) expect(value).toBeCloseTo(aggregate, 9);
  }
  const workspace = await openWorkspace({ folder, kindIfNew: 'demo' });
  const acts = await workspace.db.query.selectFrom('audit_entry').select('act').where('subject', '=', id).orderBy('id').execute();
  expect(acts.map(({ act }) => act)).toEqual(['export-queued', 'export-finished']);
  expect(await faultsOfAudit(workspace.db.query)).toEqual([]);
  await workspace.close();
});
