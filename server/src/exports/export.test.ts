import { createHash } from 'node:crypto';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage, SequenceLines, StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportContents, ExportRequest } from '@echometry/contract/records/export.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import golden from '../../../fixtures/golden/study/cases.json' with { type: 'json' };
import { databases } from '../../test/databases.ts';
import { dicomFile, type Element, us } from '../../test/dicom-file.ts';
import { csvRecords, csvRows, unzipped } from '../../test/exported.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { pack } from '../db/document.ts';
import { findProject } from '../db/projects.ts';
import { polygonArea } from './formats/raster.ts';
import { archivePath } from './archive-path.ts';
import { previewRows } from './preview-rows.ts';
import { runExport } from './run-export.ts';

/** A head drawn as an ellipse of 250 and 200 px, 0.02 cm each: values by closed forms (fixtures/golden/study). */
/** Formats of numbers that the schema of the record names. */
const FORMATS = { double: true, uint32: true, uint64: true, int64: true, uint8: true, int32: true, uint16: true, uint: true } as const;

const HEAD = golden.cases.find(({ id }) => id === 'still-head')!;
const EXPECTED = HEAD.expected as { name: string; aggregate: number }[];
const DRAWN = HEAD.images[0] as unknown as Pick<AnalysisImage, 'segmentation'> & { metadata: StoredMetadata };
/** A value that the drawing does not give, stored all the same. */
const WRONG_OFD = 99;

const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');
const REVIEWER = emailOf('Reviewer');

const ul = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const fd = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

describe.each(databases())('an export on $name', ({ seeded }) => {
  let world: World;
  let engine: EngineClient;
  let exportsFolder: string;
  let projectId: number;

  const head = (n: number, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
    ...world.images[n]!,
    type: 'Head butterfly',
    view: 'Head, transthalamic',
    modality: '2D',
    segmentation: DRAWN.segmentation,
    is_segmented: true,
    reference: n === 0,
    ...more,
  });
  /** The editor's work, as the tests begin with it. */
  const firstWork = (): AnalysisImage[] => [
    head(0, { measurements: [{ name: 'OFD', type: 'line-distance', value: [WRONG_OFD], units: 'mm' }] }),
    head(1),
    { ...world.images[2]!, type: 'Head butterfly' },
  ];
  const save = async (email: string, role: RoleName, images: AnalysisImage[], sequences?: SequenceLines[]) => {
    world.now += 1000;
    const { status, answer, error } = await world.call(CALLS.analysisUpdate, {
      token: await world.tokenOf(email, role),
      body: { ...world.save(email, images), ...(sequences && { sequences }) },
    });
    if (status !== 200 || answer.conflict !== false) throw new Error(`not saved: ${JSON.stringify(error)}`);
  };

  beforeAll(async () => {
    world = await World.make(await seeded());
    engine = await createEngine({ workers: 1 });
    exportsFolder = await temporaryFolder('exports');
    const { query } = world.db;
    projectId = (await findProject(query, { key: PROJECT._id }))!.id;
    const { bytes } = await pack(DRAWN.metadata);
    await query.updateTable('image_file').set({ metadata: bytes }).execute();
    await query.updateTable('study').set({ data_type: 'fetal' }).execute();
    await query.updateTable('patient').set({ patient_show: '=HYPERLINK("x"),\r\n1' }).execute();
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    await save('editor2@test', 'Editor', [head(0, { view: 'overtaken' })]);
    await save(BLIND, 'Ground-truth generator', [head(2)]);
    await save(EDITOR, 'Editor', firstWork());
    await save('tester@test', 'Editor', [head(0)]);
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  const place = () => ({
    db: world.db,
    engine,
    objects: world.objects,
    geometryFile: path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'),
    exportsFolder,
  });
  let made = 0;
  const exported = async (request: Partial<ExportRequest>): Promise<{ files: Map<string, Buffer>; contents: ExportContents }> => {
    const id = `export-${(made += 1)}`;
    const contents = await runExport(place(), {
      id,
      projectId,
      project: PROJECT._id,
      request: { ...defaultExport(request.type ?? 'measurements'), ...request },
      now: () => world.now,
      signal: new AbortController().signal,
      progress: () => undefined,
      log: () => undefined,
    });
    return { files: await unzipped(archivePath(exportsFolder, id)), contents };
  };
  const textOf = (files: Map<string, Buffer>, name: string): string => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new Error(`${name} is not among ${[...files.keys()].join(', ')}`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  };

  it('has a row for each value, with the numbers of the closed forms, unit and source', async () => {
    const { files, contents } = await exported({});
    const rows = csvRows(textOf(files, 'measurements.csv'));
    expect(contents.values).toBe(rows.length);
    for (const { name, aggregate } of EXPECTED) {
      const found = rows.filter((row) => row['measurement'] === name && row['editor'] === EDITOR && row['reference'] === 'true');
      expect(found.map((row) => [row['cycle'], row['aggregate_of']])).toEqual([
        ['1', ''],
        ['', '1'],
      ]);
      for (const row of found) expect(Number(row['value'])).toBeCloseTo(aggregate, 9);
    }
    const [ofd] = rows.filter((row) => row['measurement'] === 'OFD' && row['reference'] === 'true');
    expect(ofd).toMatchObject({ unit: 'mm', calibration_source: 'regions', class: 'direct', data_type: 'fetal', project: PROJECT._id });
  });

  it('has the guidelines in use for an adult, with the missing values; none for a fetus', async () => {
    expect(csvRows(textOf((await exported({})).files, 'guidelines.csv'))).toEqual([]);
    await world.db.query.updateTable('study').set({ data_type: 'adult' }).execute();
    const rows = csvRows(textOf((await exported({ editor: EDITOR })).files, 'guidelines.csv'));
    await world.db.query.updateTable('study').set({ data_type: 'fetal' }).execute();
    // Tables of two sources are in use by default; heads of fetuses have none of their inputs.
    expect(rows.map((row) => [row['guideline'], row['source'], row['editor']])).toEqual([
      ['ase2016.normal_ef', 'ASE/EACVI 2016', EDITOR],
      ['ase2015.ra_pressure', 'ESC/ERS 2015', EDITOR],
      ['esc2015.pulmonary_hypertension', 'ESC/ERS 2015', EDITOR],
    ]);
    expect(rows[1]).toMatchObject({
      grade: '',
      criteria: 'vein narrow: unknown; collapse over half: unknown; collapse under half: unknown',
      missing: 'IVC diameter; IVC collapse',
    });
  });

  it('grades by what was stated, and has the same grades in its documents, valid by their schema', async () => {
    const stated = [
      { name: 'IVC diameter', unit: 'mm', value: 18, source: 'person' },
      { name: 'IVC collapse', unit: '%', value: 60, source: 'administrator' },
    ];
    await world.db.query
      .updateTable('study')
      .set({ data_type: 'adult', stated: JSON.stringify(stated) })
      .execute();
    const { files } = await exported({ editor: EDITOR });
    const documents = (await exported({ type: 'segmentations', editor: EDITOR })).files;
    await world.db.query.updateTable('study').set({ data_type: 'fetal', stated: null }).execute();
    const row = csvRows(textOf(files, 'guidelines.csv')).find(({ guideline }) => guideline === 'ase2015.ra_pressure');
    // Rudski 2010: a vein up to 21 mm that collapses by more than half is 3 mmHg.
    expect(row).toMatchObject({ grade: '3 mmHg', missing: '', stated: 'IVC diameter: 18 mm; IVC collapse: 60 %' });
    const name = [...documents.keys()].find((file) => file.startsWith('json/') && file !== 'json/schema.json')!;
    const document = JSON.parse(textOf(documents, name)) as { study: object; guidelines: { guideline: string }[] };
    expect(document.study).toMatchObject({ stated });
    expect(document.guidelines.map(({ guideline }) => guideline)).toEqual([
      'ase2016.normal_ef',
      'ase2015.ra_pressure',
      'esc2015.pulmonary_hypertension',
    ]);
    expect(document.guidelines[1]).toEqual({
      guideline: 'ase2015.ra_pressure',
      source: 'ESC/ERS 2015',
      reference_version: expect.any(Number),
      grade: '3 mmHg',
      possible: ['3 mmHg'],
      criteria: [
        { criterion: 'vein narrow', result: 'met', decides: true },
        { criterion: 'collapse over half', result: 'met', decides: true },
        { criterion: 'collapse under half', result: 'not met', decides: false },
      ],
      missing: [],
      stated: [
        { input: 'IVC diameter', value: 18, unit: 'mm' },
        { input: 'IVC collapse', value: 60, unit: '%' },
      ],
    });
    const ajv = new Ajv({ strict: false, formats: FORMATS });
    const isValid = ajv.compile(JSON.parse(textOf(documents, 'json/schema.json')) as object);
    expect([isValid(document), isValid.errors]).toEqual([true, null]);
  });

  it('reports where the stored number differs, and exports the recomputed one', async () => {
    const { files, contents } = await exported({});
    const rows = csvRows(textOf(files, 'measurements.csv')).filter((row) => row['editor'] === EDITOR && row['reference'] === 'true');
    const of = (name: string) => rows.filter((row) => row['measurement'] === name).map((row) => row['recomputed_differs']);
    expect(of('OFD')).toEqual(['true', 'true']);
    expect(of('BPD')).toEqual(['', '']);
    expect(contents.differing).toBe(2);
  });

  it('holds the newest shared work and all blind work, marked, and never that of test users', async () => {
    const workOf = async (request: Partial<ExportRequest>) => {
      const { files } = await exported(request);
      const rows = csvRows(textOf(files, 'measurements.csv'));
      return [...new Set(rows.map((row) => `${row['editor']} ${row['blind']} ${row['role']}`))].sort();
    };
    expect(await workOf({})).toEqual([`${EDITOR} false Editor`, `${BLIND} true Ground-truth generator`].sort());
    expect(await workOf({ editor: 'editor2@test' })).toEqual(['editor2@test false Editor']);
    expect(await workOf({ editor: 'tester@test' })).toEqual([]);
    expect(await workOf({ study_type: 'Enrollment' })).toEqual([]);
  });

  it('chooses images by type, modality and reference', async () => {
    const imagesOf = async (request: Partial<ExportRequest>) =>
      new Set(csvRows(textOf((await exported({ editor: EDITOR, ...request })).files, 'measurements.csv')).map((row) => row['instance_id']));
    // The third image has nothing drawn.
    expect(await imagesOf({})).toEqual(new Set(['2.25.1.1', '2.25.1.2']));
    expect(await imagesOf({ all_files: false })).toEqual(new Set(['2.25.1.1']));
    expect(await imagesOf({ mode: 'M-Mode' })).toEqual(new Set());
    expect(await imagesOf({ image_type: 'Head butterfly', mode: '2D' })).toEqual(new Set(['2.25.1.1', '2.25.1.2']));
  });

  it('is safe to open in a spreadsheet, and read back as it was', async () => {
    const { files } = await exported({ formats: ['csv-long'] });
    const text = textOf(files, 'measurements.csv');
    expect(csvRows(text)[0]!['patient']).toBe('\'=HYPERLINK("x"),\r\n1');
    for (const record of csvRecords(text)) for (const cell of record) expect(cell).not.toMatch(/^[=+@\t\r]/);
  });

  it('has wide tables of the same numbers, by image and by study, with the views above them when asked', async () => {
    const { files } = await exported({ formats: ['csv-wide'], editor: EDITOR, view_header: true });
    const column = 'Head butterfly: OFD [mm]';
    const [views = [], header = [], ...byImage] = csvRecords(textOf(files, 'measurements_by_image.csv'));
    expect(byImage.map((row) => [row[header.indexOf('instance_id')], Number(row[header.indexOf(column)])])).toEqual([
      ['2.25.1.1', 100],
      ['2.25.1.2', 100],
    ]);
    expect(views[header.indexOf(column)]).toBe('Head, transthalamic');
    // Of two images with the value, the reference counts.
    const [, names = [], ...byStudy] = csvRecords(textOf(files, 'measurements_by_study.csv'));
    expect(byStudy.map((row) => Number(row[names.indexOf(column)]))).toEqual([100]);
    expect(files.has('measurements.csv')).toBe(false);
  });

  it('leaves a cell empty where several images would do, and lists it', async () => {
    await save('editor2@test', 'Editor', [head(0, { reference: false }), head(1)]);
    const { files } = await exported({ formats: ['csv-wide'], editor: 'editor2@test' });
    const [row] = csvRows(textOf(files, 'measurements_by_study.csv'));
    expect(row!['Head butterfly: OFD [mm]']).toBe('');
    expect(textOf(files, 'left_out.csv')).toContain('several values of Head butterfly: OFD [mm]');
    await save(EDITOR, 'Editor', [head(0), head(1)]);
  });

  it('lists the values that an unreadable file leaves empty', async () => {
    const rows = csvRows(textOf((await exported({ editor: EDITOR })).files, 'left_out.csv'));
    expect(rows).toContainEqual({
      study_id: world.studyId,
      editor: EDITOR,
      reviewer: '',
      version: expect.stringMatching(/^\d+$/) as string,
      instance_id: '2.25.1.1',
      format: '',
      reason: 'its file could not be read: what needs frame times has no value',
    });
  });

  it('holds the analysis as stored, valid by the schema in the archive, and curves on their ellipse', async () => {
    const { files } = await exported({ type: 'segmentations', editor: EDITOR });
    const [name] = [...files.keys()].filter((file) => file.startsWith('json/') && file !== 'json/schema.json');
    expect(name).toBe(`json/${world.studyId}__${EDITOR}.json`);
    const document = JSON.parse(textOf(files, name!)) as {
      images: AnalysisImage[];
      lines: { curve_px: [number, number][]; reason: string | null }[];
    };
    const ajv = new Ajv({ strict: false, formats: FORMATS });
    const isValid = ajv.compile(JSON.parse(textOf(files, 'json/schema.json')) as object);
    isValid(document);
    expect(isValid.errors).toBeNull();
    isValid({ ...document, images: [{ ...document.images[0], surprise: 1 }] });
    expect(isValid.errors).not.toBeNull();
    expect(document.images[0]!.segmentation).toEqual(
      DRAWN.segmentation.map((cycle) =>
        expect.objectContaining({
          lines: cycle.lines?.map(({ points }) =>
            expect.objectContaining({ points: points.map(({ x, y }) => expect.objectContaining({ x, y })) }),
          ),
        }),
      ),
    );
    for (const { curve_px } of document.lines) {
      expect(curve_px.length).toBeGreaterThan(40);
      // As the engine measures it: a polygon of 400 positions has 0.004 % less area than the ellipse.
      expect(Math.abs(polygonArea(curve_px.map(([x, y]) => ({ x, y }))) / (Math.PI * 250 * 200) - 1)).toBeLessThan(1e-4);
      for (const [x, y] of curve_px) expect(((x - 400) / 250) ** 2 + ((y - 400) / 200) ** 2).toBeCloseTo(1, 9);
    }
  });

  it('has the lines on every frame in files that are named by their hash, once', async () => {
    const lines: SequenceLines = {
      format: 1,
      lines: [
        { name: 'Head', shape: 'oval', types: ['a'], frames: [{ frame_number: 1, points: [[0.1, 2]], quality: [0.5], drift_px: [null] }] },
      ],
    };
    const lines_sha256 = createHash('sha256').update(JSON.stringify(lines)).digest('hex');
    const sequence = { from_frame: 1, to_frame: 2, method: 'speckle-tracking', method_version: '3', anchors: [], lines_sha256 };
    const cycles = DRAWN.segmentation.map((cycle) => ({ ...cycle, sequence }));
    await save(EDITOR, 'Editor', [head(0, { segmentation: cycles }), head(1, { segmentation: cycles })], [lines]);
    for (const single_file of [false, true]) {
      const { files } = await exported({ type: 'segmentations', editor: EDITOR, single_file });
      const named = [...files].filter(([name]) => name.startsWith('json/sequences/'));
      expect(named.map(([name]) => name)).toEqual([`json/sequences/${lines_sha256}.json`]);
      expect(createHash('sha256').update(named[0]![1]).digest('hex')).toBe(lines_sha256);
    }
    // No cycle is marked, so the lines belong to no frames that are marked now.
    const { files } = await exported({ editor: EDITOR });
    expect(csvRows(textOf(files, 'cycle_curves.csv'))).toEqual([]);
    expect(textOf(files, 'left_out.csv')).toContain('cycle 1 has changed since its frames were followed');
    await save(EDITOR, 'Editor', firstWork());
  });

  it('is one file of all works when asked for', async () => {
    const { files } = await exported({ type: 'segmentations', single_file: true });
    const { works } = JSON.parse(textOf(files, 'json/export.json')) as { works: { work: { editor: string } }[] };
    expect(works.map(({ work }) => work.editor).sort()).toEqual([EDITOR, BLIND].sort());
  });

  it('takes the stored files with it when asked for, byte for byte', async () => {
    const { files } = await exported({ type: 'segmentations', images: true, editor: EDITOR, all_files: false });
    const [, bytes] = [...files].find(([name]) => name.startsWith(`dicom/${world.studyId}/`))!;
    expect(bytes.toString()).toBe('object 1 of a study');
  });

  it('names every file with its hash in the manifest, with versions, filters and time', async () => {
    const { files } = await exported({});
    const manifest = JSON.parse(textOf(files, 'manifest.json')) as { files: { path: string; sha256: string; size_bytes: number }[] };
    expect(manifest.files.map((file) => file.path).sort()).toEqual([...files.keys()].filter((name) => name !== 'manifest.json').sort());
    for (const { path: name, sha256, size_bytes } of manifest.files) {
      const bytes = files.get(name)!;
      expect([name, size_bytes, sha256]).toEqual([name, bytes.length, createHash('sha256').update(bytes).digest('hex')]);
    }
    expect(manifest).toMatchObject({
      made_at: new Date(world.now).toISOString(),
      filters: defaultExport('measurements'),
      config_versions: { echo_measurements: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });

  it('carries no key of the import and no original identity', async () => {
    const { files } = await exported({ type: 'segmentations', images: true });
    const { patient_key } = await world.db.query.selectFrom('patient').select('patient_key').executeTakeFirstOrThrow();
    for (const [name, bytes] of files) expect([name, bytes.includes(`"${patient_key}"`)]).toEqual([name, false]);
  });

  it('shows the first rows beforehand as in the file', async () => {
    const request = { ...defaultExport('measurements'), editor: EDITOR };
    const preview = await previewRows(place(), { projectId, project: PROJECT._id, request, signal: new AbortController().signal });
    const [header, ...records] = csvRecords(textOf((await exported({ editor: EDITOR })).files, 'measurements.csv'));
    expect(preview.columns).toEqual(header);
    expect(preview.rows).toEqual(records.slice(0, preview.rows.length));
    expect(preview).toMatchObject({ works: 1, complete: records.length === preview.rows.length });
  });

  /** Region of 1000 x 800 px with 0.02 cm for a pixel to both sides (PS3.3 C.8.5.5). */
  const region: Element[] = [
    { tag: [0x18, 0x6012], vr: 'US', value: us(1) },
    { tag: [0x18, 0x6014], vr: 'US', value: us(1) },
    { tag: [0x18, 0x6016], vr: 'UL', value: ul(0) },
    { tag: [0x18, 0x6018], vr: 'UL', value: ul(0) },
    { tag: [0x18, 0x601a], vr: 'UL', value: ul(0) },
    { tag: [0x18, 0x601c], vr: 'UL', value: ul(999) },
    { tag: [0x18, 0x601e], vr: 'UL', value: ul(799) },
    { tag: [0x18, 0x6024], vr: 'US', value: us(3) },
    { tag: [0x18, 0x6026], vr: 'US', value: us(3) },
    { tag: [0x18, 0x602c], vr: 'FD', value: fd(0.02) },
    { tag: [0x18, 0x602e], vr: 'FD', value: fd(0.02) },
  ];

  it('has curves in centimetres by the scale of the file', async () => {
    const bytes = dicomFile({
      patientId: 'P',
      uid: '2.25.1.1',
      studyUid: '2.25.1',
      date: '20260102',
      rows: 800,
      columns: 1000,
      extra: [{ tag: [0x18, 0x6011], vr: 'SQ', value: [region] }],
    });
    const { query } = world.db;
    const object_sha256 = await world.objects.put(bytes);
    await query
      .insertInto('stored_object')
      .values({
        sha256: object_sha256,
        size_bytes: bytes.length,
        media_type: 'application/dicom',
        deid_profile: null,
        created_at: world.now,
      })
      .execute();
    await query.updateTable('image_file').set({ object_sha256, size_bytes: bytes.length }).where('instance_id', '=', '2.25.1.1').execute();
    const { files } = await exported({ type: 'segmentations', editor: EDITOR, all_files: false });
    const { lines } = JSON.parse(textOf(files, `json/${world.studyId}__${EDITOR}.json`)) as {
      lines: { units: string[] | null; points: [number, number][]; curve: [number, number][]; curve_px: [number, number][] }[];
    };
    expect(lines).toHaveLength(1);
    const [line] = lines;
    expect(line!.units).toEqual(['cm', 'cm']);
    expect(line!.curve).toHaveLength(line!.curve_px.length);
    // Half axes of 5 and 4 cm; the middle is where the axis counts from, which differences leave out.
    const [a, b, c] = line!.points;
    const middle = [(a![0] + b![0]) / 2, (a![1] + b![1]) / 2] as const;
    expect(Math.hypot(a![0] - b![0], a![1] - b![1])).toBeCloseTo(10, 9);
    expect(Math.hypot(c![0] - middle[0], c![1] - middle[1])).toBeCloseTo(4, 9);
    for (const [x, y] of line!.curve) expect(((x - middle[0]) / 5) ** 2 + ((y - middle[1]) / 4) ** 2).toBeCloseTo(1, 9);
  });

  it('holds the copies of reviewers that reached a check point, with both people named, and no draft', async () => {
    const request = { data: 'review', validated_only: false } as const;
    const body = { id: world.studyId, editor: EDITOR, reviewer: REVIEWER, ...SCOPE };
    const token = await world.tokenOf(REVIEWER, 'Reviewer');
    const own = head(0, { view: 'Head, transventricular' });
    const made = await world.call(CALLS.reviewsCreate, { token, body: { ...body, review: [own], missing_images: [] } });
    expect([made.status, made.answer.conflict]).toEqual([200, false]);
    const ofDraft = (await exported(request)).files;
    expect(csvRows(textOf(ofDraft, 'measurements.csv'))).toEqual([]);
    expect(csvRows(textOf(ofDraft, 'left_out.csv'))).toMatchObject([
      { editor: EDITOR, reviewer: REVIEWER, instance_id: '', reason: 'the review is a draft: it has not reached a checkpoint' },
    ]);
    const checked = await world.call(CALLS.reviewsValidate, { token, body: { ...body, control: true } });
    expect(checked.status).toBe(200);
    const rows = csvRows(textOf((await exported(request)).files, 'measurements.csv'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ editor: EDITOR, reviewer: REVIEWER, role: 'Reviewer', view: 'Head, transventricular', blind: 'false' });
    expect(rows[0]!['version']).toMatch(/^r\d+$/);
    expect(rows[0]).toMatchObject({
      review_state: 'checkpoint',
      validated: 'false',
      changed_since: 'false',
      consensus_of: '',
      finished_with_reason: '',
    });
    for (const { name, aggregate } of EXPECTED)
      expect(Number(rows.find((row) => row['measurement'] === name)!['value'])).toBeCloseTo(aggregate, 9);
    expect(csvRows(textOf((await exported({ ...request, editor: 'editor2@test' })).files, 'measurements.csv'))).toEqual([]);

    // By default, an export of reviews has the validated images only.
    const validated = async (): Promise<string[]> =>
      csvRows(textOf((await exported({ data: 'review' })).files, 'measurements.csv')).map((row) => row['validated']!);
    expect(await validated()).toEqual([]);
    const confirmed = { ...body, review: [{ ...own, validated: true }], missing_images: [] };
    expect((await world.call(CALLS.reviewsValidate, { token, body: { ...confirmed, control: true } })).status).toBe(200);
    expect(new Set(await validated())).toEqual(new Set(['true']));
  });

  describe('of work without a line', () => {
    const OTHER = 'editor2@test';
    const labelled = (n: number, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
      ...world.images[n]!,
      type: 'Head butterfly',
      view: 'Head, transthalamic',
      modality: '2D',
      ...more,
    });
    const score = { sections: [{ name: 'General', items: [{ name: 'Depth', options: ['good', 'bad'], value: 'good' }] }] };
    beforeAll(() =>
      save(OTHER, 'Editor', [
        labelled(0, { reference: true }),
        labelled(1, { cardiac_events: [{ id: 'c1', end_diastole: 1, end_systole: 2 }] }),
        labelled(2, { score }),
      ]),
    );

    it('has every analysis of the project in its tables or in the list of what is left out, with the reason', async () => {
      const heads = await world.db.query
        .selectFrom('analysis_head')
        .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
        .select(['user_account.email', 'analysis_head.version_id'])
        .execute();
      const { files } = await exported({});
      const known = [
        ...csvRows(textOf(files, 'analyses.csv')),
        ...csvRows(textOf(files, 'left_out.csv')).filter((row) => row['instance_id'] === ''),
      ];
      expect(known.map((row) => `${row['editor']} ${row['version']}`).sort()).toEqual(
        heads.map(({ email, version_id }) => `${email} ${version_id}`).sort(),
      );
      const reasons = csvRows(textOf(files, 'left_out.csv')).map((row) => `${row['editor']}: ${row['reason']}`);
      expect(reasons).toContain(`${EDITOR}: ${OTHER} continued this analysis, and the newer version is exported`);
      expect(reasons).toContain('tester@test: it is the work of a test user');
      expect(textOf(files, 'README.md')).toContain(`- ${world.studyId}, tester@test: it is the work of a test user`);
    });

    it('has its labels, marks, scores and reference marks in CSV and JSON', async () => {
      const { files } = await exported({ editor: OTHER });
      expect(
        csvRows(textOf(files, 'images.csv')).map((row) => [row['instance_id'], row['image_type'], row['reference'], row['cycles']]),
      ).toEqual([
        ['2.25.1.1', 'Head butterfly', 'true', '0'],
        ['2.25.1.2', 'Head butterfly', 'false', '1'],
        ['2.25.1.3', 'Head butterfly', 'false', '0'],
      ]);
      expect(csvRows(textOf(files, 'cycles.csv'))).toMatchObject([
        { instance_id: '2.25.1.2', cycle: '1', end_diastole: '1', end_systole: '2', onset_start: '', excluded: '' },
      ]);
      expect(csvRows(textOf(files, 'quality.csv'))).toMatchObject([
        { instance_id: '2.25.1.3', section: 'General', question: 'Depth', answer: 'good' },
      ]);
      const json = await exported({ type: 'segmentations', editor: OTHER });
      const { images } = JSON.parse(textOf(json.files, `json/${world.studyId}__${OTHER}.json`)) as { images: AnalysisImage[] };
      expect(images.map(({ instance_id }) => instance_id)).toEqual(['2.25.1.1', '2.25.1.2', '2.25.1.3']);
    });

    it('is listed for each format that needs lines, in the archive, its README and the preview before it', async () => {
      const request = { type: 'segmentations', editor: OTHER, formats: ['masks', 'coco', 'echonet', 'camus'] } as const;
      const { files } = await exported({ ...request, formats: [...request.formats] });
      const listed = csvRows(textOf(files, 'left_out.csv')).filter((row) => row['instance_id'] === '2.25.1.1');
      expect(listed.map((row) => `${row['format']}: ${row['reason']}`)).toEqual([
        'masks: no line is finished; CSV and JSON have the rest of the work',
        'coco: no line is finished; CSV and JSON have the rest of the work',
        'echonet: EchoNet-Dynamic holds only apical four-chamber clips',
        'camus: CAMUS holds only apical four- and two-chamber clips',
      ]);
      for (const row of listed) expect(textOf(files, 'README.md')).toContain(`- ${row['format']}: ${row['reason']} (3)`);
      const order = { projectId, project: PROJECT._id, signal: new AbortController().signal };
      const preview = await previewRows(place(), {
        ...order,
        request: { ...defaultExport('segmentations'), ...request, formats: [...request.formats] },
      });
      expect(preview.left_out.images.map(({ format, reason, count }) => [`${format}: ${reason}`, count])).toEqual(
        listed.map((row) => [`${row['format']}: ${row['reason']}`, 3]),
      );
      const all = await previewRows(place(), { ...order, request: defaultExport('segmentations') });
      expect(all.left_out.works).toContainEqual({
        study_id: world.studyId,
        editor: 'tester@test',
        reviewer: null,
        reason: 'it is the work of a test user',
      });
    });

    it('reports that no image of an analysis matches the filters', async () => {
      const rows = csvRows(textOf((await exported({ all_files: false })).files, 'left_out.csv'));
      expect(rows).toContainEqual(
        expect.objectContaining({ editor: BLIND, instance_id: '', reason: 'no image matches the filters of the export' }),
      );
    });
  });
});
