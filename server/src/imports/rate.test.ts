import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../test/dicom-file.ts';
import { type ImportBench, importBench } from '../../test/import-bench.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import type { Source } from './source.ts';

/** 50,000 in `npm run acceptance`: 100 GB. */
const FILES = Number(process.env['ECHOMETRY_IMPORT_FILES'] ?? 100);
/** A clip of the size machines store: 4 x 800 x 625 grey pixels, 2 MB. */
const CLIP = { columns: 800, rows: 625, frames: 4 };
const FILES_OF_A_STUDY = 20;
/** Objects are removed when so many files were started since, so that a small disk holds 100 GB; none is read again. */
const KEPT_FILES = 5000;
/** The importer is at work, and holds what it holds. */
const SETTLED_FILES = 2000;
/** Allowed growth of the whole process, engine and generator included, after it had settled, in bytes. */
const MAX_GROWTH = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000 + FILES * 100;

let bench: ImportBench;
/** Memory of the process when so many files had been begun, in bytes. */
const memory: { files: number; rss: number }[] = [];

beforeAll(async () => {
  bench = await importBench({ kind: 'sqlite', file: path.join(await temporaryFolder('rate'), 'records.sqlite') });
});
afterAll(() => bench.close());

const fileOf = (n: number): Uint8Array => {
  const study = Math.floor(n / FILES_OF_A_STUDY);
  return dicomFile({ patientId: `R${study}`, uid: `1.2.5.${n}`, studyUid: `1.2.4.${study}`, date: '20260312', shade: n, ...CLIP });
};

/** Their folders stay, because the store has made them durable once. */
async function putObjectsAway(): Promise<void> {
  for (const entry of await readdir(path.join(bench.folder, 'sha256'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await unlink(path.join(entry.parentPath, entry.name));
}

/** Files that exist while they are read. */
const generated: Source = {
  total: FILES,
  async *files() {
    for (let n = 0; n < FILES; n += 1) {
      if (n % SETTLED_FILES === 0) memory.push({ files: n, rss: process.memoryUsage.rss() });
      if (n > 0 && n % KEPT_FILES === 0) await putObjectsAway();
      const bytes = fileOf(n);
      yield { name: `${n}`, size: bytes.byteLength, read: async () => bytes };
    }
  },
  close: async () => undefined,
};

it(`imports ${FILES} files of 2 MB, and reports how many a second`, { timeout: TIMEOUT_MS }, async () => {
  const begin = performance.now();
  const report = await bench.run(generated);
  const rate = FILES / ((performance.now() - begin) / 1000);
  process.stdout.write(`imported ${rate.toFixed(1)} files of 2 MB a second\n`);
  expect(report).toMatchObject({ imported: FILES, skipped: [] });
});

it.runIf(FILES > 2 * SETTLED_FILES)('holds no more memory for many files than for few', () => {
  const [settled, ...later] = memory.filter(({ files }) => files >= SETTLED_FILES).map(({ rss }) => rss);
  process.stdout.write(`${memory.map(({ files, rss }) => `${files}: ${Math.round(rss / 1e6)} MB`).join(', ')}\n`);
  expect(Math.max(...later) - (settled ?? Number.NaN)).toBeLessThanOrEqual(MAX_GROWTH);
});
