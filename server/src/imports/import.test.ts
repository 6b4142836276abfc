import { createHash } from 'node:crypto';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile, type Element } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, memorySource } from '../../test/import-bench.ts';
import { shiftDate } from './date-shift.ts';
import { folderSource } from './source.ts';
import { temporaryFolder } from '../../test/temporary.ts';

const file = (n: number, more: Partial<Parameters<typeof dicomFile>[0]> = {}) =>
  dicomFile({ patientId: 'ORIGINAL-1', uid: `1.2.3.${n}`, studyUid: '1.2.9.1', date: '20260312', shade: n, ...more });

describe.each(databases())('the importer on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await importBench(await fresh());
  });
  afterAll(() => bench.close());
  const images = () =>
    bench.db.query
      .selectFrom('image_file')
      .innerJoin('study', 'study.id', 'image_file.study_id')
      .selectAll('image_file')
      .select(['study.study_id as study', 'study.study_date'])
      .orderBy('position')
      .execute();

  it('makes one study of one patient on one day, in the order of the source', async () => {
    const report = await bench.run(memorySource([1, 2, 3, 4, 5].map((n) => ({ name: `${n}.dcm`, bytes: file(n) }))));
    expect(report).toMatchObject({ imported: 5, already_there: 0, skipped: [], cancelled: false });
    expect(report.studies).toHaveLength(1);
    const rows = await images();
    expect(rows.map((r) => r.position)).toEqual([0, 1, 2, 3, 4]);
    for (const row of rows) {
      expect(row.study).toMatch(/^[1-9][0-9]*_[0-9]{8}$/);
      expect(row.instance_id).toMatch(/^2\.25\.[0-9]+$/);
      expect(row.filename).toBe(`${createHash('sha256').update(row.instance_id).digest('hex').slice(0, 16)}.dcm`);
      expect(row).toMatchObject({ width: 64, height: 48, number_of_frames: 1 });
    }
  });

  it('stores the pixels byte for byte, and icons that are JPEG', async () => {
    const [first] = await images();
    if (first === undefined) throw new Error('nothing imported');
    const place = (key: string) => path.join(bench.folder, 'sha256', key.slice(0, 2), key.slice(2, 4), key);
    const stored = await readFile(place(first.object_sha256));
    const original = Buffer.from(file(1));
    expect(stored.includes(original.subarray(original.length - 48 * 64))).toBe(true);
    expect(stored.includes(Buffer.from('ORIGINAL-1'))).toBe(false);
    // The file itself has the day under which its study is listed.
    expect([stored.includes(Buffer.from(first.study_date)), stored.includes(Buffer.from('20260312'))]).toEqual([true, false]);
    expect(createHash('sha256').update(stored).digest('hex')).toBe(first.object_sha256);
    expect((await stat(place(first.object_sha256))).mode & 0o777).toBe(0o600);
    for (const key of [first.small_icon_sha256, first.big_icon_sha256])
      expect((await readFile(place(key))).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('counts the frames that are in a file, also where it ends early', async () => {
    const frames = 20;
    const whole = file(60, { frames });
    const cut = (n: number, kept: number) => {
      const bytes = file(n, { frames });
      return bytes.subarray(0, bytes.length - (frames - kept) * 48 * 64);
    };
    const report = await bench.run(
      memorySource([
        { name: '1, whole', bytes: whole },
        { name: '2, within frame 11', bytes: cut(61, 10.5) },
        // Before the middle of what it declares, which is the frame of the icon.
        { name: '3, after frame 2', bytes: cut(62, 2) },
      ]),
    );
    expect(report).toMatchObject({ imported: 3, skipped: [] });
    const counted = (await images()).filter(({ number_of_frames }) => number_of_frames === frames);
    expect(counted.map((row) => row.frames_available)).toEqual([20, 11, 2]);
  });

  it('counts the frames of a file that holds more than it declares, and stores those', async () => {
    const [declared, frames] = [4, 6];
    const number: Element = { tag: [0x28, 8], vr: 'IS', value: String(declared) };
    const bytes = file(63, { frames, replaced: [number] });
    const report = await bench.run(memorySource([{ name: 'longer', bytes }]));
    expect(report).toMatchObject({ imported: 1, skipped: [] });
    const row = (await images()).find(({ number_of_frames }) => number_of_frames === declared)!;
    expect(row.frames_available).toBe(frames);
    // The stored form has the frames that it declares, and nothing behind them.
    const stored = await readFile(
      path.join(bench.folder, 'sha256', row.object_sha256.slice(0, 2), row.object_sha256.slice(2, 4), row.object_sha256),
    );
    expect(stored.subarray(-declared * 48 * 64)).toEqual(Buffer.from(bytes).subarray(-frames * 48 * 64, -(frames - declared) * 48 * 64));
  });

  it('is idempotent', async () => {
    const before = await images();
    const report = await bench.run(memorySource([1, 2].map((n) => ({ name: `${n}.dcm`, bytes: file(n) }))));
    expect(report).toMatchObject({ imported: 0, already_there: 2 });
    expect(await images()).toEqual(before);
  });

  it('takes the first of two files of one instance that come together', async () => {
    const twins = [1, 2].map((shade) => ({ name: `${shade}`, bytes: file(50, { shade }) }));
    expect(await bench.run(memorySource(twins))).toMatchObject({ imported: 1, already_there: 0, conflicts: [{}] });
    await expectWhole(bench);
  });

  it('skips files other than images with the reason, and continues', async () => {
    const report = await bench.run(
      memorySource([
        { name: 'notes.txt', bytes: Buffer.from('not an image') },
        { name: 'empty', bytes: new Uint8Array(0) },
        { name: '6.dcm', bytes: file(6) },
      ]),
    );
    expect(report.imported).toBe(1);
    expect(report.skipped.map((s) => s.file).sort()).toEqual(['empty', 'notes.txt']);
    for (const skipped of report.skipped) expect(skipped.reason).toMatch(/^[a-z-]+: /);
  });

  it('names a waveform that comes without a picture, from memory and from a folder', async () => {
    const waveform: Element = { tag: [8, 0x16], vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.9.1.1' };
    const picture = file(70, { replaced: [waveform] });
    // Pixel Data is the last element: a header of 12 bytes and 48 rows of 64 samples.
    const bytes = picture.subarray(0, picture.length - 12 - 48 * 64);
    const folder = await temporaryFolder('waveforms');
    await writeFile(path.join(folder, 'ecg.dcm'), bytes);
    for (const source of [memorySource([{ name: 'ecg.dcm', bytes: Uint8Array.from(bytes) }]), await folderSource(folder)]) {
      const report = await bench.run(source);
      expect(report).toMatchObject({
        imported: 0,
        skipped: [{ file: 'ecg.dcm', reason: expect.stringMatching(/^waveform-object: .* not an ECG/) }],
      });
    }
  });

  it('shifts the dates of a patient alike, keeping intervals, and splits days into studies', async () => {
    await bench.run(
      memorySource([
        { name: 'a', bytes: file(21, { patientId: 'TWO-DAYS', date: '20251230' }) },
        { name: 'b', bytes: file(22, { patientId: 'TWO-DAYS', date: '20260104' }) },
      ]),
    );
    const rows = (await images()).filter((r) => r.study_date !== '19000101').slice(-2);
    const studies = await bench.db.query.selectFrom('study').select(['study_date', 'patient_id']).orderBy('id', 'desc').limit(2).execute();
    expect(rows).toHaveLength(2);
    expect(new Set(studies.map((s) => s.patient_id)).size).toBe(1);
    const time = (d: string) => Date.UTC(Number(d.slice(0, 4)), Number(d.slice(4, 6)) - 1, Number(d.slice(6)));
    const [later, earlier] = studies
      .map((s) => s.study_date)
      .sort()
      .reverse();
    expect(time(later!) - time(earlier!)).toBe(5 * 86_400_000);
    expect([later, earlier]).not.toContain('20260104');
  });

  it('gives different patients different numbers and shifts', async () => {
    await bench.run(
      memorySource(
        Array.from({ length: 4 }, (_, n) => ({ name: `${n}`, bytes: file(30 + n, { patientId: `P${n}`, studyUid: `1.2.9.${30 + n}` }) })),
      ),
    );
    const patients = await bench.db.query.selectFrom('patient').selectAll().execute();
    expect(new Set(patients.map((p) => p.patient_show)).size).toBe(patients.length);
    for (const p of patients) expect(p.date_shift_days).toBeLessThan(0);
    expect(new Set(patients.map((p) => p.date_shift_days)).size).toBeGreaterThan(1);
  });

  it('cancelled, leaves whole files and no object without a record', async () => {
    const controller = new AbortController();
    // Many more than are on their way at once: some are not begun when the import is cancelled.
    const files = 250;
    const many = Array.from({ length: files }, (_, n) => ({
      name: `${n}`,
      bytes: file(100 + n, { patientId: `C${n % 7}`, studyUid: `1.2.8.${n % 7}` }),
    }));
    const report = await bench.run(memorySource(many), {
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 9) controller.abort();
      },
    });
    expect(report.cancelled).toBe(true);
    expect(report.imported).toBeLessThan(files);
    await expectWhole(bench);
    const again = await bench.run(memorySource(many));
    expect(again.imported + again.already_there).toBe(files);
  });
});

/** Every record has its objects, every object its record, every patient a study, every study an image. */
async function expectWhole(bench: ImportBench): Promise<void> {
  const { query } = bench.db;
  const rows = await query.selectFrom('image_file').select(['object_sha256', 'small_icon_sha256', 'big_icon_sha256']).execute();
  const named = new Set(rows.flatMap((r) => [r.object_sha256, r.small_icon_sha256, r.big_icon_sha256]));
  const there = new Set(
    (await readdir(path.join(bench.folder, 'sha256'), { recursive: true, withFileTypes: true }))
      .filter((e) => e.isFile())
      .map((e) => e.name),
  );
  expect(there).toEqual(named);
  expect(
    await query.selectFrom('patient').select('id').where('id', 'not in', query.selectFrom('study').select('study.patient_id')).execute(),
  ).toEqual([]);
  expect(
    await query
      .selectFrom('study')
      .select('id')
      .where('id', 'not in', query.selectFrom('image_file').select('image_file.study_id'))
      .execute(),
  ).toEqual([]);
}

describe('a folder', () => {
  it('is read in order of names, without following links', async () => {
    const folder = await temporaryFolder('folder');
    await writeFile(path.join(folder, 'b'), 'B');
    await writeFile(path.join(folder, 'a'), 'A');
    await symlink('/etc/hostname', path.join(folder, 'link'));
    const source = await folderSource(folder);
    const found: Array<[string, boolean]> = [];
    for await (const entry of source.files()) found.push([entry.name, 'skip' in entry]);
    expect(found).toEqual([
      ['a', false],
      ['b', false],
      ['link', true],
    ]);
  });
});

describe('shifting a date', () => {
  it.each([
    ['20260301', -1, '20260228'],
    ['20240301', -1, '20240229'],
    ['20260101', -365, '20250101'],
    ['20261331', -5, '19000101'],
    ['2026', -5, '19000101'],
    [null, -5, '19000101'],
  ] as const)('%s by %i days is %s', (date, days, shifted) => expect(shiftDate(date, days)).toBe(shifted));
});
