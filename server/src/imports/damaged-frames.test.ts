import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { expect, it } from 'vitest';
import { dicomFile } from '../../test/dicom-file.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { PROJECT } from '../../test/world.ts';
import { createProject } from '../db/projects.ts';
import { readBytes } from '../objects/read-bytes.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { damagedInWords } from './damaged-frames.ts';
import { maskSamples } from './mask-samples.ts';
import { runImport } from './run-import.ts';

it('names damaged frames, and counts those beyond the first twenty', () => {
  const words = (count: number): string => damagedInWords(Array.from({ length: count }, (_, n) => n + 1));
  expect(words(2)).toBe('damaged frames, kept as far as they can be read: 1, 2');
  expect(words(23)).toMatch(/ 19, 20 and 3 more$/);
});

it('imports a clip whose middle frame cannot be read, with an icon of another frame and the number in the report', async () => {
  const engine = await createEngine({ workers: 1 });
  const workspace = await openWorkspace({ folder: path.join(await temporaryFolder('damaged'), 'workspace'), kindIfNew: 'real' });
  try {
    await createProject(workspace.db.query, { ...PROJECT, cloud_system: workspace.mark.cloud });
    const imported = async (file: Uint8Array) => {
      const incoming = await temporaryFolder('incoming');
      await writeFile(path.join(incoming, 'clip.dcm'), file);
      return runImport(
        workspace,
        engine,
        { command: 'import', source: incoming, project: PROJECT._id, data_type: null, into_demo: false },
        { signal: new AbortController().signal, pacs: [], samples: maskSamples() },
      );
    };
    const imageOf = (frames: number) =>
      workspace.db.query.selectFrom('image_file').selectAll().where('number_of_frames', '=', frames).executeTakeFirstOrThrow();
    const about = (n: number) => ({ patientId: 'P1', uid: `1.2.3.${n}`, studyUid: '1.2.9', date: '20200101' });
    await imported(dicomFile(about(1)));
    const jpeg = Buffer.from(await readBytes(workspace.objects, (await imageOf(1)).small_icon_sha256));
    const header = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const size = { rows: jpeg.readUInt16BE(header + 5), columns: jpeg.readUInt16BE(header + 7) };
    const samples = jpeg[header + 9] === 3 ? 3 : 1;
    const photometric = samples === 3 ? 'YBR_FULL_422' : 'MONOCHROME2';
    const damaged = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.from('\0\x0aKANARIES and nothing of a picture')]);
    const clip = (bytes: readonly Uint8Array[], n: number): Uint8Array =>
      dicomFile({ ...about(n), ...size, frames: bytes.length, stream: { syntax: '1.2.840.10008.1.2.4.50', photometric, samples, bytes } });

    const report = await imported(clip([jpeg, damaged, jpeg], 2));
    expect(report).toMatchObject({
      imported: 1,
      skipped: [],
      damaged_frames: [{ file: 'clip.dcm', reason: 'damaged frames, kept as far as they can be read: 2' }],
    });
    const image = await imageOf(3);
    expect(image.frames_available ?? image.number_of_frames).toBe(3);
    expect(Buffer.from(await readBytes(workspace.objects, image.object_sha256)).includes('KANARIES')).toBe(false);
    // The whole clip has the same icon: all its frames are the same picture.
    await imported(clip([jpeg, jpeg, jpeg, jpeg], 3));
    expect(image.small_icon_sha256).toBe((await imageOf(4)).small_icon_sha256);
    expect(await imported(clip([damaged, damaged], 4))).toMatchObject({ imported: 0, skipped: [{ file: 'clip.dcm' }] });
  } finally {
    await workspace.close();
    await engine.close();
  }
});
