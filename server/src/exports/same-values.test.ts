/** One study in every form that its values leave in: report, CSV, JSON and structured report, value by value. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage, CaliperMeasurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues, ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { caliperValueName } from '@echometry/contract/rules/caliper-name.ts';
import { reportOf, valuesOf } from '@echometry/contract/rules/report.ts';
import dcmjs from 'dcmjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { csvRows } from '../../test/exported.ts';
import { evaluateFile } from '../../test/evaluated.ts';
import { TracedStudy } from '../../test/traced-study.ts';
import { readDocument } from '../analyses/read.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import { fileMetadata } from './file-metadata.ts';
import { filesOfStudy } from '../db/files.ts';
import { ucumOf } from './units.ts';

const PREPARING_MS = 600_000;

/** Values of the cycles that have one, and their mean; of a caliper its one value. */
interface Value {
  unit: string;
  cycles: number[];
  mean: number | null;
}
/** By image and name. */
type Values = Map<string, Value>;
const sorted = (values: Values): [string, Value][] => [...values].sort(([a], [b]) => (a < b ? -1 : 1));

const caliper = (
  id: string,
  type: string,
  points: [number, number][],
  dists_name: string[],
  angles_name: string[],
  name?: string,
): CaliperMeasurement => ({
  id,
  type,
  ...(name === undefined ? {} : { name }),
  cycle: null,
  event: null,
  frame_number: 1,
  points: { real: [], pixel: points.map(([x, y]) => ({ x, y })) },
  points_name: points.map((_, at) => `P${at}`),
  dists: dists_name.map(() => null),
  dists_name,
  angles: angles_name.map(() => null),
  angles_name,
  provenance: null,
});

let study: TracedStudy;
let python: string;
let files: Map<string, Buffer>;
let images: AnalysisImage[];
let evaluated: ImageMeasurements[];
let report: Values;
const named = (start: string, end: string): string[] => [...files.keys()].filter((name) => name.startsWith(start) && name.endsWith(end));

function addCalipers(values: Values, instance: string, calipers: readonly CaliperValues[]): void {
  const stored = images.find(({ instance_id }) => instance_id === instance)?.measurements_caliper ?? [];
  for (const { id, distances, angles } of calipers)
    for (const { name, value, unit } of [...distances, ...angles.map((angle) => ({ ...angle, unit: 'deg' }))]) {
      const of = stored.find((one) => one.id === id)!;
      if (value !== null)
        values.set(`${instance} ${caliperValueName(of, name)}`, { unit: ucumOf(unit ?? ''), cycles: [value], mean: null });
    }
}

/** Values on the page of the report: the engine's values of all images, in the rows of its rule. */
async function reportValues(): Promise<Values> {
  const { workspace, engine } = study;
  const { query } = workspace.db;
  const head = await query
    .selectFrom('analysis_head')
    .select(['version_id', 'study_id'])
    .where('blind', '=', 0)
    .orderBy('version_id', 'desc')
    .executeTakeFirstOrThrow();
  const row = await query.selectFrom('study').selectAll().where('id', '=', head.study_id).executeTakeFirstOrThrow();
  ({ images } = (await readDocument(workspace, head.version_id)).document);
  const [image_types, measurements, calipers] = await Promise.all(
    (['echo_image_types', 'echo_measurements', 'echo_caliper'] as const).map((name) => currentConfigSet(query, name, row.project_id)),
  );
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = row;
  const session = engine.study(
    { image_types, measurements, calipers },
    { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg },
  );
  const stored = await filesOfStudy(query, row.id, { see: 'all' });
  for (const image of images) {
    const file = stored.find(({ instance_id }) => instance_id === image.instance_id)!;
    const metadata = await fileMetadata(engine, workspace.objects, file);
    session.setFile(image.instance_id, metadata!);
    session.setImage(image);
  }
  const found = await session.evaluate();
  session.close();
  if (!found.ok) throw new Error(found.error.message);
  evaluated = found.value;
  const measured = images.map((image) => ({
    image,
    measurements: evaluated.find((one) => one.instance_id === image.instance_id)?.measurements ?? [],
  }));
  const values: Values = new Map();
  for (const { image_id, name, units, value, measurement } of valuesOf(
    reportOf(measured, { dataType: data_type, modalities: [], sidesOfType: () => [] }),
  ))
    if (measurement.aggregate !== undefined)
      values.set(`${image_id} ${name}`, { unit: ucumOf(units), cycles: value.filter((one) => one !== null), mean: measurement.aggregate });
  for (const { instance_id, calipers: of } of evaluated) addCalipers(values, instance_id, of);
  return values;
}

beforeAll(async () => {
  python = await ensureReaders();
  study = await TracedStudy.make('C01');
  let isDone = false;
  await study.change((image) => {
    if (isDone || image.type !== '4-chamber 2D') return image;
    isDone = true;
    const calipers = [
      caliper(
        'c1',
        'Length',
        [
          [300, 200],
          [340, 260],
        ],
        ['AB'],
        [],
      ),
      caliper(
        'c2',
        'Cross',
        [
          [300, 200],
          [300, 280],
          [280, 240],
          [320, 240],
        ],
        ['long', 'short'],
        [],
      ),
      caliper(
        'c3',
        'Angle',
        [
          [300, 200],
          [320, 240],
          [360, 240],
        ],
        [],
        ['angle'],
      ),
      caliper(
        'c4',
        'Length',
        [
          [310, 210],
          [330, 250],
        ],
        ['AB'],
        [],
        'Septum',
      ),
    ];
    return { ...image, measurements_caliper: calipers };
  });
  report = await reportValues();
  files = new Map([...(await study.exported('segmentations')).files, ...(await study.exported('measurements')).files]);
  for (const [name, content] of files) {
    await mkdir(path.dirname(path.join(study.folder, 'out', name)), { recursive: true });
    await writeFile(path.join(study.folder, 'out', name), content);
  }
}, PREPARING_MS);
afterAll(() => study?.close());

const fileOf = (name: string): string => path.join(study.folder, 'out', name);
const script = (name: string): string => path.join(checkoutRoot(), 'server', 'test', 'readers', name);

describe('the values of one study', () => {
  it('are of every kind: several cycles, biplane, indexed, and calipers', () => {
    const names = [...report.keys()].map((key) => key.slice(key.indexOf(' ') + 1));
    expect(names).toEqual(
      expect.arrayContaining([
        'LV EDV',
        'LV EDV biplane',
        'EF biplane',
        'Length AB',
        'Cross long',
        'Cross short',
        'Angle angle',
        'Septum AB',
      ]),
    );
    expect([...report.values()].filter(({ cycles }) => cycles.length > 1).length).toBeGreaterThan(3);
    const indexed = evaluated.flatMap(({ measurements }) => measurements.flatMap(({ normal }) => normal?.indexed ?? []));
    expect(indexed.length).toBeGreaterThan(1);
  });

  it('are the same in CSV, read by Python', () => {
    const rows = JSON.parse(
      execFileSync(python, [script('read_table.py'), fileOf('measurements.csv')], { encoding: 'utf8', maxBuffer: 1 << 26 }),
    ) as Record<string, string>[];
    const values: Values = new Map();
    for (const row of rows.filter(({ value, blind }) => value !== '' && blind === 'false')) {
      const key = `${row['instance_id']} ${row['measurement']}`;
      const found = values.get(key) ?? { unit: row['unit']!, cycles: [], mean: null };
      if (row['aggregate_of'] === '') found.cycles.push(Number(row['value']));
      else found.mean = Number(row['value']);
      values.set(key, found);
    }
    expect(sorted(values)).toEqual(sorted(report));
  });

  it('are the same in JSON, computed by the command line, with the indexed values of the report', () => {
    const own = named('json/', '.json').find((name) => name !== 'json/schema.json' && !name.includes('blind'))!;
    const computed = evaluateFile(
      fileOf(own),
      fileOf(path.join('dicom', named('dicom/', '.dcm')[0]!.split('/')[1]!)),
    ) as ImageMeasurements[];
    const values: Values = new Map();
    for (const { instance_id, measurements, calipers } of computed) {
      for (const { name, units, value, aggregate, series } of measurements)
        if (series === undefined && aggregate !== undefined)
          values.set(`${instance_id} ${name}`, { unit: ucumOf(units ?? ''), cycles: value.filter((one) => one !== null), mean: aggregate });
      addCalipers(values, instance_id, calipers);
    }
    expect(sorted(values)).toEqual(sorted(report));
    const indexed = (all: readonly ImageMeasurements[]) =>
      all.flatMap(({ instance_id, measurements }) => measurements.map(({ name, normal }) => [instance_id, name, normal?.indexed ?? null]));
    expect(indexed(computed)).toEqual(indexed(evaluated));
  });

  it('are the same in structured reports, read by pydicom, highdicom and dcmjs', async () => {
    const reports = named('sr/', '_tid1500.dcm');
    await writeFile(fileOf('codes.json'), '[]');
    const read = JSON.parse(
      execFileSync(python, [script('read_sr.py'), fileOf('codes.json'), ...reports.map(fileOf)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
    ) as {
      reports: {
        evidence: string[];
        numbers: { double: number; unit: string }[];
        imaging: { groups: { tracking: string; measurements: [string, number, string][] }[] };
      }[];
    };
    const expected = sorted(report).map(
      ([key, { unit, cycles, mean }]) => [key, [...cycles, ...(mean !== null && cycles.length > 1 ? [mean] : [])], unit] as const,
    );
    const ofImages = read.reports.flatMap(({ evidence, imaging }) =>
      imaging.groups.map(
        ({ tracking, measurements }) =>
          [`${evidence[0]} ${tracking}`, measurements.map(([, value]) => value), measurements[0]![2]] as const,
      ),
    );
    const known = new Set(report.keys());
    expect(
      ofImages
        .filter(([key]) => known.has(key))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, values, unit]) => [key, values.map((value) => Number(value.toPrecision(9))), unit]),
    ).toEqual(expected.map(([key, values, unit]) => [key, values.map((value) => Number(value.toPrecision(9))), unit]));
    // As doubles they are the same to the last bit, for pydicom and for dcmjs.
    for (const [place, name] of reports.entries()) {
      const { dict } = dcmjs.data.DicomMessage.readFile(new Uint8Array(files.get(name)!).buffer);
      const numbers = numbersOf(dcmjs.data.DicomMetaDictionary.naturalizeDataset(dict));
      expect(numbers).toEqual(read.reports[place]!.numbers.map(({ double, unit }) => [double, unit]));
      const instance = read.reports[place]!.evidence[0]!;
      const own = expected.filter(([key]) => key.startsWith(`${instance} `)).flatMap(([, values]) => values);
      expect(numbers.map(([value]) => value)).toEqual(expect.arrayContaining(own));
    }
  });
});

describe('bundles of FHIR', () => {
  it(
    'have every value of the CSV and no other one, with unit, reason and version, validated by fhir.resources',
    () => {
      const rows = csvRows(files.get('measurements.csv')!.toString('utf8')).filter(({ reason }) => reason !== 'only-stored');
      const inTable = rows.map((row) => [
        row['version'],
        row['instance_id'],
        row['measurement'],
        row['cycle'] === '' ? null : Number(row['cycle']),
        row['aggregate_of'] !== '',
        row['value'] === '' ? null : Number(row['value']),
        row['value'] === '' ? row['reason'] : row['unit'],
      ]);
      const names = named('fhir/', '.json');
      const bundles = JSON.parse(
        execFileSync(python, [script('read_fhir.py'), ...names.map(fileOf)], { encoding: 'utf8', maxBuffer: 1 << 28 }),
      ) as {
        dangling: string[];
        unknown_codes: string[];
        report: { version: string };
        observations: {
          name: string;
          value: number | null;
          unit: string | null;
          absent: string[] | null;
          parts: Record<string, string | number>;
        }[];
      }[];
      const inBundles = bundles.flatMap(({ dangling, unknown_codes, report, observations }) => {
        expect({ dangling, unknown_codes }).toEqual({ dangling: [], unknown_codes: [] });
        return observations.map(({ name, value, unit, absent, parts }) => [
          report.version,
          parts['SOP Instance UID of the image'],
          name,
          parts['Cardiac cycle'] ?? null,
          parts['Derivation'] === 'Mean',
          value,
          value === null ? absent?.[1] : unit,
        ]);
      });
      expect(names).toHaveLength(1);
      expect(inTable.length).toBeGreaterThan(100);
      expect(inBundles.map((row) => JSON.stringify(row)).sort()).toEqual(inTable.map((row) => JSON.stringify(row)).sort());
    },
    PREPARING_MS,
  );
});

describe('records of REDCap', () => {
  it('have every value of the table of studies and no other one, by the rules of REDCap', () => {
    const paths = ['redcap/data_dictionary.csv', 'redcap/import.csv'].map(fileOf);
    const read = JSON.parse(execFileSync(python, [script('read_redcap.py'), ...paths], { encoding: 'utf8', maxBuffer: 1 << 26 })) as {
      errors: string[];
      fields: Record<string, { label: string; note: string }>;
      records: Record<string, string>[];
    };
    expect(read.errors).toEqual([]);
    const rows = csvRows(files.get('measurements_by_study.csv')!.toString('utf8'));
    const inTable = rows.map((row) => [
      row['patient'],
      row['study_id'],
      row['editor'],
      row['version'],
      row['blind'] === 'true' ? '1' : '0',
      Object.entries(row)
        .filter(([column, cell]) => column.endsWith(']') && cell !== '')
        .map(([column, cell]) => {
          const [, type = '', name = '', unit = ''] = /^(.*?): (.*) \[(.*)\]$/.exec(column) ?? [];
          return `${name}, ${type} ${unit === '1' ? 'none' : unit} ${Number(cell)}`;
        })
        .sort(),
    ]);
    const inRecords = read.records.map((record) => [
      record['record_id'],
      record['study_id'],
      record['editor'],
      record['version'],
      record['blind'],
      Object.entries(read.fields)
        .filter(([name, { note }]) => note.startsWith('Unit: ') && record[name] !== '')
        .map(([name, { label, note }]) => `${label} ${/^Unit: (.*?)\. /.exec(note)?.[1] ?? ''} ${Number(record[name])}`)
        .sort(),
    ]);
    expect(inTable).toHaveLength(1);
    expect(inTable.flatMap((row) => row[5] as string[]).length).toBeGreaterThan(50);
    expect(inRecords).toEqual(inTable);
  });
});

interface Node {
  ValueType?: string;
  MeasuredValueSequence?: { FloatingPointValue: number; MeasurementUnitsCodeSequence: { CodeValue: string }[] }[];
  ContentSequence?: Node[] | Node;
}
/** Numbers of a report with their units, as dcmjs reads them, in the order of the tree. */
function numbersOf(node: Node): [number, string][] {
  const value = node.ValueType === 'NUM' ? [node.MeasuredValueSequence ?? []].flat()[0] : undefined;
  const own: [number, string][] = value ? [[value.FloatingPointValue, [value.MeasurementUnitsCodeSequence].flat()[0]!.CodeValue]] : [];
  return [...own, ...[node.ContentSequence ?? []].flat().flatMap(numbersOf)];
}
