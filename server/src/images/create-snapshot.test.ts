import { MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import dcmjs from 'dcmjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { makeTestSet, type TestSet } from '../demo/plan/test-set.ts';
import { traced, type Truth } from '../../../bindings/test/traced-truth.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { memorySource } from '../../test/import-bench.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { DEID_KEY, emailOf, NOON, PROJECT, SCOPE, World } from '../../test/world.ts';
import type { EngineOnDemand } from '../imports/engine-on-demand.ts';
import { importAll } from '../imports/import-all.ts';
import { ensureEncoders } from '../../../scripts/lib/encoders.mjs';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { folderSource, type Source } from '../imports/source.ts';
import { objectPath } from '../objects/store.ts';
import { maskSamples } from '../imports/mask-samples.ts';

const SHARED = process.env['ECHOMETRY_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const there = existsSync(SHARED);
if (!there) process.stdout.write('SKIPPED: the folder of real data is absent, so no snapshot of a real file is made\n');
const hasDcmtk = spawnSync('dcmdump', ['--version']).status === 0;
if (!hasDcmtk) process.stdout.write('SKIPPED: reading snapshots with dcmtk, which is not installed (apt-get install dcmtk)\n');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A served world with an engine, and what was imported into it. */
class SnapshotWorld {
  private constructor(
    readonly world: World,
    readonly engine: Engine,
  ) {}

  static async make(location: Parameters<typeof World.make>[0], source: Source): Promise<SnapshotWorld> {
    const engine = await createEngine({ workers: 1 });
    const lent: EngineOnDemand = { during: (work) => work(engine), close: async () => undefined };
    const world = await World.make(location, { engine: lent });
    const made = new SnapshotWorld(world, engine);
    const { id } = await world.db.query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow();
    await importAll(
      {
        db: world.db,
        objects: world.objects,
        engine,
        deidKey: DEID_KEY,
        now: () => NOON,
        signal: new AbortController().signal,
        samples: maskSamples(),
      },
      {
        source,
        project: PROJECT._id,
        target: {
          projectId: id,
          dataType: 'adult',
          patientShow: null,
          patients: { kind: 'by-study' },
          mapping: new MappingIndex([]),
          blackOut: false,
        },
      },
    );
    return made;
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.engine.close();
  }

  imported() {
    return this.world.db.query
      .selectFrom('image_file')
      .innerJoin('study', 'study.id', 'image_file.study_id')
      .selectAll('image_file')
      .select(['study.study_id as study', 'study.patient_id', 'study.study_date', 'study.study_instance_uid'])
      .where('image_file.snapshot_of', 'is', null)
      .where('image_file.object_sha256', 'not in', (sub) =>
        sub.selectFrom('stored_object').select('sha256').where('deid_profile', 'is', null),
      )
      .orderBy('image_file.id')
      .execute();
  }

  async snapshot(body: Record<string, unknown>, role: RoleName = 'Editor') {
    return this.world.call(CALLS.createSnapshot, { token: await this.world.tokenOf(emailOf(role), role), body });
  }

  async listed(study: string, role: RoleName): Promise<string[]> {
    const token = await this.world.tokenOf(emailOf(role), role);
    return (await this.world.call(CALLS.filesGet, { token, body: { id: study, ...SCOPE } })).answer.images.map(({ filename }) => filename);
  }

  async row(filename: string) {
    return this.world.db.query.selectFrom('image_file').selectAll().where('filename', '=', filename).executeTakeFirstOrThrow();
  }

  async bytes(key: string): Promise<Buffer> {
    return readFile(objectPath(this.world.objectsFolder, key));
  }

  async metadata(key: string) {
    const opened = await this.engine.open(await this.bytes(key));
    if (!opened.ok) throw new Error(opened.error.message);
    const metadata = await this.engine.metadata(opened.value);
    this.engine.release(opened.value);
    if (!metadata.ok) throw new Error(metadata.error.message);
    return metadata.value;
  }
}

const shipped = (name: string): { data: unknown[] } =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../contract/config/${name}.json`, import.meta.url)), 'utf8')) as {
    data: unknown[];
  };
const NOBODY = { data_type: null, gestational_age_days: null, age_days: null, sex: null, height_cm: null, weight_kg: null };
/** The area of the ventricle at end diastole, for which the shipped set has no separate measurement. */
const AREA_ALONE = {
  image_types: shipped('echo_image_types'),
  measurements: {
    ...shipped('echo_measurements'),
    data: [
      {
        image_type: '4-chamber 2D',
        measurements: [
          {
            name: 'LV area ED',
            type: 'area',
            line: 'LV endo',
            cardiac_event: 'end_diastole',
            units: 'cm2',
            class: 'direct',
            anatomy: 'LV',
          },
        ],
      },
    ],
  },
};

/** The samples of a file whose Pixel Data is its last element and uncompressed: its last bytes. */
function samplesOf(file: Buffer): Buffer {
  const tag = Buffer.from([0xe0, 0x7f, 0x10, 0x00]);
  const at = file.lastIndexOf(tag);
  return file.subarray(at + 12, at + 12 + file.readUInt32LE(at + 8));
}

const FRAMES = 6;
const MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';
const clip = (n: number): Uint8Array =>
  dicomFile({
    patientId: 'ORIGINAL-1',
    uid: `1.2.3.${n}`,
    studyUid: '1.2.9.1',
    date: '20260312',
    shade: n,
    frames: FRAMES,
    replaced: [{ tag: [8, 0x16], vr: 'UI', value: MULTI_FRAME }],
  });

describe.each(databases())('a snapshot on $name', ({ seeded }) => {
  let at: SnapshotWorld;
  beforeAll(async () => {
    at = await SnapshotWorld.make(await seeded(), memorySource([1, 2].map((n) => ({ name: `${n}.dcm`, bytes: clip(n) }))));
  });
  afterAll(() => at.close());

  it('is a separate image with the samples of the frame, made once, by either payload', async () => {
    const [source] = await at.imported();
    const { filename, patient_id, study_date, study } = source!;
    const plain = await at.snapshot({ filename, frame: 3, token: 'any' });
    expect(plain.answer).toMatchObject({ succeeded: true });
    const named = { bucket: '0', patient: Number(patient_id), study_date, filename, frame: 3, dicom_folder: 'US/DICOM' };
    expect((await at.snapshot(named)).answer).toEqual(plain.answer);
    const made = await at.row(plain.answer.filename);
    const frame = samplesOf(await at.bytes(source!.object_sha256)).subarray(2 * 48 * 64, 3 * 48 * 64);
    expect(sha256(samplesOf(await at.bytes(made.object_sha256)))).toBe(sha256(frame));
    expect(made).toMatchObject({ number_of_frames: 1, frames_available: 1, width: 64, height: 48, snapshot_of: source!.instance_id });
    const listed = await at.listed(study, 'Editor');
    expect(listed.slice(listed.indexOf(filename)).slice(0, 2)).toEqual([filename, plain.answer.filename]);
    const acts = await at.world.db.query.selectFrom('audit_entry').select('subject').where('act', '=', 'snapshot-made').execute();
    expect(acts).toEqual([{ subject: made.instance_id }]);
  });

  it('names its source, how it was derived, and the study it belongs to', async () => {
    const [source] = await at.imported();
    const { answer } = await at.snapshot({ filename: source!.filename, frame: 3 });
    const bytes = new Uint8Array(await at.bytes((await at.row(answer.filename)).object_sha256)).buffer;
    const { dict, meta } = dcmjs.data.DicomMessage.readFile(bytes);
    const set = dcmjs.data.DicomMetaDictionary.naturalizeDataset(dict);
    expect(set).toMatchObject({
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.6.1',
      ImageType: ['DERIVED', 'PRIMARY'],
      DerivationDescription: 'Single frame of a clip, samples as decoded; frame 3',
      StudyInstanceUID: source!.study_instance_uid,
      PatientIdentityRemoved: 'YES',
    });
    const [reference] = set['SourceImageSequence'] as Record<string, unknown>[];
    expect(reference).toMatchObject({ ReferencedSOPInstanceUID: source!.instance_id, ReferencedFrameNumber: 3 });
    expect(set['NumberOfFrames']).toBeUndefined();
    expect(dcmjs.data.DicomMetaDictionary.naturalizeDataset(meta)['TransferSyntaxUID']).toBe('1.2.840.10008.1.2.1');
  });

  it('of blind work is seen only by its author and by Reviewers of them', async () => {
    const [, source] = await at.imported();
    const { filename, study } = source!;
    const blind = (await at.snapshot({ filename, frame: 2 }, 'Ground-truth generator')).answer.filename;
    const shared = (await at.snapshot({ filename, frame: 2 })).answer.filename;
    expect(blind).not.toBe(shared);
    const sees = async (role: RoleName) => {
      const files = await at.listed(study, role);
      return [files.includes(blind), files.includes(shared)];
    };
    expect(await sees('Ground-truth generator')).toEqual([true, false]);
    expect(await sees('Editor')).toEqual([false, true]);
    expect(await sees('Viewer')).toEqual([false, true]);
    expect(await sees('Admin')).toEqual([true, true]);
    const token = await at.world.tokenOf(emailOf('Editor'), 'Editor');
    const object = `US/${source!.patient_id}/${source!.study_date}/`;
    const urls = (await at.world.call(CALLS.getUrls, { token, body: { bucket: '0', object } })).answer;
    expect(urls.some((url) => url.filename === blind)).toBe(false);
    const listing = await at.world.app.inject({ url: urls.find(({ kind }) => kind === 'listing')!.url });
    expect([listing.statusCode, listing.body.includes(shared), listing.body.includes(blind)]).toEqual([200, true, false]);
    // Nor does a save of an Editor name it.
    const { instance_id } = await at.row(blind);
    const image = { ...at.world.images[0]!, instance_id, filename: blind };
    const saved = await at.world.call(CALLS.analysisUpdate, { token, body: { ...at.world.save(emailOf('Editor'), [image]), id: study } });
    expect(saved.status).toBe(400);
  });

  it('is refused for a frame that is not there, an image that is not there, and another study', async () => {
    const [source] = await at.imported();
    const { filename, patient_id, study_date } = source!;
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ filename, frame: FRAMES + 1 }, 'invalid-field', 'frame'],
      [{ filename: '0123456789abcdef.dcm', frame: 1 }, 'not-found', 'filename'],
      [{ filename, frame: 1, patient: Number(patient_id), study_date: '19990101' }, 'not-found', 'patient'],
      [{ filename, frame: 1, patient: Number(patient_id) }, 'invalid-field', 'study_date'],
      [{ filename, frame: 1, patient: Number(patient_id), study_date, bucket: '9' }, 'not-found', 'bucket'],
    ];
    for (const [body, code, field] of wrong) expect(await at.snapshot(body)).toMatchObject({ status: 400, error: { code, field } });
  });

  it('asked for by ten at once is one file', async () => {
    const [source] = await at.imported();
    const made = await Promise.all(Array.from({ length: 10 }, () => at.snapshot({ filename: source!.filename, frame: 5 })));
    expect(new Set(made.map(({ answer }) => answer.filename)).size).toBe(1);
    const rows = await at.world.db.query.selectFrom('image_file').select('id').where('snapshot_frame', '=', 5).execute();
    expect(rows).toHaveLength(1);
  });
});

/** Syntaxes of which decoders differ in the last bit: JPEG baseline and extended, and JPEG XL made from it. */
const LOSSY = new Set(['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51', '1.2.840.10008.1.2.4.111', '1.2.840.10008.1.2.4.112']);

interface Entry {
  file: string;
  set: string;
  number_of_frames_effective: number | null;
  oracle: { stored?: { sha256_last_frame?: string; definition?: string } };
}

describe('a snapshot of a clip with known truth', () => {
  let set: TestSet;
  let at: SnapshotWorld;
  beforeAll(async () => {
    set = await makeTestSet();
    const image = set.images.find(({ file }) => file.endsWith('-clip-vector.dcm'))!;
    const bytes = new Uint8Array(await readFile(path.join(set.folder, image.file)));
    const folder = await temporaryFolder('truth');
    at = await SnapshotWorld.make({ kind: 'sqlite', file: path.join(folder, 'records.sqlite') }, memorySource([{ name: 'clip', bytes }]));
  }, 120_000);
  afterAll(async () => {
    await at?.close();
    await set?.remove();
  });

  it('measures what its source measures, to the bit, and what is true', async () => {
    const [source] = await at.imported();
    const image = set.images.find(({ file }) => file.endsWith('-clip-vector.dcm'))!;
    const truth = JSON.parse(await readFile(path.join(set.folder, image.file.replace('.dcm', '.truth.json')), 'utf8')) as Truth;
    const chamber = truth.four_chamber!;
    const end_diastole = chamber.end_diastole_frames[0]!;
    const { answer } = await at.snapshot({ filename: source!.filename, frame: end_diastole });
    const area = async (key: string, frame: number): Promise<number | null | undefined> => {
      const metadata = await at.metadata(key);
      const record = traced(truth, metadata.sop_instance_uid, 'x.dcm');
      const [events] = record.cardiac_events;
      const [cycle] = record.segmentation;
      const lines = cycle!.end_diastole!.lines.map((line) => ({ ...line, frame_number: frame }));
      const study = at.engine.study(AREA_ALONE, NOBODY);
      study.setFile(record.instance_id, metadata);
      study.setImage({
        ...record,
        cardiac_events: [{ id: events!.id, end_diastole: frame }],
        segmentation: [{ end_diastole: { ...cycle!.end_diastole!, lines } }],
      });
      const found = await study.evaluate();
      study.close();
      if (!found.ok) throw new Error(found.error.message);
      return found.value[0]?.measurements.find(({ name }) => name === 'LV area ED')?.value[0];
    };
    const before = await area(source!.object_sha256, end_diastole);
    const after = await area((await at.row(answer.filename)).object_sha256, 1);
    expect(after).toBe(before);
    const known = chamber.frames[end_diastole - 1]!.area_cm2;
    // The truth is a smooth curve, the record its points.
    expect(Math.abs((after ?? Number.NaN) / known - 1)).toBeLessThan(0.01);
  });
});

describe.runIf(there)('snapshots of real files', () => {
  let at: SnapshotWorld;
  let folder: string;
  const files = new Map<string, { source: Awaited<ReturnType<SnapshotWorld['imported']>>[number]; file: string; key: string }>();
  beforeAll(async () => {
    folder = await temporaryFolder('snapshots');
    at = await SnapshotWorld.make(
      { kind: 'sqlite', file: path.join(folder, 'records.sqlite') },
      await folderSource(path.join(SHARED, 'real-dicom', 'us')),
    );
    for (const source of await at.imported()) {
      const { status, answer, error } = await at.snapshot({ filename: source.filename, frame: source.frames_available ?? 1 });
      if (status !== 200) throw new Error(`${source.transfer_syntax_uid}: ${error.message}`);
      const { object_sha256: key } = await at.row(answer.filename);
      const file = path.join(folder, answer.filename);
      await writeFile(file, await at.bytes(key));
      files.set(answer.filename, { source, file, key });
    }
  }, 300_000);
  afterAll(() => at.close());

  /** dciodvfy does not count the retired class of ultrasound clips as one of multi-frame images, which it is (PS3.6). */
  const isRetiredClip = (file: string, line: string): boolean =>
    line.includes('<ReferencedFrameNumber>') && readFileSync(file).includes(`1.2.840.10008.5.1.4.1.1.3\0`);

  it('raise no error of dciodvfy, of clips, of single images and of colours with shared chroma alike', async () => {
    await ensureEncoders();
    const errors = [...files.values()].flatMap(({ file, source }) => {
      const { stdout, stderr } = spawnSync('dciodvfy', [file], { encoding: 'utf8' });
      return `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line.startsWith('Error') && !isRetiredClip(file, line))
        .map((line) => `${source.transfer_syntax_uid} ${source.width} x ${source.height}: ${line}`);
    });
    expect(errors).toEqual([]);
  });

  it('hold the samples that independent decoders found in the last frame', async () => {
    const manifest = JSON.parse(readFileSync(path.join(SHARED, 'real-dicom', 'manifest.json'), 'utf8')) as { files: Entry[] };
    const entries = manifest.files.filter(({ set, oracle }) => set === 'us' && oracle.stored?.sha256_last_frame !== undefined);
    const known = new Set(entries.map(({ oracle }) => oracle.stored?.sha256_last_frame));
    expect(known.size).toBeGreaterThan(15);
    const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'raw_samples.py');
    const compared = [...files.values()].filter(({ source }) => !LOSSY.has(source.transfer_syntax_uid));
    const paths = compared.map(({ file }) => file);
    const hashes = execFileSync(await ensureReaders(), [script, ...paths], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const wrong = compared.filter((_, place) => !hashes[place]!.split(' ').some((hash) => known.has(hash)));
    expect(wrong.map(({ source }) => [source.transfer_syntax_uid, source.width, source.height])).toEqual([]);
  });

  it('keep the calibration of their source to the bit', async () => {
    for (const { source, key } of files.values()) {
      const [before, after] = [await at.metadata(source.object_sha256), await at.metadata(key)];
      expect(after.doppler_regions).toEqual(before.doppler_regions);
      expect(after.flow_region).toEqual(before.flow_region);
      expect(after.pixel_spacing).toEqual(before.pixel_spacing);
      expect(after.number_of_frames).toBe(1);
    }
  });

  it('show the colours of the frame', async () => {
    const rgb = async (key: string, frame: number) => {
      const opened = await at.engine.open(await at.bytes(key));
      if (!opened.ok) throw new Error(opened.error.message);
      const icon = await at.engine.icon(opened.value, { frame_number: frame, max_width: 4096, max_height: 4096 });
      at.engine.release(opened.value);
      return icon.ok ? sha256(icon.value) : icon.error.message;
    };
    for (const { source, key } of files.values())
      expect(await rgb(key, 1)).toBe(await rgb(source.object_sha256, source.frames_available ?? 1));
  });

  it.runIf(hasDcmtk)('open in dcmtk without a complaint', () => {
    for (const { file } of files.values()) {
      const dumped = spawnSync('dcmdump', ['-q', file], { encoding: 'utf8' });
      expect([file, dumped.status, dumped.stderr]).toEqual([file, 0, '']);
    }
  });

  it('open in pydicom with one frame of the size of the source', async () => {
    const script =
      'import sys, hashlib, pydicom\nfor f in sys.argv[1:]:\n d = pydicom.dcmread(f); print(d.Rows, d.Columns, d.SourceImageSequence[0].ReferencedSOPInstanceUID, len(d.PixelData))';
    const lines = execFileSync(await ensureReaders(), ['-c', script, ...[...files.values()].map(({ file }) => file)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(lines.map((line) => line.split(' ').slice(0, 3))).toEqual(
      [...files.values()].map(({ source }) => [String(source.height), String(source.width), source.instance_id]),
    );
  });
});
