import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../server/test/dicom-file.ts';
import type { Intake, ObjectsFolder, WrittenFile } from '../src/api.ts';
import type { EngineClient } from '../src/client-core.ts';
import { createEngine } from '../src/client-node.ts';
import { objectPlace } from '../src/object-place.ts';

const BOXES = [
  { max_width: 16, max_height: 12 },
  { max_width: 48, max_height: 36 },
];
const KEY = new Uint8Array(32).fill(7);
const OPTIONS = { date_shift_days: -3, patient_show: 'P000001', mask: null };
const FILE = dicomFile({ patientId: 'P1', uid: '2.25.1', studyUid: '2.25.2', date: '20260102' });

let engine: EngineClient;
let parent: string;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  parent = await mkdtemp(path.join(tmpdir(), 'echometry-written-'));
});
afterAll(async () => {
  await engine.close();
  await rm(parent, { recursive: true, force: true });
});

async function emptyStore(): Promise<ObjectsFolder> {
  const root = await mkdtemp(path.join(parent, 'store-'));
  const aside = path.join(root, 'incoming');
  await mkdir(aside);
  return { root, aside };
}

async function takenIn(): Promise<Intake> {
  const place = path.join(parent, 'one.dcm');
  await writeFile(place, FILE);
  const intake = await engine.takeIn({ path: place, most: FILE.length }, KEY);
  if (!intake.ok) throw new Error(intake.error.message);
  return intake.value;
}

async function written(folder: ObjectsFolder): Promise<WrittenFile> {
  const found = await (await takenIn()).write(OPTIONS, BOXES, folder);
  if (!found.ok) throw new Error(found.error.message);
  if ('code' in found.value) throw new Error(found.value.message);
  return found.value;
}

it('the worker writes what it would have handed over, aside and in its place', async () => {
  const folder = await emptyStore();
  const { bytes, icons, metadata, framesAvailable } = await written(folder);
  const handed = await (await takenIn()).clean(OPTIONS, BOXES);
  if (!handed.ok) throw new Error(handed.error.message);
  expect({ metadata, framesAvailable }).toEqual({ metadata: handed.value.metadata, framesAvailable: handed.value.framesAvailable });
  expect([bytes, ...icons].map(({ key }) => key)).toEqual([handed.value.sha256.bytes, ...handed.value.sha256.icons]);
  for (const [index, content] of [handed.value.bytes, ...handed.value.icons].entries()) {
    const { key, size_bytes, aside, isPlaced } = [bytes, ...icons][index] ?? bytes;
    expect([size_bytes, isPlaced]).toEqual([content.length, true]);
    for (const place of [path.join(folder.root, objectPlace(key)), path.join(folder.aside, aside ?? '')])
      expect((await readFile(place)).equals(content)).toBe(true);
    expect(aside?.startsWith(`${key}.`)).toBe(true);
  }
});

it('what is there is not written again, and what was damaged is left aside to be moved', async () => {
  const folder = await emptyStore();
  const first = await written(folder);
  const place = path.join(folder.root, objectPlace(first.bytes.key));
  const bytes = await readFile(place);
  expect((await written(folder)).bytes).toMatchObject({ aside: null, isPlaced: true });
  await rm(place);
  await writeFile(place, Buffer.alloc(bytes.length));
  const again = await written(folder);
  expect(again.bytes.isPlaced).toBe(false);
  expect((await readFile(path.join(folder.aside, again.bytes.aside ?? ''))).equals(bytes)).toBe(true);
  expect(again.icons.map(({ aside }) => aside)).toEqual([null, null]);
});

it('a disk that refuses is named by its code, and nothing is left', async () => {
  const folder = await emptyStore();
  const found = await (await takenIn()).write(OPTIONS, BOXES, { ...folder, aside: path.join(folder.root, 'nowhere') });
  expect(found).toMatchObject({ ok: true, value: { code: 'ENOENT', message: expect.stringContaining('nowhere') } });
  expect(await readdir(folder.root)).toEqual(['incoming']);
  // The worker goes on.
  expect((await written(folder)).bytes.isPlaced).toBe(true);
});

it('a file that cannot be read, or has grown, is refused in the words of the system', async () => {
  const missing = path.join(parent, 'missing.dcm');
  const absent = await engine.takeIn({ path: missing, most: 1 }, KEY);
  expect(absent).toMatchObject({
    ok: false,
    error: { code: 'file-unreadable', message: `ENOENT: no such file or directory, open '${missing}'` },
  });
  const place = path.join(parent, 'grown.dcm');
  await writeFile(place, FILE);
  const grown = await engine.takeIn({ path: place, most: FILE.length - 1 }, KEY);
  expect(grown).toMatchObject({
    ok: false,
    error: { code: 'file-unreadable', message: expect.stringContaining(`${FILE.length} bytes now`) },
  });
});
