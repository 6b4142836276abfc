/** Structured reports of machines, written by pydicom and highdicom, in an import, next to the values of a reader, and compared with them. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { MachineReport, MachineValue } from '@echometry/contract/records/machine.ts';
import { MachineReport as ReportSchema } from '@echometry/contract/records/machine.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { MACHINE_READER } from '@echometry/contract/rules/machine.ts';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { databases } from '../../test/databases.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, KEY, memorySource } from '../../test/import-bench.ts';
import { storeWork } from '../../test/store-work.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, NOON } from '../../test/world.ts';
import { storeConfigSet } from '../db/config-sets.ts';
import { machineReportsOf } from '../db/machine-reports.ts';
import { addMember } from '../db/projects.ts';
import { createUser, grantRole } from '../db/users.ts';
import { definitionsOf, machineValuesOf } from '../exports/machine/machine-values.ts';
import { gatherSubjects } from '../statistics/agreement/gather.ts';
import { agreementReport } from '../statistics/agreement/report.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';

const PREPARING_MS = 600_000;
const STUDY = { patientId: 'ORIGINAL-1', studyUid: '1.2.9.1', date: '20260312' };
const FOUR_CHAMBER = '1.2.3.1';
const IMAGES = [FOUR_CHAMBER, '1.2.3.2', '1.2.3.3'];
const FILES = ['tid5200', 'tid5300', 'tid1500', 'private-codes', 'other-units'] as const;
type Name = (typeof FILES)[number];

/** A number as pydicom reads it: scheme, code, text of the value, unit. */
type Read = [scheme: string, code: string, text: string, unit: string | null];

let folder: string;
let read: Record<Name, Read[]>;
beforeAll(async () => {
  const python = await ensureReaders();
  folder = await temporaryFolder('machine');
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'write_sr.py');
  const printed = execFileSync(python, ['-W', 'ignore', script, folder, STUDY.patientId, STUDY.studyUid, STUDY.date, FOUR_CHAMBER], {
    encoding: 'utf8',
  });
  read = JSON.parse(printed) as typeof read;
  await loadGeometry(await readFile(path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
}, PREPARING_MS);

const report = async (name: Name) => ({ name: `${name}.dcm`, bytes: new Uint8Array(await readFile(path.join(folder, `${name}.dcm`))) });
const images = () => IMAGES.map((uid, shade) => ({ name: `${uid}.dcm`, bytes: dicomFile({ ...STUDY, uid, shade }) }));

/** Numbers that are not measurements: facts about the patient and properties of others, by their codes. */
const NOT_MEASURED = ['121033', '8302-2', '121416'];
/** Numbers of the vendor that have no value, no unit, two values, or a name that is none. */
const BROKEN = ['LVX-2', 'LVX-3', 'LVX-4', 'LVX-5', 'LVX-6'];

/** Our measurements as the machine reports them, worked out by hand from the file and the units of the configuration. */
const MAPPED: readonly [type: string, name: string, value: number, units: string, beats: number[]][] = [
  ['Parasternal long axis 2D', 'IVSd', 0.9, 'cm', []],
  ['2-chamber 2D', 'LV EDV biplane', 110, 'ml', []],
  ['Mitral inflow', 'E', 82, 'cm/s', []],
  // Of the many heart rates only one is at the mitral valve in pulsed Doppler.
  ['Mitral inflow', 'Heart rate', 64, 'bpm', []],
  ['4-chamber 2D', 'LV EDV', 120, 'ml', []],
  ['TAPSE', 'TAPSE', 21, 'mm', []],
  // Stated as 50.67 and as a double next to it.
  ['4-chamber 2D', 'LV ESV', 152 / 3, 'ml', []],
  ['Parasternal long axis 2D', 'FS', 35, '%', []],
  ['Tricuspid regurgitation', 'Vmax', 2.52, 'm/s', [2.5, 2.54]],
];
const UNMAPPED: readonly [code: string, reason: string][] = [
  // Ejection fraction of no stated view or mode: three image types have one.
  ['18043-0', 'ambiguous'],
  // The same diameter as a mean of TID 5200 and as another number of TID 1500: neither is chosen.
  ['29436-3', 'ambiguous'],
  ['29436-3', 'ambiguous'],
  ['29436-3', 'ambiguous'],
  ['80007-8', 'ambiguous'],
  ['LVX-1', 'unknown-code'],
  // Pulmonary veins have no measurement of this name here.
  ['20355-4', 'other-property'],
  ['80066-4', 'unknown-unit'],
];

describe.each(databases())('structured reports of machines on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await importBench(await fresh());
    for (const set of SHIPPED_SETS) await storeConfigSet(bench.db.query, set, NOON);
  });
  afterAll(() => bench.close());

  const studies = () => bench.db.query.selectFrom('study').select(['id', 'study_id']).execute();
  const rows = () =>
    bench.db.query.selectFrom('machine_report').select(['instance_id', 'study_id', 'content_sha256']).orderBy('instance_id').execute();
  const stored = async (): Promise<MachineReport[]> => {
    const [study] = await studies();
    return machineReportsOf(bench.db.query, study?.id ?? 0);
  };
  const values = async () => {
    const [study] = await studies();
    return machineValuesOf(bench.db.query, study?.id ?? 0, await definitionsOf(bench.db.query, bench.projectId));
  };

  it('wait for the images of their study, and the import reports it', async () => {
    const found = await bench.run(memorySource([await report('tid5300')]));
    expect(found).toMatchObject({ imported: 0, skipped: [], studies: [] });
    expect(found.measurements).toEqual([
      { file: 'tid5300.dcm', reason: '3 measurements read, 3 mapped; they are shown once images of their study are imported' },
    ]);
    expect(await rows()).toMatchObject([{ study_id: null }]);
    expect(await studies()).toEqual([]);
  });

  it('belong to it once images come, whatever comes first', async () => {
    const found = await bench.run(
      memorySource([await report('tid5200'), ...images(), await report('tid1500'), await report('other-units')]),
    );
    expect(found).toMatchObject({ imported: 3, skipped: [], conflicts: [] });
    expect(found.measurements.map(({ file }) => file).sort()).toEqual(['other-units.dcm', 'tid1500.dcm', 'tid5200.dcm']);
    expect(found.measurements.find(({ file }) => file === 'other-units.dcm')?.reason).toBe(
      '4 measurements read, 2 mapped, 2 not mapped (LN 20355-4 other-property, LN 80066-4 unknown-unit)',
    );
    const [study, ...others] = await studies();
    expect(others).toEqual([]);
    expect((await rows()).map((row) => row.study_id)).toEqual(Array.from({ length: 4 }, () => study?.id));
  });

  it('are read once, and the report of the import names what is left out', async () => {
    const found = await bench.run(memorySource([await report('private-codes')]));
    const [{ reason } = { reason: '' }] = found.measurements;
    expect(reason.startsWith('1 measurement read, 0 mapped, 1 not mapped (99VENDOR LVX-1 unknown-code), 5 left out (')).toBe(true);
    for (const part of ['LVX-2 no-code', 'LVX-3 not-a-number', 'LVX-4 no-value', 'LVX-5 no-unit', 'LVX-6 two-values'])
      expect(reason).toContain(part);
    const before = await rows();
    const again = await bench.run(memorySource(await Promise.all(FILES.map(report))));
    expect(again).toMatchObject({ imported: 0, already_there: FILES.length, measurements: [], skipped: [], conflicts: [] });
    expect(await rows()).toEqual(before);
  });

  it('have the numbers and units that pydicom reads, and nothing else of the report', async () => {
    const reports = await stored();
    for (const one of reports) expect(Value.Check(ReportSchema, one)).toBe(true);
    const found = reports.flatMap(({ numbers }) => numbers.map(({ code, value, unit }) => [code.scheme, code.value, value, unit.value]));
    const expected = FILES.flatMap((name) => read[name])
      .filter(([, code]) => ![...NOT_MEASURED, ...BROKEN].includes(code))
      .map(([scheme, code, text, unit]) => [scheme, code, code === '80004-5' ? 152 / 3 : Number(text), unit]);
    expect(expected).toHaveLength(18);
    expect(found.map(String).sort()).toEqual(expected.map(String).sort());
    const text = JSON.stringify(reports);
    for (const secret of ['SECRETNAME', '1941', STUDY.patientId, STUDY.studyUid, FOUR_CHAMBER, '20260312'])
      expect(text).not.toContain(secret);
  });

  it('refer to stored images by their pseudonym and frame', async () => {
    const ids = await bench.engine.pseudonyms([FOUR_CHAMBER], KEY);
    if (!ids.ok) throw new Error(ids.error.message);
    const volume = (await values()).mapped.find(({ image_type, name }) => image_type === '4-chamber 2D' && name === 'LV EDV');
    expect(volume).toMatchObject({ instance_id: ids.value[0], frame_number: 3 });
  });

  it('become our measurements by code, site, mode, method and unit; an ambiguous one becomes none', async () => {
    const { mapped, unmapped } = await values();
    const key = (one: Pick<MachineValue, 'image_type' | 'name'>) => `${one.image_type}, ${one.name}`;
    expect(mapped.map(key).sort()).toEqual(MAPPED.map(([image_type, name]) => key({ image_type, name })).sort());
    for (const [image_type, name, value, units, beats] of MAPPED) {
      const one = mapped.find((other) => key(other) === key({ image_type, name }));
      expect(one).toMatchObject({ units });
      expect(one?.value).toBeCloseTo(value, 10);
      expect(one?.beats.length).toBe(beats.length);
      for (const [index, beat] of beats.entries()) expect(one?.beats[index]).toBeCloseTo(beat, 10);
    }
    expect(unmapped.map(({ code, reason }) => [code.value, reason].join(' ')).sort()).toEqual(UNMAPPED.map((one) => one.join(' ')).sort());
  });

  it('of other content under the same UID are refused', async () => {
    const before = await rows();
    const { bytes } = await report('tid5300');
    const changed = (from: string, to: string) => {
      const copy = Buffer.from(bytes);
      const at = copy.indexOf(from);
      if (at < 0) throw new Error(`${from} is not in the file`);
      copy.write(to, at, 'latin1');
      return new Uint8Array(copy);
    };
    const other = await bench.run(memorySource([{ name: 'other.dcm', bytes: changed('120 ', '121 ') }]));
    expect(other.conflicts).toMatchObject([{ reason: expect.stringMatching(/^same-instance-other-content/) }]);
    expect(await rows()).toEqual(before);
  });

  it('are skipped where the file ends early, and where Echometry exported them', async () => {
    const { name, bytes } = await report('tid5300');
    const maker = Buffer.from('LO\u0006\u0000Vendor', 'latin1');
    const at = Buffer.from(bytes).indexOf(maker);
    expect(at).toBeGreaterThan(0);
    const ours = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from('LO\u000a\u0000Echometry ', 'latin1'),
      bytes.subarray(at + maker.length),
    ]);
    const before = await rows();
    const found = await bench.run(
      memorySource([
        { name: `cut ${name}`, bytes: bytes.subarray(0, bytes.length - 30) },
        { name: `own ${name}`, bytes: new Uint8Array(ours) },
      ]),
    );
    const reasons = Object.fromEntries(found.skipped.map(({ file, reason }) => [file, reason.split(':')[0]]));
    expect(reasons).toEqual({ [`cut ${name}`]: 'malformed-data-set', [`own ${name}`]: 'own-report' });
    expect(await rows()).toEqual(before);
  });

  it('are a reader that is compared with the others at the same image', async () => {
    const { query } = bench.db;
    const email = emailOf('Editor');
    const id = await createUser(query, { email, name: 'Editor', family_names: '', user_type: 'Cardiologist' }, NOON);
    await addMember(query, bench.projectId, id);
    await grantRole(query, id, 'Editor', bench.projectId);
    const files = await query.selectFrom('image_file').select(['instance_id', 'filename']).orderBy('position').execute();
    const measured = (at: number, type: string, name: string, units: string, value: number): AnalysisImage => ({
      ...blankImage({ ...files[at]!, active: true, metadata: null }, 'adult'),
      type,
      modality: '2D',
      measurements: [{ name, type: 'volume', units, value: [value], aggregate: value }],
    });
    const [study] = await studies();
    // The diameter of the machine is ambiguous: it has no pair.
    const work = [measured(0, '4-chamber 2D', 'LV EDV', 'ml', 114), measured(1, 'Parasternal long axis 2D', 'IVSd', 'cm', 1.05)];
    await storeWork(bench.db, { studyId: study?.study_id ?? '', email, images: work, now: NOON });
    const readers = [{ editor: email, reviewer: null, blind: false, pass: 1 }, MACHINE_READER];
    const gathering = {
      db: bench.db,
      engine: bench.engine,
      objects: bench.objects,
      projectId: bench.projectId,
      readers,
      progress: () => undefined,
    };
    const found = await agreementReport(bench.engine.agreement, gatherSubjects(gathering), { readers, date: 0, engine_version: '' });
    const points = found.values.flatMap(({ name, points: all }) => all.map(({ difference, mean }) => ({ name, difference, mean })));
    expect(points).toHaveLength(2);
    // 120 - 114, and 0.9 - 1.05.
    expect(points.find(({ name }) => name === 'LV EDV')).toMatchObject({ difference: 6, mean: 117 });
    expect(points.find(({ name }) => name === 'IVSd')?.difference).toBeCloseTo(-0.15, 10);
    expect(found.lines).toEqual([]);
    expect(found.events).toEqual([]);
  });
});

describe.each(databases())('a structured report on $name', ({ fresh }) => {
  let bench: ImportBench;
  beforeEach(async () => {
    bench = await importBench(await fresh());
    for (const set of SHIPPED_SETS) await storeConfigSet(bench.db.query, set, NOON);
  });
  afterEach(() => bench.close());

  const rows = () => bench.db.query.selectFrom('machine_report').select(['instance_id', 'study_id']).execute();
  const ofOther = () =>
    IMAGES.map((uid, shade) => ({ name: `${uid}.dcm`, bytes: dicomFile({ ...STUDY, patientId: 'OTHER-1', uid, shade }) }));
  const otherPatient = expect.stringMatching(/^same-study-other-patient: /) as string;

  it('whose images come later under another patient is removed, and reported then', async () => {
    await bench.run(memorySource([await report('tid5300')]));
    const [waiting] = await rows();
    const found = await bench.run(memorySource(ofOther()));
    expect(found.conflicts).toEqual([{ file: `report ${waiting?.instance_id} of an earlier import`, reason: otherPatient }]);
    expect(await rows()).toEqual([]);
    const again = await bench.run(memorySource([await report('tid5300')]));
    expect(again).toMatchObject({ measurements: [], conflicts: [{ file: 'tid5300.dcm', reason: otherPatient }] });
    expect(await rows()).toEqual([]);
  });

  it('that comes together with images of another patient is refused, in any order', async () => {
    const found = await bench.run(memorySource([await report('tid5300'), ...ofOther()]));
    expect(found).toMatchObject({ imported: 3, measurements: [], conflicts: [{ file: 'tid5300.dcm', reason: otherPatient }] });
    expect(await rows()).toEqual([]);
  });

  it('belongs to a study of an earlier version, whose patient is known by the spelling of the ID', async () => {
    const { query } = bench.db;
    await bench.run(memorySource([await report('tid5300')]));
    const { patient_key } = await query.selectFrom('machine_report').select('patient_key').executeTakeFirstOrThrow();
    await query.updateTable('machine_report').set({ patient_key: 'by-meaning', spelled_patient_key: patient_key }).execute();
    const found = await bench.run(memorySource(images()));
    const [study] = await query.selectFrom('study').select('id').execute();
    expect(found.conflicts).toEqual([]);
    expect(await rows()).toMatchObject([{ study_id: study?.id }]);
  });
});
