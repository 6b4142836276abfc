import { afterAll, beforeAll, expect, it } from 'vitest';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { dicomFile } from '../../../test/dicom-file.ts';
import { type ImportBench, importBench, memorySource } from '../../../test/import-bench.ts';
import { temporaryFolder } from '../../../test/temporary.ts';

const FILES = 100;
/** A clip of the size machines store: 4 x 800 x 600 grey pixels, 1.92 MB. */
const CLIP = { columns: 800, rows: 600, frames: 4 };

let bench: ImportBench;
beforeAll(async () => {
  bench = await importBench({ kind: 'sqlite', file: path.join(await temporaryFolder('rate'), 'records.sqlite') });
});
afterAll(() => bench.close());

it(`imports ${FILES} files of 2 MB, and tells how many a second`, async () => {
  const files = Array.from({ length: FILES }, (_, n) => ({
    name: `${n}`,
    bytes: dicomFile({ patientId: `R${n % 9}`, uid: `1.2.5.${n}`, studyUid: `1.2.4.${n % 9}`, date: '20260312', shade: n, ...CLIP }),
  }));
  const begin = performance.now();
  const report = await bench.run(memorySource(files));
  process.stdout.write(`imported ${(FILES / ((performance.now() - begin) / 1000)).toFixed(1)} files of 2 MB a second\n`);
  expect(report).toMatchObject({ imported: FILES, skipped: [] });
});
