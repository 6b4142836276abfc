import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../server/test/dicom-file.ts';
import type { Intake, ObjectsFolder, WrittenFile } from '../src/engine/api.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { createEngine } from '../src/node/client.ts';
import { objectPlace } from '../src/node/object-place.ts';

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

async function takenIn(file = FILE): Promise<Intake> {
  const place = path.join(parent, 'one.dcm');
  await writeFile(place, file);
  const intake = await engine.takeIn({ path: place, most: file.length }, KEY);
  if (!intake.ok) throw new Error(intake.error.message);
  return intake.value;
}

async function written(folder: ObjectsFolder, file = FILE): Promise<WrittenFile> {
  const found = await (await takenIn(file)).write(OPTIONS, BOXES, folder);
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

/** Frames of 900 x 601 pixels: no whole number of blocks of a disk. */
const large = (uid: string, frames: number): Uint8Array =>
  dicomFile({ patientId: 'P1', uid, studyUid: '2.25.2', date: '20260102', columns: 900, rows: 601, frames });

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes of a file that the system holds in its cache, from util-linux; null where that is not installed. */
function cachedBytes(file: string): number | null {
  try {
    return Number(execFileSync('fincore', ['--bytes', '--noheadings', '--output', 'RES', file], { encoding: 'utf8' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether another program's direct writes into a folder stay out of the cache: not in memory, nor on every disk. */
function goesPastCache(folder: string): boolean {
  const file = path.join(folder, 'control');
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'oflag=direct', 'bs=4096', 'count=4'], { stdio: 'ignore' });
    return cachedBytes(file) === 0;
  } catch {
    return false;
  }
}

it('a large file is whole and goes past the cache of the system', async () => {
  const folder = await emptyStore();
  const file = large('2.25.3', 1);
  const { bytes } = await written(folder, file);
  const place = path.join(folder.root, objectPlace(bytes.key));
  // The system may hold the last block, which was cut.
  if (goesPastCache(folder.root)) expect(cachedBytes(place)).toBeLessThan(bytes.size_bytes / 10);
  else console.warn('No direct writes here, or no fincore: the cache of the system was NOT looked at');
  const stored = await readFile(place);
  expect([stored.length, sha256(stored)]).toEqual([bytes.size_bytes, bytes.key]);
  expect(stored.length % 4096).not.toBe(0);
  expect((await readdir(folder.aside)).every((name) => /^[0-9a-f]{64}\./.test(name))).toBe(true);
});

it('more large files at once than there is memory for are written as whole as one', async () => {
  const folder = await emptyStore();
  // Together 65 MB, of which half may wait for the disk in memory.
  const intakes: Intake[] = [];
  for (let number = 0; number < 40; number += 1) intakes.push(await takenIn(large(`2.25.4.${number}`, 3)));
  const found = await Promise.all(intakes.map((intake) => intake.write(OPTIONS, BOXES, folder)));
  expect(found).toHaveLength(40);
  for (const one of found) {
    if (!one.ok || 'code' in one.value) throw new Error('A file was not written');
    const { key, size_bytes } = one.value.bytes;
    const stored = await readFile(path.join(folder.root, objectPlace(key)));
    expect([stored.length, sha256(stored)]).toEqual([size_bytes, key]);
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
  // The worker continues.
  expect((await written(folder)).bytes.isPlaced).toBe(true);
});

it('a file that cannot be read, or has grown, is refused without naming its place', async () => {
  const missing = path.join(parent, 'missing.dcm');
  const absent = await engine.takeIn({ path: missing, most: 1 }, KEY);
  expect(absent).toMatchObject({
    ok: false,
    error: { code: 'file-unreadable', message: 'open failed (ENOENT)' },
  });
  const place = path.join(parent, 'grown.dcm');
  await writeFile(place, FILE);
  const grown = await engine.takeIn({ path: place, most: FILE.length - 1 }, KEY);
  expect(grown).toMatchObject({
    ok: false,
    error: { code: 'file-unreadable', message: expect.stringContaining(`${FILE.length} bytes now`) },
  });
});
