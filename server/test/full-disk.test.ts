import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it, vi } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { dicomFile } from './dicom-file.ts';
import { ended, environment, IMPORT, MAIN, post, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, SCOPE, seedWorld, type Seeded } from './world.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';

/** Room of the small disk, and of the file on it that is removed to make room again. */
const DISK_MIB = 24;
const BALLAST_MIB = 6;
const MIB = 1024 * 1024;
const NOISE_BLOCKS = 1400;

/** Text that compression does not make small. */
const noise = (seed: number): string =>
  Buffer.concat(Array.from({ length: NOISE_BLOCKS }, (_, block) => createHash('sha256').update(`${seed} ${block}`).digest())).toString(
    'base64',
  );

const save = async (url: string, token: string, world: Seeded, n: number) => {
  const body = {
    id: world.studyId,
    images: [{ ...world.images[0], additional_labels: { noise: noise(n) } }],
    missing_images: [],
    validated: false,
    editor: emailOf('Editor'),
    project: PROJECT._id,
    study_state: 'Valid',
    ...SCOPE,
    save_id: `save-${String(n).padStart(5, '0')}`,
  };
  const response = await fetch(`${url}/api/analysis/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': token },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as { version?: number; code?: string; message?: string } };
};
const signIn = async (url: string): Promise<string> =>
  (await post(url, CALLS.actAs, { role: 'Editor' }, (await post(url, CALLS.demoSignIn, { email: emailOf('Editor') })).token)).token;

async function makeWorkspace(folder: string): Promise<Seeded> {
  let world: Seeded | null = null;
  const made = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    onNew: async (workspace) => {
      world = await seedWorld(workspace.db, workspace.objects);
    },
  });
  await made.close();
  if (world === null) throw new Error('the workspace was not seeded');
  return world;
}

/** Every acknowledged version is there, and no other of this test. */
async function versionsIn(folder: string): Promise<number[]> {
  const workspace = await openWorkspace({ folder, kindIfNew: 'demo' });
  try {
    return (await workspace.db.query.selectFrom('analysis_version').select('id').orderBy('id').execute()).map((row) => row.id);
  } finally {
    await workspace.close();
  }
}

const saveUntilFull = async (
  url: string,
  token: string,
  world: Seeded,
  from: number,
): Promise<{ acknowledged: number[]; refusal: { status: number; answer: { code?: string; message?: string } }; next: number }> => {
  const acknowledged: number[] = [];
  for (let n = from; ; n += 1) {
    const result = await save(url, token, world, n);
    if (result.status !== 200) return { acknowledged, refusal: result, next: n };
    acknowledged.push(result.answer.version ?? 0);
    if (acknowledged.length > 2000) throw new Error('the disk never became full');
  }
};

const mounted: string[] = [];
afterAll(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place]);
});

it(
  'on a full disk the server says so, stores nothing by halves, goes on reading, and works again once there is room',
  { timeout: 300_000 },
  async (context) => {
    const disk = await temporaryFolder('disk');
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]).status !== 0) {
      process.stdout.write('SKIPPED: this account may not mount a small disk, so a full one was not tried\n');
      context.skip();
      return;
    }
    mounted.push(disk);
    const folder = path.join(disk, 'workspace');
    const world = await makeWorkspace(folder);
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc(BALLAST_MIB * MIB));
    let server: RunningServer = await startServer(folder);
    const token = await signIn(server.url);
    const acknowledged: number[] = [];

    const first = await saveUntilFull(server.url, token, world, 0);
    acknowledged.push(...first.acknowledged);
    expect(first.refusal).toEqual({
      status: 507,
      answer: { code: 'storage-full', message: 'The disk of the server is full: nothing was stored. Contact its administrator' },
    });
    const ready = async () => {
      const response = await fetch(`${server.url}/ready`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([503, { status: 'not ready', away: ['folder'], reason: 'disk-full' }]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const study = { id: world.studyId, ...SCOPE };
    expect((await post(server.url, CALLS.analysisGet, study, token)).analysis?.version).toBe(acknowledged.at(-1));

    // An import meets the same disk: it ends in a sentence, and leaves no object without a record.
    const source = await temporaryFolder('incoming');
    for (let n = 0; n < 12; n += 1)
      await writeFile(
        path.join(source, `${n}.dcm`),
        dicomFile({
          patientId: 'FULL',
          uid: `1.2.8.${n}`,
          studyUid: '1.2.8',
          date: '20260312',
          shade: n,
          rows: 1000,
          columns: 1000,
          frames: 2,
        }),
      );
    const imported = spawnSync(process.execPath, [IMPORT, source, '--project', PROJECT._id, '--into-demo'], {
      env: environment(folder),
      encoding: 'utf8',
    });
    expect([imported.status, imported.stderr]).toEqual([1, expect.stringContaining('The disk of the workspace is full.')]);

    await rm(path.join(disk, 'ballast'));
    const again = await save(server.url, token, world, first.next);
    expect(again.status).toBe(200);
    // Earlier results are valid for a second.
    await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready' }]), { timeout: 10_000, interval: 200 });
    acknowledged.push(again.answer.version ?? 0);

    const second = await saveUntilFull(server.url, token, world, first.next + 1);
    acknowledged.push(...second.acknowledged);
    server.child.kill('SIGKILL');
    await ended(server.child);
    // Opening needs a little room for the journal of the database.
    await rm(path.join(folder, 'objects', 'incoming'), { recursive: true, force: true });
    spawnSync('mount', ['-o', `remount,size=${DISK_MIB + 8}m`, disk]);
    expect(await versionsIn(folder)).toEqual(acknowledged);
    server = await startServer(folder);
    expect((await post(server.url, CALLS.analysisGet, study, token)).analysis?.version).toBe(acknowledged.at(-1));
    server.child.kill('SIGTERM');
    await ended(server.child);
    process.stdout.write(`a disk of ${DISK_MIB} MiB was full twice: ${acknowledged.length} acknowledged saves, all there\n`);
  },
);

it('at a limit on the size of files the server reports it too, and keeps what it acknowledged', { timeout: 120_000 }, async () => {
  const folder = path.join(await temporaryFolder('limit'), 'workspace');
  const world = await makeWorkspace(folder);
  // 6 MiB in blocks of 1024 bytes: the write-ahead log of the database reaches it first.
  const child = spawn('bash', ['-c', `ulimit -f 6144; exec "$0" "$1"`, process.execPath, MAIN], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environment(folder),
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { type: string; url?: string; message?: string };
    if (event.type === 'refusal') throw new Error(event.message);
    if (event.type === 'ready') {
      url = event.url ?? '';
      break;
    }
  }
  const token = await signIn(url);
  const { acknowledged, refusal } = await saveUntilFull(url, token, world, 0);
  expect(refusal).toMatchObject({ status: 507, answer: { code: 'storage-full' } });
  expect(acknowledged.length).toBeGreaterThan(10);
  child.kill('SIGKILL');
  await ended(child);
  expect(await versionsIn(folder)).toEqual(acknowledged);
});

it('what a full disk leaves of an import is swept', async () => {
  // The folder of half-written objects is emptied at every opening.
  const folder = path.join(await temporaryFolder('swept'), 'workspace');
  await makeWorkspace(folder);
  const aside = path.join(folder, 'objects', 'incoming');
  await mkdir(aside, { recursive: true });
  await writeFile(path.join(aside, 'half'), 'half');
  await versionsIn(folder);
  expect(await readdir(aside)).toEqual([]);
});
