/** Structured reports of machines in a real PACS, next to the images of their study. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { databases } from '../../test/databases.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, KEY } from '../../test/import-bench.ts';
import { hasOrthanc, orthanc, storeInOrthanc } from '../../test/orthanc.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { machineReportsOf } from '../db/machine-reports.ts';
import { pacsSource } from './pacs-source.ts';

const PREPARING_MS = 600_000;
const FILES = ['tid5200', 'tid5300', 'tid1500', 'private-codes', 'other-units'];
const never = new AbortController().signal;

/** Every run has a separate patient: the Orthanc may be used by several. */
const RUN = randomUUID().slice(0, 8).toUpperCase();
const STUDY_UID = `2.25.${BigInt(`0x${RUN}`)}.9`;
const STUDY = { patientId: `REPORTED-${RUN}`, studyUid: STUDY_UID, date: '20260312' };
const IMAGE = `${STUDY_UID}.1`;

describe.skipIf(!hasOrthanc).each(databases())('structured reports in a real PACS on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await importBench(await fresh());
    const folder = await temporaryFolder('machine-pacs');
    const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'write_sr.py');
    execFileSync(await ensureReaders(), ['-W', 'ignore', script, folder, STUDY.patientId, STUDY_UID, STUDY.date, IMAGE]);
    const reports = await Promise.all(FILES.map((name) => readFile(path.join(folder, `${name}.dcm`))));
    const image = dicomFile({ ...STUDY, uid: IMAGE, shade: 1, extra: [{ tag: [0x20, 0xe], vr: 'UI', value: `${STUDY_UID}.0` }] });
    await storeInOrthanc([image, ...reports]);
  }, PREPARING_MS);
  afterAll(() => bench.close());

  const take = async () => {
    const selection = { patient: STUDY.patientId, from: null, to: null, description: null, modality: 'US' };
    const { db, engine, projectId } = bench;
    return bench.run(await pacsSource({ pacs: orthanc(), selection, projectId, db, engine, deidKey: KEY, signal: never }));
  };

  it('come with a search for ultrasound, once, and go with their study', async () => {
    const { query } = bench.db;
    const found = await take();
    expect(found).toMatchObject({ imported: 1, skipped: [], conflicts: [] });
    expect(found.measurements).toHaveLength(FILES.length);
    for (const { reason } of found.measurements) expect(reason).not.toContain('they are shown once');
    const study = await query.selectFrom('study').select('id').executeTakeFirstOrThrow();
    const numbers = (await machineReportsOf(query, study.id)).flatMap((report) => report.numbers);
    expect(numbers.find(({ code }) => code.value === '79999-9')).toMatchObject({ value: 120, unit: { value: 'mL' } });
    expect(await take()).toMatchObject({ imported: 0, already_there: 1 + FILES.length, measurements: [], skipped: [], conflicts: [] });
    await query.deleteFrom('image_file').execute();
    await query.deleteFrom('study').execute();
    expect(await query.selectFrom('machine_report').select('instance_id').execute()).toEqual([]);
  });
});
