import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PacsSearch, PacsSelection } from '@echometry/contract/records/import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile, type DicomOptions } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, KEY, memorySource } from '../../test/import-bench.ts';
import { doorToOrthanc, hasOrthanc, orthanc, storeInOrthanc } from '../../test/orthanc.ts';
import type { Pacs } from '../dicomweb/pacs.ts';
import { searchStudies } from './dicomweb/search.ts';
import { Refusal } from '../errors.ts';
import { pacsNamed, pacsSource } from './pacs-source.ts';

/** Every run has separate patients: the Orthanc may be used by several. */
const RUN = randomUUID().slice(0, 8).toUpperCase();
const UID_ROOT = `2.25.${BigInt(`0x${RUN}`)}`;
const text = (tag: [number, number], vr: string, value: string) => ({ tag, vr, value });
const file = (
  patient: string,
  study: number,
  n: number,
  more: { date: string; description: string; modality?: string } & Partial<DicomOptions>,
) =>
  dicomFile({
    patientId: `${patient}-${RUN}`,
    uid: `${UID_ROOT}.${study}.${n}`,
    studyUid: `${UID_ROOT}.${study}`,
    shade: n,
    ...more,
    extra: [
      text([0x10, 0x10], 'PN', `DOE^${patient}`),
      text([8, 0x50], 'SH', `ACC-${study}`),
      text([8, 0x1030], 'LO', more.description),
      text([0x20, 0xe], 'UI', `${UID_ROOT}.${study}.0`),
      text([0x20, 0x11], 'IS', '1'),
      text([0x20, 0x13], 'IS', String(n)),
    ],
  });

const ANNA_FIRST = [1, 2, 3].map((n) => file('ANNA', 1, n, { date: '20260302', description: 'Echo transthoracic' }));
const ANNA_LATER = [1].map((n) => file('ANNA', 2, n, { date: '20260609', description: 'Stress echo' }));
const BERT = [1, 2].map((n) => file('BERT', 3, n, { date: '20260302', description: 'Echo fetal' }));

const NOTHING = { patient: null, from: null, to: null, description: null, modality: 'US' } satisfies PacsSearch;
const ofAnna = { ...NOTHING, patient: `ANNA-${RUN}` };
const never = new AbortController().signal;

describe.skipIf(!hasOrthanc)('a search in a real PACS', () => {
  beforeAll(() => storeInOrthanc([...ANNA_FIRST, ...ANNA_LATER, ...BERT]));
  const found = async (search: Partial<PacsSearch>) => {
    const { studies } = await searchStudies(orthanc(), { ...NOTHING, ...search }, 100, never);
    return studies.filter((study) => study.study_uid.startsWith(UID_ROOT)).map((study) => study.study_uid.slice(UID_ROOT.length + 1));
  };

  it('finds by patient, day, description and modality, the newest first', async () => {
    expect(await found({ patient: `ANNA-${RUN}` })).toEqual(['2', '1']);
    expect(await found({ patient: `anna-${RUN}`, description: 'STRESS' })).toEqual(['2']);
    expect(new Set(await found({ from: '20260302', to: '20260302' }))).toEqual(new Set(['1', '3']));
    expect(await found({ from: '20260303', patient: `ANNA-${RUN}` })).toEqual(['2']);
    expect(await found({ to: '20260303', patient: `ANNA-${RUN}` })).toEqual(['1']);
    expect(await found({ patient: `ANNA-${RUN}`, modality: 'MR' })).toEqual([]);
    expect(await found({ patient: `NOBODY-${RUN}` })).toEqual([]);
  });

  it('names what each study is and how much it holds', async () => {
    const { studies } = await searchStudies(orthanc(), { ...ofAnna, to: '20260303' }, 100, never);
    expect(studies).toEqual([
      {
        study_uid: `${UID_ROOT}.1`,
        patient_id: `ANNA-${RUN}`,
        patient_name: 'DOE^ANNA',
        accession_number: 'ACC-1',
        study_date: '20260302',
        description: 'Echo transthoracic',
        modalities: ['US'],
        instances: 3,
      },
    ]);
  });

  it('leaves out results of a PACS that were not requested', async () => {
    // A proxy that forgets the query, as a PACS does that knows no such criterion.
    const door = await doorToOrthanc({
      obstacle: (request) => {
        request.url = (request.url ?? '').replace(/PatientID=[^&]*&/, '');
        return false;
      },
    });
    try {
      const { studies, others } = await searchStudies(door.pacs, ofAnna, 100, never);
      expect(new Set(studies.map((study) => study.patient_id))).toEqual(new Set([`ANNA-${RUN}`]));
      expect(others).toBeGreaterThan(0);
    } finally {
      await door.close();
    }
  });
});

describe.skipIf(!hasOrthanc).each(databases())('an import from a real PACS on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await importBench(await fresh());
    await storeInOrthanc([...ANNA_FIRST, ...ANNA_LATER, ...BERT]);
  });
  afterAll(() => bench.close());

  const sourceOf = (pacs: Pacs, selection: PacsSelection, signal = never) =>
    pacsSource({ pacs, selection, projectId: bench.projectId, db: bench.db, engine: bench.engine, deidKey: KEY, signal });
  const take = async (pacs: Pacs, selection: PacsSelection, options: Parameters<ImportBench['run']>[1] = {}) =>
    bench.run(await sourceOf(pacs, selection, options.signal), options);
  const forget = async () => {
    for (const table of ['image_file', 'study', 'patient'] as const) await bench.db.query.deleteFrom(table).execute();
  };

  it('stores what a folder of the same files stores', async () => {
    const report = await take(orthanc(), ofAnna);
    expect(report).toMatchObject({ imported: 4, already_there: 0, skipped: [], conflicts: [] });
    expect(report.studies).toHaveLength(2);
    // A folder finds the same bytes, or it would name a conflict.
    const folder = memorySource([...ANNA_FIRST, ...ANNA_LATER].map((bytes, n) => ({ name: `${n}`, bytes })));
    expect(await bench.run(folder)).toMatchObject({ imported: 0, already_there: 4, conflicts: [] });
    await forget();
  });

  it('continues where a transfer ended, and fetches nothing twice', async () => {
    let files = 0;
    // The third file is cut in the middle, each time it is asked for.
    const door = await doorToOrthanc({ cutAfter: () => ((files += 1) > 2 ? 500 : null) });
    try {
      const report = await take(door.pacs, { ...ofAnna, to: '20260303' });
      expect(report).toMatchObject({ imported: 2, skipped: [{ reason: expect.stringContaining('in the middle') }] });
      const fetched = door.asked.filter((asked) => /instances\/[0-9.]+$/.test(asked));
      expect(new Set(fetched).size).toBe(3);
    } finally {
      await door.close();
    }
    const whole = await doorToOrthanc();
    try {
      expect(await take(whole.pacs, { ...ofAnna, to: '20260303' })).toMatchObject({ imported: 1, already_there: 2, skipped: [] });
      expect(whole.asked.filter((asked) => /instances\/[0-9.]+$/.test(asked))).toHaveLength(1);
    } finally {
      await whole.close();
    }
    const folder = memorySource(ANNA_FIRST.map((bytes, n) => ({ name: `${n}`, bytes })));
    expect(await bench.run(folder)).toMatchObject({ imported: 0, already_there: 3, conflicts: [] });
    await forget();
  });

  it('tries a file again whose transfer was cut once', async () => {
    let files = 0;
    const door = await doorToOrthanc({ cutAfter: () => ((files += 1) === 1 ? 500 : null) });
    try {
      expect(await take(door.pacs, { studies: [`${UID_ROOT}.3`], modality: null })).toMatchObject({ imported: 2, skipped: [] });
    } finally {
      await door.close();
    }
    await forget();
  });

  it('refuses an image other than the requested one', async () => {
    const door = await doorToOrthanc({
      obstacle: (request) => {
        request.url = (request.url ?? '').replace(/instances\/[0-9.]+$/, `instances/${UID_ROOT}.3.1`);
        return false;
      },
    });
    try {
      const report = await take(door.pacs, { studies: [`${UID_ROOT}.3`], modality: 'US' });
      expect(report).toMatchObject({ imported: 1, skipped: [{ reason: expect.stringMatching(/^other-instance: /) }] });
    } finally {
      await door.close();
    }
    await forget();
  });

  it('ends when it is cancelled, in the middle of a transfer', async () => {
    const controller = new AbortController();
    // The second file never comes.
    let files = 0;
    const door = await doorToOrthanc({
      obstacle: (request) => {
        if (!/instances\/[0-9.]+$/.test(request.url ?? '') || (files += 1) === 1) return false;
        controller.abort();
        return true;
      },
    });
    try {
      const report = await take(door.pacs, ofAnna, { signal: controller.signal });
      expect(report).toMatchObject({ cancelled: true, skipped: [] });
      expect(report.imported).toBeLessThan(2);
    } finally {
      await door.close();
    }
    await forget();
  });

  it('names what is wrong with the PACS', async () => {
    const messageOf = (pacs: Pacs, selection: PacsSelection = ofAnna) =>
      take(pacs, selection).then(
        () => 'imported',
        (error: unknown) => (error instanceof Refusal ? error.message : `no refusal: ${String(error)}`),
      );
    const wrongPassword = { ...orthanc(), authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' };
    expect(await messageOf(wrongPassword)).toContain('refused access (status 401)');
    expect(await messageOf({ ...orthanc(), address: orthanc().address.replace('/dicom-web', '/app') })).toMatch(
      /The PACS archive (?:does not have|responded)/,
    );
    expect(await messageOf(orthanc(), { ...ofAnna, patient: `NOBODY-${RUN}` })).toBe('The PACS archive has no such study.');
    expect(await messageOf(orthanc(), NOTHING)).toContain('a whole archive is not searched');
    expect(await messageOf(orthanc(), { ...ofAnna, patient: '*' })).toContain('without *');
    expect(() => pacsNamed([orthanc()], 'other')).toThrow('No PACS is named other. Configured: archive.');
    expect(() => pacsNamed([], 'other')).toThrow('No PACS is configured');
  });
});

describe('a PACS that misbehaves', () => {
  const asking = async (respond: Parameters<typeof createServer>[1]) => {
    const server = createServer(respond);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const pacs: Pacs = { name: 'odd', address: `http://127.0.0.1:${port}/rs`, authorization: 'Basic c2VjcmV0' };
    const fault = await searchStudies(pacs, { ...NOTHING, patient: 'SECRET-PATIENT' }, 10, never).catch((error: Error) => error);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return fault;
  };

  it('never sends a password elsewhere: a redirect is refused and not followed', async () => {
    const elsewhere: Array<string | undefined> = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.headers.authorization);
      response.end('[]');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    for (const status of [301, 302, 307, 308]) {
      const fault = await asking((_, response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end());
      expect(fault).toMatchObject({ code: 'redirected' });
    }
    other.close();
    expect(elsewhere).toEqual([]);
  });

  it('is named by what it did, without the patient that was searched for', async () => {
    const faults = [
      await asking((_, response) => response.end('<html>')),
      await asking((_, response) => response.end('{}')),
      await asking((_, response) => response.end('[{"0020000D":{"Value":["../x"]}}]')),
      await asking((_, response) => response.writeHead(403).end()),
      await asking((_, response) => response.writeHead(500).end()),
      await asking((_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('[', () => response.destroy());
      }),
      await asking((request) => request.socket.destroy()),
    ];
    expect(faults.map((fault) => ('code' in fault ? fault.code : fault))).toEqual([
      'wrong-answer',
      'wrong-answer',
      'wrong-answer',
      'refused',
      'wrong-answer',
      'cut',
      'not-reachable',
    ]);
    for (const fault of faults) expect('message' in fault ? fault.message : '').not.toContain('SECRET');
  });

  it('responds to a search with more than the limit, and is cut off', async () => {
    const block = Buffer.alloc(1024 * 1024, 0x20);
    const fault = await asking((_, response) => {
      response.on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed) if (!response.write(block)) return void response.once('drain', more);
      };
      more();
    });
    expect(fault).toMatchObject({ code: 'too-large' });
  });
});
