/** Separate ECG files, written by pydicom, and the clips of an import that take their part, read by pydicom. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { databases } from '../../test/databases.ts';
import { dicomFile, type Element } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, memorySource } from '../../test/import-bench.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { folderSource } from './source.ts';

const PREPARING_MS = 600_000;
const STUDY = { patientId: 'ORIGINAL-1', studyUid: '1.2.9.1', date: '20260312' };
const CLOCK = '1.2.9.77';
const FRAMES = 51;
const FRAME_MS = 20;
const RATE = 500;
/** Milliseconds between two samples. */
const STEP_MS = 1000 / RATE;
const OFFSET_MS = -4;
const SECONDS = 10;

let python: string;
let folder: string;
beforeAll(async () => {
  python = await ensureReaders();
  folder = await temporaryFolder('ecg-files');
}, PREPARING_MS);

interface Given {
  patient: string;
  study: string;
  acquired: string;
  clock: string;
  synchronized: string;
}

const GIVEN: Given = { patient: STUDY.patientId, study: STUDY.studyUid, acquired: '20260312090000.5', clock: CLOCK, synchronized: 'Y' };

/** Files by what they were written from: the same for every database. */
const written = new Map<string, Uint8Array>();

function ecgBytes(place: string, asked: string): Uint8Array {
  const known = written.get(asked);
  if (known) return known;
  execFileSync(python, ['-W', 'ignore', reader('write_ecg.py'), place, asked]);
  const bytes = new Uint8Array(readFileSync(place));
  written.set(asked, bytes);
  return bytes;
}

function ecg(name: string, given: Partial<Given> = {}) {
  const asked = { ...GIVEN, ...given, date: STUDY.date, offset_ms: OFFSET_MS, rate: RATE, seconds: SECONDS };
  return { name, bytes: ecgBytes(path.join(folder, name), JSON.stringify(asked)) };
}

const reader = (name: string): string => path.join(checkoutRoot(), 'server', 'test', 'readers', name);

const text = (tag: [number, number], vr: string, value: string): Element => ({ tag, vr, value });

/** A clip of a second that begins at a time of the day of the study. */
const clip = (uid: string, time: string, clock = CLOCK) => ({
  name: `${uid}.dcm`,
  bytes: dicomFile({
    ...STUDY,
    uid,
    shade: Number(uid.at(-1)),
    frames: FRAMES,
    replaced: [text([0x8, 0x16], 'UI', '1.2.840.10008.5.1.4.1.1.3.1')],
    extra: [
      text([0x8, 0x2a], 'DT', `${STUDY.date}${time}`),
      text([0x18, 0x1063], 'DS', String(FRAME_MS)),
      text([0x18, 0x1800], 'CS', 'Y'),
      text([0x20, 0x200], 'UI', clock),
    ],
  }),
});

interface Read {
  lead: string;
  unit: string;
  samples_per_s: number;
  start_ms: number;
  values: number[];
}

describe.each(databases())('a separate ECG file on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeEach(async () => {
    bench = await importBench(await fresh());
  });
  afterEach(() => bench.close());

  /** Bytes of the stored images, in their order. */
  async function stored(): Promise<Buffer[]> {
    const rows = await bench.db.query.selectFrom('image_file').select('object_sha256').orderBy('position').execute();
    return Promise.all(
      rows.map(({ object_sha256: key }) => readFile(path.join(bench.folder, 'sha256', key.slice(0, 2), key.slice(2, 4), key))),
    );
  }

  async function readEcg(bytes: Uint8Array): Promise<Read> {
    const place = path.join(folder, 'stored.dcm');
    await writeFile(place, bytes);
    return JSON.parse(execFileSync(python, [reader('read_ecg.py'), place], { encoding: 'utf8' })) as Read;
  }

  it('is attached to every clip that was recorded meanwhile, whichever file comes first', async () => {
    // 2.25 s and 5 s after the acquisition of the ECG.
    const report = await bench.run(memorySource([clip('1.2.3.1', '090002.75'), ecg('ecg.dcm'), clip('1.2.3.2', '090005.5')]));
    expect(report).toMatchObject({
      imported: 2,
      skipped: [],
      ecgs: [{ file: 'ecg.dcm', reason: 'ECG of lead I, 500 Hz, 10.0 s: attached to 2 clips' }],
    });
    const files = await stored();
    expect(files).toHaveLength(2);
    for (const [index, fromEcgMs] of [2250, 5000].entries()) {
      const file = files[index] ?? Buffer.alloc(0);
      for (const secret of ['SECRETNAME', CLOCK, '090000', '090002']) expect(file.includes(secret)).toBe(false);
      const read = await readEcg(file);
      expect(read).toMatchObject({ lead: 'Lead I', unit: 'mV', samples_per_s: RATE });
      // Sample n lies OFFSET_MS + n * STEP_MS after the acquisition of the ECG, and is n - 2000 steps of 0.0025 mV modulo 4000.
      const first = (read.start_ms + fromEcgMs - OFFSET_MS) / STEP_MS;
      expect(read.start_ms).toBeCloseTo(-1000, 6);
      const wrong = read.values.filter((value, at) => Math.abs(value - 0.0025 * (((Math.round(first) + at) % 4000) - 2000)) > 1e-9);
      expect(wrong).toEqual([]);
      // A second before the first frame, the clip of a second, and a second after it.
      expect(read.values).toHaveLength(3 * RATE + 1);
    }
  });

  it('is there after a second import of both, and after one of the clip without it', async () => {
    const files = [clip('1.2.3.1', '090002'), ecg('again.dcm')];
    await bench.run(memorySource(files));
    const [before] = await stored();
    const again = await bench.run(memorySource(files));
    expect(again).toMatchObject({ imported: 0, already_there: 2, ecgs: [], skipped: [], conflicts: [] });
    const alone = await bench.run(memorySource(files.slice(0, 1)));
    expect(alone).toMatchObject({ imported: 0, already_there: 1, conflicts: [] });
    expect(await stored()).toEqual([before]);
  });

  it('is refused by name where its clips came before, and they stay as they are', async () => {
    const one = clip('1.2.3.1', '090002');
    await bench.run(memorySource([one]));
    const before = await stored();
    const report = await bench.run(memorySource([one, ecg('late.dcm')]));
    expect(report).toMatchObject({ imported: 0, already_there: 1, ecgs: [], conflicts: [] });
    expect(report.skipped).toEqual([{ file: 'late.dcm', reason: expect.stringContaining('imported before, without it') }]);
    expect(await stored()).toEqual(before);
  });

  it.each<[string, Partial<Given>, string]>([
    ['of another clock', { clock: '1.2.9.78' }, 'no clip of its study'],
    ['of another time', { acquired: '20260312080000' }, 'no clip of its study'],
    ['of another study', { study: '1.2.9.2' }, 'no clip of its study'],
    ['of another patient', { patient: 'ORIGINAL-2' }, 'no clip of its study'],
    ['without a clock', { clock: '' }, 'does not state the clock'],
    ['whose time is of another clock', { synchronized: 'N' }, 'does not state the clock'],
  ])('%s is skipped with the reason, and the clip is imported without it', async (_, given, reason) => {
    const report = await bench.run(memorySource([ecg('other.dcm', given), clip('1.2.3.1', '090002')]));
    expect(report).toMatchObject({ imported: 1, ecgs: [], skipped: [{ file: 'other.dcm' }] });
    expect(report.skipped[0]?.reason).toContain(reason);
    const [file] = await stored();
    expect(file?.includes(Buffer.from([0x00, 0x54, 0x00, 0x01]))).toBe(false);
  });

  it('comes from a folder, and every file counts once', async () => {
    const place = await temporaryFolder('ecg-folder');
    for (const { name, bytes } of [ecg('z.dcm'), clip('1.2.3.1', '090002'), clip('1.2.3.2', '090003')])
      await writeFile(path.join(place, name), bytes);
    const counts: number[] = [];
    const report = await bench.run(await folderSource(place), { onProgress: ({ done }) => counts.push(done) });
    expect(report).toMatchObject({ imported: 2, skipped: [] });
    expect(report.ecgs).toHaveLength(1);
    expect(counts).toEqual([1, 2, 3]);
  });

  it('ends with its import when that is cancelled', async () => {
    const cancelled = new AbortController();
    const source = memorySource([ecg('c.dcm'), clip('1.2.3.1', '090002')]);
    const report = await bench.run(source, { signal: cancelled.signal, onProgress: () => cancelled.abort() });
    expect(report).toMatchObject({ imported: 0, cancelled: true });
    expect(await stored()).toEqual([]);
  });
});
