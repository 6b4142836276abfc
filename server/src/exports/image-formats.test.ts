/** The formats of lines and reports of a study that was imported and traced like the demo: real files, frames by the engine. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { csvRows } from '../../test/exported.ts';
import { evaluatedByEngine, evaluateFile } from '../../test/evaluated.ts';
import { TracedStudy } from '../../test/traced-study.ts';
import { parseEchonet } from '../imports/predictions/echonet.ts';
import type { Workspace } from '../workspace/workspace.ts';

const PREPARING_MS = 600_000;
/** Allowed difference between the pixels of a mask and the area of its curve. */
const AREA_SHARE = 0.01;

interface Loaded {
  measurements: { rows: number; values: number };
  work: Record<'analyses' | 'images' | 'cycles' | 'quality', number>;
  left_out: number;
  lines: number;
  masks: { frames: number; structures: string[]; set: number };
  coco: { areas: number; lines: number };
  echonet: { videos: number; tracings: number; frames: number[] };
  camus: { views: number; labels: number[] };
  segmentations: { contours: number; structures: string[]; set: number };
  observations: { rows: number; values: number };
  redcap: { records: number; fields: number };
  bids: { clips: number; events: number; values: number };
  reports: { numbers: number; templates: string[] };
}

/** By how much the stored end-diastolic volumes are other ones than the engine computes of their lines. */
const OTHER_ML = 50;
let folder: string;
let study: TracedStudy;
let workspace: Workspace;
let files: Map<string, Buffer>;
let readme = '';
let left_out = 0;
const named = (start: string, end: string): string[] => [...files.keys()].filter((name) => name.startsWith(start) && name.endsWith(end));
const rowsOf = (name: string): Record<string, string>[] => csvRows(files.get(name)?.toString('utf8') ?? '');

/** The exported DICOM files in a separate folder, for the command line. */
async function unpackedDicom(): Promise<string> {
  const dicom = path.join(folder, 'dicom');
  await mkdir(dicom, { recursive: true });
  for (const name of named('dicom/', '.dcm')) await writeFile(path.join(dicom, path.basename(name)), files.get(name) ?? '');
  return dicom;
}

const raised = (value: number | null): number | null => (value === null ? null : value + OTHER_ML);

beforeAll(async () => {
  study = await TracedStudy.make('C01');
  ({ folder, workspace } = study);
  await study.change((image) => ({
    ...image,
    measurements: image.measurements.map((one) => (one.name === 'LV EDV' ? { ...one, value: one.value.map(raised) } : one)),
  }));
  files = new Map();
  for (const type of ['segmentations', 'measurements'] as const) {
    const made = await study.exported(type);
    for (const [name, content] of made.files) files.set(name, content);
    readme += made.files.get('README.md')?.toString('utf8') ?? '';
    left_out += made.contents.left_out;
  }
}, PREPARING_MS);
afterAll(() => study?.close());

describe('an export of a traced study', () => {
  it('has the files of every format, and the README names each folder', () => {
    expect(named('masks/', '.png').length).toBeGreaterThan(3);
    expect(named('masks/', 'clip.nii.gz').length).toBeGreaterThan(1);
    // Open lines have pictures and no area.
    expect(named('coco/images/', '.png').length).toBeGreaterThan(named('masks/', '.png').length);
    expect(named('echonet/Videos/', '.avi')).toHaveLength(rowsOf('echonet/FileList.csv').length);
    expect(named('sr/', '_tid1500.dcm').length).toBeGreaterThan(3);
    for (const folder of ['masks', 'coco', 'echonet', 'camus', 'bids', 'seg', 'sr', 'fhir', 'redcap'])
      expect(readme).toContain(`## ${folder}/`);
    expect(left_out).toBeGreaterThan(0);
  });

  it(
    'has masks of the area that is measured, by pixels of the stored size',
    async () => {
      const python = await ensureReaders();
      const values = rowsOf('measurements.csv').filter(({ measurement, cycle }) => measurement === 'LA area ES' && cycle === '1');
      expect(values.length).toBeGreaterThan(0);
      for (const { instance_id, value, unit } of values) {
        expect(unit).toBe('cm2');
        const frame = rowsOf('masks/frames.csv').find(
          (row) => row['instance_id'] === instance_id && row['event'] === 'end_systole' && row['cycle'] === '1',
        );
        const mask = path.join(folder, 'mask.png');
        await writeFile(mask, files.get(frame?.['path'] ?? '') ?? Buffer.alloc(0));
        const legend = JSON.parse(files.get('masks/legend.json')?.toString('utf8') ?? '{}') as {
          structures: { index: number; name: string }[];
        };
        const index = legend.structures.find(({ name }) => name === 'LA endo')?.index ?? -1;
        const count = 'import sys, numpy, PIL.Image as I; print(int((numpy.array(I.open(sys.argv[1])) == int(sys.argv[2])).sum()))';
        const pixels = Number(execFileSync(python, ['-c', count, mask, String(index)], { encoding: 'utf8' }));
        const area = (pixels * Number(frame?.['pixel_height_mm']) * Number(frame?.['pixel_width_mm'])) / 100;
        expect(Math.abs(area / Number(value) - 1)).toBeLessThan(AREA_SHARE);
      }
    },
    PREPARING_MS,
  );

  it('writes recomputed values in every format of values, and reports where other ones are stored', () => {
    const [source] = rowsOf('echonet/sources.csv');
    expect(source?.['recomputed_differs']).toBe('true');
    // The fraction was stored as it is computed.
    expect(rowsOf('camus/patients.csv').map((row) => row['recomputed_differs'])).not.toContain('true');
    const [computed] = rowsOf('measurements.csv').filter(
      (row) => row['measurement'] === 'LV EDV' && row['instance_id'] === source?.['instance_id'] && row['cycle'] === '1',
    );
    expect(computed?.['recomputed_differs']).toBe('true');
    const reports = named('sr/', '_tid1500.dcm').map((name) => files.get(name)?.toString('latin1') ?? '');
    const words = reports.flatMap((text) => /Stored with the analysis: ([\d.]+)/.exec(text)?.[1] ?? []);
    expect(words.map(Number)).toContainEqual(expect.closeTo(Number(computed?.['value']) + OTHER_ML, 6));
  });

  it('has the numbers of `engine evaluate` in its tables, to the last bit, and no other ones', async () => {
    const rows = rowsOf('measurements.csv').filter((row) => row['kind'] !== '' && row['class'] !== 'caliper' && row['value'] !== '');
    const versions = [...new Set(rows.map((row) => Number(row['version'])))];
    expect(versions.length).toBeGreaterThan(0);
    for (const version of versions) {
      const mine = rows.filter((row) => Number(row['version']) === version);
      const written = mine.map((row) => [row['instance_id'], row['measurement'], row['cycle'], Number(row['value'])]);
      const evaluated = await evaluatedByEngine(workspace, version, path.join(folder, `evaluated-${version}`));
      expect(evaluated.length).toBeGreaterThan(20);
      expect(written.map((value) => JSON.stringify(value)).sort()).toEqual(evaluated.map((value) => JSON.stringify(value)).sort());
    }
  });

  it('has JSON that `engine evaluate` computes the stored values of, indexed ones too, from the files next to it', async () => {
    const dicom = await unpackedDicom();
    const documents = named('json/', '.json').filter((name) => name !== 'json/schema.json');
    const indexed: number[] = [];
    let compared = 0;
    for (const name of documents) {
      const analysis = path.join(folder, path.basename(name));
      await writeFile(analysis, files.get(name) ?? '');
      const valuesOf = (images: Pick<AnalysisImage, 'instance_id' | 'measurements'>[]) =>
        images.flatMap(({ instance_id, measurements }) =>
          measurements
            // Other volumes are stored on purpose.
            .filter((one) => one.series === undefined && one.name !== 'LV EDV')
            .map((one) => [instance_id, one.name, one.value, one.aggregate ?? null, one.normal?.indexed ?? null] as const),
        );
      const stored = valuesOf((JSON.parse(files.get(name)?.toString('utf8') ?? '') as { images: AnalysisImage[] }).images);
      const evaluated = new Map(valuesOf(evaluateFile(analysis, dicom) as AnalysisImage[]).map((row) => [`${row[0]} ${row[1]}`, row]));
      compared += stored.length;
      for (const row of stored) expect(evaluated.get(`${row[0]} ${row[1]}`)).toEqual(row);
      indexed.push(...stored.flatMap((row) => (row[1].includes('index') ? row[2] : [row[4]])).filter((value) => value !== null));
    }
    expect(compared).toBeGreaterThan(20);
    expect(indexed.length).toBeGreaterThan(1);
    const [row] = rowsOf('analyses.csv');
    expect([row?.['height_source'], row?.['weight_source'], row?.['age_source'], row?.['sex_source']]).toEqual([
      'file',
      'file',
      'file',
      'file',
    ]);
    expect(Number(row?.['height_cm']) * Number(row?.['weight_kg'])).toBeGreaterThan(0);
  });

  it('has the values and marks of its tables next to the clips of the BIDS-like folder', () => {
    const tableOf = (name: string): Record<string, string>[] => {
      const [header = [], ...lines] = (files.get(name)?.toString('utf8') ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      return lines.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at] === 'n/a' ? '' : (cells[at] ?? '')])));
    };
    let compared = 0;
    for (const name of named('bids/', '_annotations.json')) {
      const { SOPInstanceUID, Version } = JSON.parse(files.get(name)!.toString('utf8')) as Record<string, string>;
      const ofClip = (row: Record<string, string>) => row['instance_id'] === SOPInstanceUID && row['version'] === Version;
      // The tables have reference images only.
      const rows = rowsOf('measurements.csv').filter((row) => ofClip(row) && row['reason'] !== 'only-stored');
      if (rows.length === 0) continue;
      const cellsOf = (row: Record<string, string>) =>
        ['measurement', 'cycle', 'value', 'unit', 'aggregate_of', 'reason', 'kind', 'engine_version'].map((column) => row[column]);
      expect(tableOf(name.replace('_annotations.json', '_values.tsv')).map(cellsOf)).toEqual(rows.map(cellsOf));
      const events = tableOf(name.replace('_annotations.json', '_events.tsv'));
      const marked = rowsOf('cycles.csv').filter(ofClip);
      for (const event of ['end_diastole', 'end_systole'])
        expect(events.filter(({ trial_type }) => trial_type === event).map(({ cycle, frame_number }) => [cycle, frame_number])).toEqual(
          marked.filter((row) => row[event] !== '').map((row) => [row['cycle'], row[event]]),
        );
      compared += rows.length;
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('has the volumes of its table in the list of EchoNet', () => {
    const [row] = rowsOf('echonet/FileList.csv');
    const [from] = rowsOf('echonet/sources.csv');
    const of = (measurement: string) =>
      rowsOf('measurements.csv').find(
        (value) =>
          value['measurement'] === measurement && value['instance_id'] === from?.['instance_id'] && value['cycle'] === from?.['cycle'],
      )?.['value'];
    expect([row?.['EF'], row?.['EDV'], row?.['ESV']].map(Number)).toEqual(
      [of('EF'), of('LV EDV'), of('LV ESV')].map((value) => expect.closeTo(Number(value), 9)),
    );
  });

  it('keeps EDV and ESV of the engine within 0.1 % when the tracings of EchoNet come back', async () => {
    const textOf = (name: string) => ({ name, text: files.get(name)?.toString('utf8') ?? '' });
    const { lines, refused } = parseEchonet(textOf('echonet/VolumeTracings.csv'), textOf('echonet/sources.csv'));
    expect(refused).toEqual([]);
    const dicom = await unpackedDicom();
    const documents = named('json/', '.json')
      .filter((name) => name !== 'json/schema.json')
      .map((name) => JSON.parse(textOf(name).text) as { work: { version: string }; images: AnalysisImage[] });
    for (const row of rowsOf('echonet/sources.csv')) {
      const document = documents.find(({ work }) => work.version === row['version'])!;
      const image = document.images.find(({ instance_id }) => instance_id === row['instance_id'])!;
      for (const { event, cycle, points } of lines.filter(({ instance_id }) => instance_id === image.instance_id)) {
        const line = image.segmentation[cycle!]![event!]!.lines.find(({ name }) => name === 'LV endo')!;
        const [first, last] = [line.points[0]!, line.points.at(-1)!];
        line.points = points.map((point, at) => {
          const like = at === 0 ? first : at === points.length - 1 ? last : { ...first, type: `user-defined_${at}` };
          return { ...like, ...point, id: `again ${at}` };
        });
      }
      const analysis = path.join(folder, 'again.json');
      await writeFile(analysis, JSON.stringify(document));
      const found = evaluateFile(analysis, dicom).find(({ instance_id }) => instance_id === image.instance_id);
      const again = (name: string) => found!.measurements.find((one) => one.name === name)!.value[Number(row['cycle']) - 1]!;
      const listed = rowsOf('echonet/FileList.csv').find(({ FileName }) => FileName === row['FileName'])!;
      for (const [name, column] of [
        ['LV EDV', 'EDV'],
        ['LV ESV', 'ESV'],
      ] as const)
        expect(Math.abs(again(name) / Number(listed[column]) - 1)).toBeLessThan(0.001);
    }
  });

  it(
    'has videos whose pixels are the means of the stored ones, as pydicom and OpenCV read both',
    async () => {
      const [source] = rowsOf('echonet/sources.csv');
      const name = source?.['FileName'] ?? '';
      const stored = await workspace.db.query
        .selectFrom('image_file')
        .select('object_sha256')
        .where('instance_id', '=', source?.['instance_id'] ?? '')
        .executeTakeFirstOrThrow();
      const [video, dicom] = [path.join(folder, 'video.avi'), path.join(folder, 'video.dcm')];
      await writeFile(video, files.get(`echonet/Videos/${name}.avi`) ?? Buffer.alloc(0));
      await writeFile(dicom, await buffer(workspace.objects.read(stored.object_sha256)));
      const placed = ['scale_x', 'scale_y', 'margin_x', 'margin_y'].map((column) => source?.[column] ?? '');
      const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'video_means.py');
      const read = execFileSync(await ensureReaders(), [script, video, dicom, ...placed], { encoding: 'utf8' });
      const { filled, frames, pixels, largest, mean } = JSON.parse(read) as Record<
        'filled' | 'frames' | 'pixels' | 'largest' | 'mean',
        number
      >;
      // The sector goes from edge to edge.
      expect(filled).toBeCloseTo(1, 9);
      expect([frames, pixels]).toEqual([Number(rowsOf('echonet/FileList.csv')[0]?.['NumberOfFrames']), 112 * 112]);
      // Decoders of JPEG may differ by one or two in single samples, which the mean of many evens out.
      expect(largest).toBeLessThanOrEqual(2);
      expect(mean).toBeLessThan(0.5);
    },
    PREPARING_MS,
  );

  it('has reports that refer to the study of the stored file', async () => {
    const python = await ensureReaders();
    const [name = ''] = named('sr/', '_tid1500.dcm');
    await writeFile(path.join(folder, 'report.dcm'), files.get(name) ?? Buffer.alloc(0));
    const read =
      'import sys, json, pydicom; d = pydicom.dcmread(sys.argv[1]); s = d.CurrentRequestedProcedureEvidenceSequence[0]; print(json.dumps([d.StudyInstanceUID, s.ReferencedSeriesSequence[0].ReferencedSOPSequence[0].ReferencedSOPInstanceUID]))';
    const [study, instance] = JSON.parse(execFileSync(python, ['-c', read, path.join(folder, 'report.dcm')], { encoding: 'utf8' })) as [
      string,
      string,
    ];
    const stored = await workspace.db.query
      .selectFrom('image_file')
      .select('instance_id')
      .where('instance_id', '=', instance)
      .executeTakeFirst();
    expect(stored?.instance_id).toBe(instance);
    expect(study).toMatch(/^2\.25\.[0-9]+$/);
    expect(await readFile(path.join(folder, 'report.dcm'))).toHaveLength(files.get(name)?.length ?? 0);
  });

  it('has the same patient in images, segmentations and reports, whose sex is in none of them', async () => {
    const python = await ensureReaders();
    const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'patients.py');
    const patientsOf = (objects: string[]) =>
      JSON.parse(execFileSync(python, [script, ...objects], { encoding: 'utf8' })) as (string | null)[][];
    const drawn = path.join(folder, 'drawn');
    const originals = (await readdir(drawn, { recursive: true })).filter((name) => name.endsWith('.dcm'));
    for (const [, , , sex] of patientsOf(originals.map((name) => path.join(drawn, name)))) expect(['F', 'M']).toContain(sex);

    const names = ['dicom/', 'seg/', 'sr/'].map((start) => named(start, '.dcm'));
    expect(Math.min(...names.map(({ length }) => length))).toBeGreaterThan(0);
    const objects = names.flat().map((name, n) => ({ name, file: path.join(folder, `object-${n}.dcm`) }));
    for (const { name, file } of objects) await writeFile(file, files.get(name) ?? '');
    const patients = patientsOf(objects.map(({ file }) => file));
    const { patient_show } = await workspace.db.query.selectFrom('patient').select('patient_show').executeTakeFirstOrThrow();
    for (const patient of patients) expect(patient).toEqual([patient_show, patient_show, '', '']);
  });

  it(
    'is loaded by the script in docs/ with pandas, every format of it',
    async () => {
      const unpacked = path.join(folder, 'unpacked');
      for (const [name, content] of files) {
        await mkdir(path.dirname(path.join(unpacked, name)), { recursive: true });
        await writeFile(path.join(unpacked, name), content);
      }
      const script = path.join(checkoutRoot(), 'docs', 'load_export.py');
      const found = JSON.parse(execFileSync(await ensureReaders(), [script, unpacked], { encoding: 'utf8' })) as Loaded;
      const rows = rowsOf('measurements.csv');
      expect(found.measurements).toEqual({ rows: rows.length, values: rows.filter(({ value }) => value !== '').length });
      for (const table of ['analyses', 'images', 'cycles', 'quality'] as const)
        expect(found.work[table]).toBe(rowsOf(`${table}.csv`).length);
      expect(found.work.images).toBeGreaterThan(5);
      expect(found.left_out).toBe(rowsOf('left_out.csv').length);
      expect(found.masks.frames).toBe(named('masks/', '.png').length);
      expect(found.masks.structures).toContain('LV endo');
      expect(found.masks.set).toBeGreaterThan(0);
      const areasAndLines = found.coco.areas + found.coco.lines;
      expect(Math.min(found.coco.areas, found.coco.lines)).toBeGreaterThan(0);
      expect(Math.min(areasAndLines, found.lines)).toBeGreaterThan(found.masks.frames);
      const list = rowsOf('echonet/FileList.csv');
      expect(found.echonet).toMatchObject({
        videos: list.length,
        tracings: list.length * 2 * 21,
        frames: list.map((row) => Number(row['NumberOfFrames'])),
      });
      expect(found.camus).toEqual({ views: rowsOf('camus/patients.csv').length, labels: rowsOf('camus/patients.csv').map(() => 3) });
      // A mask has the contours of a frame, a segmentation each of them; neither has open lines.
      const traced = rowsOf('masks/frames.csv').flatMap(({ structures = '' }) => structures.split('; '));
      expect(found.segmentations).toMatchObject({ contours: traced.length, structures: [...new Set(traced)].sort() });
      expect(found.segmentations.set).toBeGreaterThan(found.masks.set);
      expect(found.observations).toEqual({
        rows: rows.filter(({ reason }) => reason !== 'only-stored').length,
        values: rows.filter(({ value }) => value !== '').length,
      });
      const fields = rowsOf('redcap/data_dictionary.csv');
      expect(found.redcap).toEqual({ records: rowsOf('measurements_by_study.csv').length, fields: fields.length });
      expect(fields.map((field) => field['Variable / Field Name'])).toEqual(Object.keys(rowsOf('redcap/import.csv')[0] ?? {}));
      expect(found.bids.clips).toBe(named('bids/', '_us.avi').length);
      expect(found.bids.clips).toBeGreaterThan(1);
      expect(Math.min(found.bids.events, found.bids.values)).toBeGreaterThan(10);
      expect(found.reports.templates).toEqual(['1500', '5300']);
      expect(found.reports.numbers).toBeGreaterThan(10);

      // An export in which nothing was drawn has the same tables without rows.
      const empty = path.join(folder, 'without-frames');
      for (const [name, content] of files) {
        const withoutRows = name.endsWith('.csv')
          ? `${content.toString('utf8').split('\r\n', 1)[0]}\r\n`
          : /^coco\/.*\.json$/.test(name)
            ? JSON.stringify({ ...(JSON.parse(content.toString('utf8')) as object), images: [], annotations: [] })
            : name === 'masks/legend.json'
              ? content
              : null;
        if (withoutRows === null) continue;
        await mkdir(path.dirname(path.join(empty, name)), { recursive: true });
        await writeFile(path.join(empty, name), withoutRows);
      }
      const nothing = JSON.parse(execFileSync(await ensureReaders(), [script, empty], { encoding: 'utf8' })) as Loaded;
      expect(nothing).toMatchObject({
        measurements: { rows: 0 },
        masks: { frames: 0, set: 0 },
        coco: { areas: 0, lines: 0 },
        echonet: { videos: 0, frames: [] },
        camus: { views: 0, labels: [] },
      });
    },
    PREPARING_MS,
  );
});
