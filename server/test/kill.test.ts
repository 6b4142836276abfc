import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { ask, reachOwner } from '../src/cli/control/ask.ts';
import { readDocument } from '../src/analyses/read.ts';
import { sortUnknownObjects } from '../src/objects/quarantine.ts';
import { RECORDED_AT_ONCE } from '../src/imports/limits.ts';
import { dropEmptyPatients } from '../src/imports/records.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import { dicomFile } from './dicom-file.ts';
import { ended, MAIN, post, startServer } from './server-process.ts';
import { emailOf, PROJECT, SCOPE, seedWorld, type Seeded } from './world.ts';
import { temporaryFolder } from './temporary.ts';

/** `npm run acceptance` has two hundred. */
const ROUNDS = Number(process.env['ECHOMETRY_KILL_ROUNDS'] ?? 20);
/** Longest a round may take on a busy machine, in ms. */
const ROUND_TIMEOUT_MS = 20_000;
/** Rounds that are killed while the import starts; in the others its first file is there before. */
const isEarly = (round: number): boolean => round % 5 === 0;
/** From ready or from the first file to the kill, in ms: spread over the work of one round. */
const delayOf = (round: number): number => (isEarly(round) ? 60 + ((round * 137) % 640) : (round * 37) % 260);
/** A round whose import does not come to its first file in this time is killed all the same. */
const PATIENCE_MS = 10_000;
/** Five transactions full of files (RECORDED_AT_ONCE), so that a kill finds some recorded and some not. */
const FILES_PER_ROUND = 5 * RECORDED_AT_ONCE;
/** Characters next to each save, so that a commit spans many pages of the database. */
const BALLAST = 'x'.repeat(20_000);

/** Saves one after the other until the server is gone; returns what was acknowledged. */
async function saveUntilKilled(url: string, world: Seeded, email: string, mark: string): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  try {
    const { token: signIn } = await post(url, CALLS.demoSignIn, { email });
    const { token } = await post(url, CALLS.actAs, { role: 'Editor' }, signIn);
    for (let n = 0; ; n += 1) {
      const saveId = `${mark}-${String(n).padStart(4, '0')}`;
      const images = world.images.map((image) => ({ ...image, additional_labels: { mark: saveId + BALLAST } }));
      const answer = await post(
        url,
        CALLS.analysisUpdate,
        {
          id: world.studyId,
          images,
          missing_images: [],
          validated: false,
          editor: email,
          project: PROJECT._id,
          study_state: 'Valid',
          ...SCOPE,
          save_id: saveId,
        },
        token,
      );
      if (answer.conflict === false) acknowledged.set(saveId, answer.version);
    }
  } catch {
    // The server was killed under it: what was acknowledged before counts.
    return acknowledged;
  }
}

async function importUntilKilled(workspaceFolder: string, source: string, onFirstFile: () => void): Promise<void> {
  const socket = await reachOwner(path.join(workspaceFolder, 'control.sock')).catch(() => null);
  if (socket === null) return;
  const request = { command: 'import', source, project: PROJECT._id, data_type: null, into_demo: true };
  try {
    for await (const message of ask(socket, request, new AbortController().signal)) {
      if (message.type !== 'progress') return;
      onFirstFile();
    }
  } catch {
    // Hung up by the kill.
  }
}

async function writeFiles(folder: string, round: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < FILES_PER_ROUND; n += 1) {
    await writeFile(
      path.join(folder, `${n}.dcm`),
      dicomFile({
        patientId: `K${round}-${n % 3}`,
        uid: `1.2.7.${round}.${n}`,
        studyUid: `1.2.6.${round}.${n % 3}`,
        date: '20260312',
        shade: round + n,
        rows: 200,
        columns: 200,
      }),
    );
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

async function everyAcknowledgedSaveIsThere(workspace: Workspace, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const { query } = workspace.db;
  for (const [saveId, version] of acknowledged) {
    const row = await query.selectFrom('analysis_version').selectAll().where('id', '=', version).executeTakeFirst();
    expect([saveId, row?.save_id]).toEqual([saveId, saveId]);
    const { document } = await readDocument(workspace, version);
    expect(document.images[0]?.additional_labels['mark']).toBe(saveId + BALLAST);
  }
  for (const head of await query.selectFrom('analysis_head').selectAll().execute()) {
    const newest = await query
      .selectFrom('analysis_version')
      .select((e) => e.fn.max('id').as('id'))
      .where('study_id', '=', head.study_id)
      .where('editor_id', '=', head.editor_id)
      .executeTakeFirstOrThrow();
    expect(head.version_id).toBe(newest.id);
  }
}

/** As the next start leaves it: every record has its objects, every object a record, no patient or study is empty. */
async function nothingIsHalfImported(workspace: Workspace, checked: Set<string>): Promise<number> {
  const { query } = workspace.db;
  await dropEmptyPatients(query);
  await sortUnknownObjects(workspace.db, workspace.objects, Date.now());
  const rows = await query.selectFrom('image_file').select(['object_sha256', 'small_icon_sha256', 'big_icon_sha256']).execute();
  const named = new Set(rows.flatMap((r) => [r.object_sha256, r.small_icon_sha256, r.big_icon_sha256]));
  const base = path.join(workspace.folder, 'objects', 'sha256');
  const there = new Map(
    (await readdir(base, { recursive: true, withFileTypes: true }))
      .filter((e) => e.isFile())
      .map((e) => [e.name, path.join(e.parentPath, e.name)]),
  );
  expect([...there.keys()].sort()).toEqual([...named].sort());
  for (const [key, place] of there) {
    if (checked.has(key)) continue;
    expect(
      createHash('sha256')
        .update(await readFile(place))
        .digest('hex'),
    ).toBe(key);
    checked.add(key);
  }
  expect(await readdir(path.join(workspace.folder, 'objects', 'incoming'))).toEqual([]);
  expect(
    await query
      .selectFrom('study')
      .select('id')
      .where('id', 'not in', query.selectFrom('image_file').select('image_file.study_id'))
      .execute(),
  ).toEqual([]);
  return rows.length;
}

it(
  `killed ${ROUNDS} times amid autosaves and imports, the server loses no acknowledged save and half-imports nothing`,
  { timeout: 120_000 + ROUNDS * ROUND_TIMEOUT_MS },
  async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const temporary = await temporaryFolder('kill');
    const folder = path.join(temporary, 'workspace');
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

    const checked = new Set<string>();
    let saves = 0;
    let images = 0;
    let cutImports = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = path.join(temporary, `incoming-${round}`);
      await writeFiles(source, round);
      const { child, url } = await startServer(folder);
      const work = [
        saveUntilKilled(url, world, emailOf('Editor'), `r${round}-first`),
        saveUntilKilled(url, world, 'editor2@test', `r${round}-second`),
      ];
      let begun = (): void => undefined;
      const firstFile = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const importing = importUntilKilled(folder, source, begun);
      if (!isEarly(round)) await Promise.race([firstFile, importing, pause(PATIENCE_MS)]);
      await pause(delayOf(round));
      child.kill('SIGKILL');
      await ended(child);
      const acknowledged = (await Promise.all(work)).flatMap((map) => [...map]);
      await importing;

      const workspace = await openWorkspace({ folder, kindIfNew: 'demo' });
      try {
        await everyAcknowledgedSaveIsThere(workspace, new Map(acknowledged));
        const now = await nothingIsHalfImported(workspace, checked);
        if (now - images > 0 && now - images < FILES_PER_ROUND) cutImports += 1;
        images = now;
      } finally {
        await workspace.close();
      }
      saves += acknowledged.length;
      await rm(source, { recursive: true, force: true });
    }
    process.stdout.write(
      `killed ${ROUNDS} times: ${saves} acknowledged saves, ${images} images, ${cutImports} imports cut in the middle\n`,
    );
    // The test must have been hard: saves in most rounds, and imports that were really cut.
    expect(saves).toBeGreaterThan(ROUNDS);
    expect(cutImports).toBeGreaterThan(ROUNDS / 10);
    await rm(temporary, { recursive: true, force: true });
  },
);
