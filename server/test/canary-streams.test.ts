import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { expect, it } from 'vitest';
import { backUp } from '../src/backup/back-up.ts';
import { createProject } from '../src/db/projects.ts';
import { readBytes } from '../src/objects/read-bytes.ts';
import { maskSamples } from '../src/services/import/mask-samples.ts';
import { runImport } from '../src/services/import/run-import.ts';
import { openWorkspace } from '../src/workspace.ts';
import { dicomFile, type Element, us } from './dicom-file.ts';
import { filesOf, findsOf, rowsOf } from './held.ts';
import { plantedJpeg, plantedVideos } from './planted-streams.ts';
import { temporaryFolder } from './temporary.ts';
import { PROJECT } from './world.ts';

const CANARY = 'KANARI';
let planted = 0;
const canary = (): string => `${CANARY}${String((planted += 1)).padStart(6, '0')}`;

it('nothing that a codestream or container carries besides its picture reaches the workspace or a backup', async () => {
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
  const streams = [jpeg, ...(await plantedVideos(canary))];
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
  expect(planted).toBeGreaterThan(150);
  expect(files.slice(0, -1).every((file) => Buffer.from(file).includes(CANARY))).toBe(true);
  expect(await imported(files)).toMatchObject({ imported: files.length, skipped: [], damaged_frames: [] });

  const backup = path.join(await temporaryFolder('canary-backup'), 'backup');
  await backUp(workspace, backup, { signal: new AbortController().signal, now: () => 1 });
  const held = await rowsOf(workspace);
  await workspace.close();
  await engine.close();
  held.push(...(await filesOf(folder)), ...(await filesOf(backup)));
  expect(held.length).toBeGreaterThan(60);
  expect(findsOf(held, [CANARY])).toEqual([]);
  expect(held.filter(([, bytes]) => bytes.includes(samples)).map(([where]) => where)).toEqual([]);
});
