import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readersPython } from '../../scripts/lib/python.mjs';
import { ICON_BOXES } from '../src/imports/limits.ts';
import { dicomFile, encapsulated } from './dicom-file.ts';
import { plantedJpeg, plantedVideos } from './planted-streams.ts';
import { temporaryFolder } from './temporary.ts';

const run = promisify(execFile);
const CLIPS = [
  'avc.264',
  'hevc.265',
  'mpeg2.m2v',
  'avc.mp4',
  'avc.mpegts',
  'mpeg2.mpegts',
  'mpeg2.mpg',
  'avc-fragments.mp4',
  'avc-front.mp4',
  'hevc.mp4',
];
const MORE: Record<string, string> = {
  'avc-fragments.mp4': '1.2.840.10008.1.2.4.102',
  'avc-front.mp4': '1.2.840.10008.1.2.4.102',
  'hevc.mp4': '1.2.840.10008.1.2.4.107',
  'mpeg2.mpegts': '1.2.840.10008.1.2.4.100',
};
let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => engine.close());

/** The stream of a file as it is stored. */
async function stored(file: Uint8Array): Promise<{ stream: Buffer; icon: Uint8Array }> {
  const intake = await engine.takeIn(file, new Uint8Array(32).fill(7));
  if (!intake.ok) throw new Error(intake.error.message);
  const clean = await intake.value.clean({ date_shift_days: 0, patient_show: 'A', mask: null }, ICON_BOXES);
  if (!clean.ok) throw new Error(clean.error.message);
  const bytes = Buffer.from(clean.value.bytes);
  const at = bytes.indexOf(encapsulated(new Uint8Array(0)).subarray(0, 12));
  if (at < 0) return { stream: Buffer.alloc(0), icon: clean.value.icons[0]! };
  const fragment = at + 12 + 8 + bytes.readUInt32LE(at + 16);
  return { stream: bytes.subarray(fragment + 8, fragment + 8 + bytes.readUInt32LE(fragment + 4)), icon: clean.value.icons[0]! };
}

it.runIf(existsSync(readersPython()))('another decoder finds the same pictures in every stream that is stored', async () => {
  const folder = await temporaryFolder('decoders');
  const about = { patientId: 'P', uid: '1.2.3', studyUid: '1.2.4', date: '20200101' };
  const pairs: string[] = [];
  const pair = async (name: string, before: Uint8Array, after: Uint8Array): Promise<void> => {
    const [was, is] = [path.join(folder, `before-${name}`), path.join(folder, `after-${name}`)];
    await writeFile(was, before);
    // A program stream is stored as a transport stream; the decoder goes by the content.
    await writeFile(is, after);
    pairs.push(was, is);
  };
  const planted = await plantedVideos(() => 'TEXT');
  for (const name of CLIPS) {
    const clip = await readFile(path.join(checkoutRoot(), 'fixtures', 'video', name));
    const syntax = MORE[name];
    const video = planted.find((video) => video.name === name) ?? {
      ...planted[0]!,
      stream: { ...planted[0]!.stream, syntax: syntax!, bytes: clip },
    };
    await pair(name, clip, (await stored(dicomFile({ ...about, ...video }))).stream);
  }
  const { icon } = await stored(dicomFile(about));
  await pair('icon.jpg', icon, (await stored(dicomFile({ ...about, ...plantedJpeg(icon, () => 'TEXT') }))).stream);
  const { stdout } = await run(readersPython(), [path.join(checkoutRoot(), 'server', 'test', 'readers', 'same_pictures.py'), ...pairs]);
  const found = stdout
    .trim()
    .split('\n')
    .map((line, index) => ({ name: [...CLIPS, 'icon.jpg'][index], ...(JSON.parse(line) as object) }));
  expect(found).toEqual([
    ...CLIPS.map((name) => ({ name, pictures: 48, found: 48, same: true })),
    { name: 'icon.jpg', pictures: 1, found: 1, same: true },
  ]);
});
