import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderSource } from '../src/imports/source.ts';
import { type ImportBench, importBench } from './import-bench.ts';
import { temporaryFolder } from './temporary.ts';

const SHARED = process.env['ECHOMETRY_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const REAL = path.join(SHARED, 'real-dicom');
const there = existsSync(SHARED);
if (!there) process.stdout.write('SKIPPED: the folder of real data is absent, so no real file is imported\n');

/** Reasons of the first cut: other transfer syntaxes, and pixel formats no picture of ultrasound has. */
const NAMED =
  /^(unsupported-transfer-syntax|unsupported-pixel-format|no-pixel-data|waveform-object|not-dicom|malformed-data-set|malformed-frame|missing-attribute|limit-exceeded|cannot-deidentify|frame-missing|frame-out-of-range|empty-file|no-such-frame|implausible-date): /;

describe.runIf(there)('real ultrasound files', () => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await importBench({ kind: 'sqlite', file: path.join(await temporaryFolder('real'), 'records.sqlite') });
  });
  afterAll(() => bench.close());

  it('are imported or skipped with a named reason, none is lost', async () => {
    const folder = path.join(REAL, 'us');
    const files = readdirSync(folder);
    expect(files.length, 'the folder of real data is complete').toBeGreaterThanOrEqual(30);
    const report = await bench.run(await folderSource(folder), { patients: { kind: 'by-study' } });
    expect(report.imported + report.already_there + report.skipped.length + report.conflicts.length).toBe(files.length);
    expect(report.skipped.filter((s) => !NAMED.test(s.reason))).toEqual([]);
    expect(report.skipped.filter((s) => !s.reason.startsWith('unsupported-transfer-syntax'))).toEqual([]);
    expect(report.imported).toBeGreaterThan(20);
  });

  it('keep size and number of frames as independent decoders read them', async () => {
    interface ManifestFile {
      set: string;
      rows: number;
      columns: number;
      number_of_frames: number | null;
      number_of_frames_effective: number | null;
    }
    const manifest = JSON.parse(await readFile(path.join(REAL, 'manifest.json'), 'utf8')) as { files?: ManifestFile[] };
    expect(manifest.files?.length ?? 0).toBeGreaterThan(100);
    const rows = await bench.db.query.selectFrom('image_file').select(['width', 'height', 'number_of_frames']).execute();
    const known = new Set(
      (manifest.files ?? [])
        .filter((f) => f.set === 'us')
        .map((f) => `${f.columns}x${f.rows}x${f.number_of_frames_effective ?? f.number_of_frames ?? 1}`),
    );
    expect(rows.filter((r) => !known.has(`${r.width}x${r.height}x${r.number_of_frames}`))).toEqual([]);
  });

  it('that are malformed never stop an import', async () => {
    const folder = path.join(REAL, 'malformed');
    const report = await bench.run(await folderSource(folder), { patients: { kind: 'by-study' } });
    expect(report.imported + report.already_there + report.skipped.length + report.conflicts.length).toBe(readdirSync(folder).length);
    expect(report.skipped.filter((s) => !NAMED.test(s.reason))).toEqual([]);
  });
});
