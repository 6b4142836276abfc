import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { expect, it } from 'vitest';
import { backUp } from '../src/upkeep/backup/back-up.ts';
import { storeConfigSet } from '../src/db/config-sets.ts';
import { createProject } from '../src/db/projects.ts';
import { createUser } from '../src/db/users.ts';
import { archivePath } from '../src/exports/archive-path.ts';
import { runExport } from '../src/exports/run-export.ts';
import { readBytes } from '../src/objects/read-bytes.ts';
import { maskSamples } from '../src/imports/mask-samples.ts';
import { runImport } from '../src/imports/run-import.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import { dicomFile, type Element, us } from './dicom-file.ts';
import { unzipped } from './exported.ts';
import { filesOf, findsOf, rowsOf } from './held.ts';
import { plantedJpeg, plantedVideos, plantedWavelets } from './planted-streams.ts';
import { storeWork } from './store-work.ts';
import { temporaryFolder } from './temporary.ts';
import { PROJECT } from './world.ts';

const CANARY = 'KANARI';
let planted = 0;
const canary = (): string => `${CANARY}${String((planted += 1)).padStart(6, '0')}`;

const EDITOR = 'editor@example.org';
const LINE: Line = { name: 'LV endo', finished: true, shape: 'oval', pattern: 'normal', frame_number: 1, points: [] };

/** Files of an export of every image in the workspace, with the images. */
async function exported(workspace: Workspace, engine: EngineClient): Promise<[string, Buffer][]> {
  const { query } = workspace.db;
  for (const set of SHIPPED_SETS) await storeConfigSet(query, set, 1);
  await createUser(query, { email: EDITOR, name: 'Test', family_names: 'Editor' }, 1);
  const studies = await query.selectFrom('study').select(['id', 'study_id']).execute();
  for (const study of studies) {
    const files = await query.selectFrom('image_file').select(['instance_id', 'filename']).where('study_id', '=', study.id).execute();
    const images = files.map((file) => ({
      ...blankImage({ ...file, active: true, metadata: null }, 'adult'),
      type: '4-chamber 2D',
      view: 'A4C',
      modality: '2D' as const,
      reference: true,
      segmentation: [{ lines: [LINE] }],
    }));
    await storeWork(workspace.db, { studyId: study.study_id, email: EDITOR, images, now: 1 });
  }
  const exportsFolder = await temporaryFolder('canary-exports');
  await mkdir(exportsFolder, { recursive: true });
  const { id } = await query.selectFrom('project').select('id').executeTakeFirstOrThrow();
  const geometryFile = path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm');
  await runExport(
    { db: workspace.db, engine, objects: workspace.objects, geometryFile, exportsFolder },
    {
      id: 'canary',
      projectId: id,
      project: PROJECT._id,
      request: { ...defaultExport('segmentations'), images: true, all_files: true },
      now: () => 1,
      signal: new AbortController().signal,
      progress: () => undefined,
      log: () => undefined,
    },
  );
  return [...(await unzipped(archivePath(exportsFolder, 'canary')))];
}

it('nothing that a codestream or container carries besides its picture reaches the workspace, an export or a backup', async () => {
  const folder = path.join(await temporaryFolder('canary-streams'), 'workspace');
  const engine = await createEngine({ workers: 1 });
  const workspace = await openWorkspace({ folder, kindIfNew: 'real' });
  await createProject(workspace.db.query, { ...PROJECT, cloud_system: workspace.mark.cloud });
  const imported = async (files: readonly Uint8Array[]) => {
    const incoming = await temporaryFolder('incoming');
    for (const [index, file] of files.entries()) await writeFile(path.join(incoming, `${index}.dcm`), file);
    return runImport(
      workspace,
      engine,
      { command: 'import', source: incoming, project: PROJECT._id, data_type: null, into_demo: false },
      { signal: new AbortController().signal, pacs: [], samples: maskSamples() },
    );
  };
  const about = (n: number) => ({ patientId: 'P1', uid: `1.2.3.${n}`, studyUid: '1.2.9', date: '20200102' });

  // The icon of a plain image is the JPEG that carries texts.
  expect(await imported([dicomFile(about(1))])).toMatchObject({ imported: 1 });
  const { small_icon_sha256 } = await workspace.db.query.selectFrom('image_file').select('small_icon_sha256').executeTakeFirstOrThrow();
  const jpeg = plantedJpeg(await readBytes(workspace.objects, small_icon_sha256), canary);
  const streams = [jpeg, ...(await plantedWavelets(canary)), ...(await plantedVideos(canary))];
  const files = streams.map(({ rows, columns, frames, stream }, n) => dicomFile({ ...about(n + 2), rows, columns, frames, stream }));
  // Plain samples of 16 bits whose stored ones are the upper eight: the lower ones hold a text.
  const text = Buffer.from(canary());
  const samples = Buffer.from(Array.from(text, (byte) => [byte, 7]).flat());
  const deep: Element[] = [
    { tag: [0x28, 0x100], vr: 'US', value: us(16) },
    { tag: [0x28, 0x101], vr: 'US', value: us(8) },
    { tag: [0x28, 0x102], vr: 'US', value: us(15) },
  ];
  files.push(dicomFile({ ...about(90), rows: 1, columns: text.length, replaced: deep, pixels: samples }));
  expect(planted).toBeGreaterThan(560);
  expect(files.slice(0, -1).every((file) => Buffer.from(file).includes(CANARY))).toBe(true);
  expect(await imported(files)).toMatchObject({ imported: files.length, skipped: [], damaged_frames: [] });

  const backup = path.join(await temporaryFolder('canary-backup'), 'backup');
  await backUp(workspace, backup, { signal: new AbortController().signal, now: () => 1 });
  const archive = await exported(workspace, engine);
  expect(archive.filter(([name]) => name.startsWith('dicom/'))).toHaveLength(files.length + 1);
  const held = await rowsOf(workspace);
  await workspace.close();
  await engine.close();
  held.push(...archive, ...(await filesOf(folder)), ...(await filesOf(backup)));
  expect(held.length).toBeGreaterThan(60);
  expect(findsOf(held, [CANARY])).toEqual([]);
  expect(held.filter(([, bytes]) => bytes.includes(samples)).map(([where]) => where)).toEqual([]);
});
