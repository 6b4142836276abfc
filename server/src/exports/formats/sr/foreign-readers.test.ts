/** Structured reports as pydicom, highdicom, dciodvfy and, where it is installed, dcmtk read them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisImage, CaliperMeasurement, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import calipers from '@echometry/contract/config/echo_caliper.json' with { type: 'json' };
import configuration from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import {
  END_DIASTOLE,
  END_SYSTOLE,
  INSTANCE,
  fourChamber,
  loadedSampler,
  measurement,
  source,
  wall,
  valve,
  written,
} from '../../../../test/format-sources.ts';
import { errorsIn } from '../../../../test/dciodvfy.ts';
import { ensureEncoders } from '../../../../../scripts/lib/encoders.mjs';
import { ensureReaders } from '../../../../../scripts/lib/python.mjs';
import { type TracedLine, tracedLines } from '../curves.ts';
import type { LeftOut, SourceImage } from '../source.ts';
import { type ExportedStanding, NO_STANDING } from '../standing.ts';
import { PRIVATE_SCHEME } from './code.ts';
import { ALL_CODES, ALL_PROPERTIES, CORE_CODES, METHODS, READ_MODES, SITES, VIEWS, codeOf } from './codes.ts';
import { decimal } from './items.ts';
import { REFERENCE_CODES } from './trees.ts';
import { srWriter } from './writer.ts';

interface Number {
  below: string[];
  code: string;
  scheme: string;
  text: string;
  double: number;
  unit: string;
  unit_scheme: string;
  derivation: string | null;
  status: string | null;
  label: string | null;
  algorithm: string | null;
  coordinates: { type: string; data: number[]; frame: number; of: string }[];
}
interface Report {
  template: string;
  sop_class: string;
  title: string;
  patient: string;
  evidence: string[];
  numbers: Number[];
  texts: string[];
  subject: string[];
  sections: string[];
  imaging: { class: string; groups: { tracking: string; sites: string[]; measurements: [string, number, string][] }[] } | null;
}

/** No short decimal. */
const VOLUME = 304 / 3;
const PREPARING_MS = 600_000;
/** Messages of dcmtk about itself; every other complaint counts. */
const NOT_KNOWN_TO_DCMTK = ['does not support this Specific Character Set', 'Check for template constraints not yet supported'];
const CORE_ECHO_MEASUREMENTS = 12300;
const MEASURED_PROPERTIES = 12304;
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-sr-'));
const left_out: LeftOut[] = [];
const files: string[] = [];
const codes = [
  ...ALL_CODES,
  ...ALL_PROPERTIES,
  ...REFERENCE_CODES,
  ...Object.values(SITES),
  ...Object.values(READ_MODES),
  ...[...VIEWS, ...METHODS].map(({ code }) => code),
];
let contexts: (number[] | null)[] = [];
let reports: Report[] = [];
let lines: TracedLine[] = [];

const readOf = (events: readonly ['end_diastole' | 'end_systole', number][], cycles: readonly number[]): Partial<Measurement> => ({
  anatomy: 'LV',
  provenance: {
    formula: { kind: 'volume', name: 'area_length', version: 1 },
    engine_version: '0.1.0',
    config_versions: {},
    calibration: { source: 'regions', region_indices: [0], version: null, velocity_axis: 'up', flow_direction: 'toward', baseline_y: null },
    points: cycles.flatMap((cycle) =>
      events.map(([event, frame_number]) => ({ cycle, event, frame_number, line: 'LV endo', point_ids: [] })),
    ),
    marks: [],
    inputs: [],
    other_image: null,
    warnings: [],
  },
});

/** Two beats, one of them traced; a value that is not a short decimal. */
function adult(): AnalysisImage {
  const image = fourChamber();
  return {
    ...image,
    cardiac_events: [...image.cardiac_events, { id: 'c2', end_diastole: 10, end_systole: 12 }],
    segmentation: [...image.segmentation, { end_diastole: { lines: [wall('LV endo', 10, 24, 58)] } }],
    measurements: [
      measurement('LV EDV', 'ml', [VOLUME, 99], readOf([['end_diastole', END_DIASTOLE]], [0])),
      measurement('LV ESV', 'ml', [40.5, null], readOf([['end_systole', END_SYSTOLE]], [0])),
      measurement('LA area ES', 'cm2', [17.5], { type: 'area', anatomy: 'LA' }),
      measurement('LV wall', 'mm', [9], { type: 'thickness' }),
      measurement('Heart rate', 'bpm', [72], { type: 'Heart rate' }),
      measurement('EF', 'furlong', [60], { type: 'EF' }),
      measurement('LV-GLS', '%', [null], { type: 'long-gls', reasons: ['not-traced'] }),
    ],
  };
}

/** Where an aggregate stands, as an export has it. */
const JUDGED: ExportedStanding = {
  ...NO_STANDING,
  reference_source: 'Pfaffenberger 2013',
  reference_row: 'pf.edv',
  z: 0.25,
  percentile: 59.87,
  reference_low: 60,
  reference_high: 130.5,
  in_reference: true,
  reference_version: 1,
};

const SECOND = `${INSTANCE}.7`;

/** Another clip of the same study in two beats: the reference image, with other values than are stored. */
function reference(): SourceImage {
  const image: AnalysisImage = {
    ...fourChamber(),
    instance_id: SECOND,
    filename: 'aaaabbbbccccdddd.dcm',
    reference: true,
    measurements: [measurement('LA area ES', 'cm2', [18, 19], { type: 'area', anatomy: 'LA' })],
  };
  return source(image, { stored: new Map([['LA area ES', [18, 20]]]) });
}

/** A second section of the fetus, of another site. */
function abdomen(): SourceImage {
  const head = fetus();
  const measurements = [
    measurement('AC', 'mm', [220.5], { type: 'oval circ', anatomy: 'Abdomen' }),
    measurement('PSV', 'cm/s', [55.5], { type: 'velocity', anatomy: 'DV' }),
  ];
  return {
    ...head,
    image: { ...head.image, instance_id: `${INSTANCE}.8`, filename: 'ddddccccbbbbaaaa.dcm', type: 'Abdominal', measurements },
  };
}

function fetus(): SourceImage {
  const image: AnalysisImage = {
    ...fourChamber(),
    type: 'Head butterfly',
    measurements: [
      measurement('HC', 'mm', [250.5], { type: 'oval circ', anatomy: 'Head' }),
      measurement('BPD', 'mm', [70.25], { type: 'oval diam', anatomy: 'Head' }),
    ],
  };
  const made = source(image);
  return {
    ...made,
    study: { ...made.study, data_type: 'fetal', gestational_age_days: 189, patient: 'Ärztin 3' },
    work: { ...made.work, version: 'v-43' },
  };
}

const MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';
const SINGLE_FRAME = '1.2.840.10008.5.1.4.1.1.6.1';

/** A writer of reports on clips and on single images, each of its class. */
async function reportWriter() {
  const identify = ({ number_of_frames }: SourceImage) =>
    Promise.resolve({
      study_instance_uid: '2.25.1',
      series_instance_uid: '2.25.2',
      sop_class_uid: number_of_frames > 1 ? MULTI_FRAME : SINGLE_FRAME,
    });
  return srWriter({ sample: await loadedSampler(), identify, written_at: new Date(Date.UTC(2026, 10, 23, 12, 30)) });
}

/** An image of each type with a value for every measurement of the configuration. */
function everyType(data_type: 'adult' | 'fetal'): SourceImage[] {
  return configuration.data.map(({ image_type, measurements }, place) => {
    const values = measurements
      .filter(({ type }) => type !== 'velocity-curve')
      .map(({ name, type, units, anatomy }) => measurement(name, units, [place + 0.5, 2], { type, anatomy }));
    const instance_id = `${INSTANCE}.9.${place}`;
    const image = { ...fourChamber(), instance_id, filename: `${place}.dcm`, type: image_type, measurements: values };
    const made = source(image, { judged: new Map(values.map(({ name }) => [name, JUDGED])) });
    const study = { ...made.study, data_type, gestational_age_days: data_type === 'fetal' ? 189 : null };
    return { ...made, study, work: { ...made.work, version: `every-${data_type}` } };
  });
}

beforeAll(async () => {
  const python = await ensureReaders();
  await ensureEncoders();
  const sample = await loadedSampler();
  const writer = await reportWriter();
  const clip = source(adult(), { judged: new Map([['LV EDV', JUDGED]]) });
  lines = tracedLines(clip, sample, () => undefined);
  const archive = await written(writer, [clip, reference(), fetus(), abdomen()]);
  left_out.push(...archive.left_out);
  for (const [name, content] of archive.files) {
    const file = path.join(folder, path.basename(name));
    writeFileSync(file, content);
    files.push(file);
  }
  writeFileSync(path.join(folder, 'codes.json'), JSON.stringify(codes));
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_sr.py');
  const output = execFileSync(python, [script, path.join(folder, 'codes.json'), ...files], { encoding: 'utf8', maxBuffer: 1 << 26 });
  ({ codes: contexts, reports } = JSON.parse(output) as { codes: (number[] | null)[]; reports: Report[] });
}, PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportBy = (template: string, place = 0): Report => {
  const found = reports.filter((report) => report.template === template)[place];
  if (!found) throw new Error(`no report by TID ${template}`);
  return found;
};

describe('codes', () => {
  it('have their meaning in PS3.16, and core codes and properties are in their context groups', () => {
    expect(codes.filter((_, place) => contexts[place] === null)).toEqual([]);
    const inGroup = (group: number) => codes.filter((_, place) => contexts[place]?.includes(group)).map(({ value }) => value);
    expect(CORE_CODES.filter((value) => !inGroup(CORE_ECHO_MEASUREMENTS).includes(value))).toEqual([]);
    expect(ALL_PROPERTIES.filter(({ value }) => !inGroup(MEASURED_PROPERTIES).includes(value))).toEqual([]);
  });

  it('name a method only for values of that method', () => {
    const volume = (formula: string) => measurement('LV EDV', 'ml', [100], { formula });
    const coded = (formula: string) => codeOf({ ...fourChamber(), measurements: [volume(formula)] }, volume(formula), false)?.meaning;
    expect(coded('simpson')).toBe('Left ventricular end diastolic volume single plane 4C (MOD)');
    expect(coded('area_length')).toBe('Left Ventricular End Diastolic Volume');
    const ef = measurement('EF', '%', [60]);
    const efOf = (formula: string) => codeOf({ ...fourChamber(), measurements: [volume(formula), ef] }, ef, false)?.value;
    expect([efOf('simpson'), efOf('area_length')]).toEqual(['79993-2', '18043-0']);
  });
});

describe('TID 1500', () => {
  it('is understood by highdicom: a group for each measurement, with site and UCUM unit', () => {
    const { imaging, title, sop_class, evidence, patient } = reportBy('1500');
    expect({ title, sop_class, evidence, patient }).toEqual({
      title: 'Imaging Measurement Report',
      sop_class: 'Comprehensive SR Storage',
      evidence: [INSTANCE],
      patient: 'P017',
    });
    expect(imaging?.class).toBe('ComprehensiveSR');
    expect(imaging?.groups.map(({ tracking }) => tracking)).toEqual(['LV EDV', 'LV ESV', 'LA area ES', 'LV wall', 'Heart rate']);
    expect(imaging?.groups[1]).toEqual({ tracking: 'LV ESV', sites: ['Left ventricle'], measurements: [['18148-7', 40.5, 'mL']] });
    expect(imaging?.groups[4]?.measurements).toEqual([['8867-4', 72, '/min']]);
  });

  it('has a value for each beat and their mean, in full precision, with formula and versions', () => {
    const volumes = reportBy('1500').numbers.filter(({ code }) => code === '18026-5');
    expect(volumes.map(({ double, derivation }) => [double, derivation])).toEqual([
      [VOLUME, null],
      [99, null],
      [(VOLUME + 99) / 2, 'Mean'],
    ]);
    expect(volumes[0]?.text).toBe('101.333333333333');
    expect(volumes[0]?.algorithm).toBe('Echometry volume area_length');
    expect(reportBy('1500').texts).toContain('1, engine 0.1.0');
    expect(reportBy('1500').texts).toContain('Scale: regions. Version v-42, pass 1.');
  });

  it('has z-score, percentile, limits and source of the reference value as properties of the mean', () => {
    const properties = reportBy('1500').numbers.filter(({ below }) => below.at(-1) === 'Left Ventricular End Diastolic Volume');
    expect(properties.map(({ code, scheme, double, unit }) => [code, scheme, double, unit])).toEqual([
      ['121416', 'DCM', 0.25, '1'],
      ['121415', 'DCM', 59.87, '%'],
      ['385524004', 'SCT', 60, 'mL'],
      ['371933006', 'SCT', 130.5, 'mL'],
    ]);
    expect(reportBy('1500').texts).toContain('Pfaffenberger 2013, pf.edv, reference values 1');
  });

  it('selects curves from frames, half a pixel from stored points and within 0.01 px', () => {
    const [volume] = reportBy('1500').numbers;
    expect(volume?.coordinates).toHaveLength(1);
    const [selected] = volume?.coordinates ?? [];
    expect(selected).toMatchObject({ type: 'POLYLINE', frame: END_DIASTOLE, of: INSTANCE });
    const curve = lines.find(({ line, cycle, event }) => line.name === 'LV endo' && cycle === 0 && event === 'end_diastole')?.curve ?? [];
    expect(selected?.data).toHaveLength(curve.length * 2);
    const farthest = Math.max(
      ...curve.flatMap(({ x, y }, at) => [
        Math.abs((selected?.data[at * 2] ?? 0) - x - 0.5),
        Math.abs((selected?.data[at * 2 + 1] ?? 0) - y - 0.5),
      ]),
    );
    expect(farthest).toBeLessThan(0.001);
  });
});

describe('the reports of a study', () => {
  it('are one of each template, and refer to all of its images', () => {
    expect(reports.map(({ template }) => template).sort()).toEqual(['1500', '1500', '1500', '1500', '5220', '5300']);
    expect(reportBy('5300').evidence).toEqual([INSTANCE, SECOND]);
    expect(reportBy('5220').evidence).toEqual([INSTANCE, `${INSTANCE}.8`]);
  });

  it('mark the mean of the reference image as chosen', () => {
    const areas = reportBy('5300').numbers.filter(({ code }) => code === '79974-2');
    expect(areas.map(({ double, derivation, status }) => [double, derivation, status])).toEqual([
      [17.5, null, null],
      [18, null, null],
      [19, null, null],
      [18.5, 'Mean', 'Mean value chosen'],
    ]);
  });

  it('state in TID 1500 the stored value where another was computed', () => {
    expect(reportBy('1500', 1).texts).toContain('Version v-42, pass 1. Stored with the analysis: 18, 20 cm2.');
    expect(reportBy('1500').texts.join()).not.toContain('Stored with the analysis');
  });
});

describe('TID 5300', () => {
  it('has core measurements by one code and the others by their property and a label', () => {
    const { numbers, sop_class, title } = reportBy('5300');
    expect([sop_class, title]).toEqual(['Simplified Adult Echo SR Storage', 'Adult Echocardiography Procedure Report']);
    const rows = numbers.map(({ below, code, label, double, unit }) => [below[0], code, label, double, unit]);
    expect(rows).toEqual([
      ['Pre-coordinated Measurements', '79974-2', 'LA area ES', 17.5, 'cm2'],
      ['Pre-coordinated Measurements', '79974-2', 'LA area ES', 18, 'cm2'],
      ['Pre-coordinated Measurements', '79974-2', 'LA area ES', 19, 'cm2'],
      ['Pre-coordinated Measurements', '79974-2', 'LA area ES', 18.5, 'cm2'],
      ['Adhoc Measurements', '118565006', 'LV EDV', VOLUME, 'mL'],
      ['Adhoc Measurements', '118565006', 'LV EDV', 99, 'mL'],
      ['Adhoc Measurements', '118565006', 'LV ESV', 40.5, 'mL'],
      ['Adhoc Measurements', '59089-3', 'LV wall', 9, 'mm'],
      ['Adhoc Measurements', '8867-4', 'Heart rate', 72, '/min'],
    ]);
    expect(numbers.every(({ algorithm, unit_scheme }) => algorithm === null && unit_scheme === 'UCUM')).toBe(true);
  });
});

describe('TID 5220', () => {
  it('is a report on a fetus with gestational age and a section for each site', () => {
    const report = reportBy('5220');
    expect(report).toMatchObject({
      title: 'Fetal Cardiac Ultrasound Report',
      subject: ['Fetus'],
      sections: ['Head', 'Abdomen', 'Structure of ductus venosus (body structure)'],
      patient: 'Ärztin 3',
    });
    expect(report.numbers.map(({ below, code, double, unit }) => [below[0], code, double, unit])).toEqual([
      ['Fetus Characteristics', '18185-9', 27, 'wk'],
      ['Findings', '11984-2', 250.5, 'mm'],
      ['Findings', '11820-8', 70.25, 'mm'],
      ['Findings', '11979-2', 220.5, 'mm'],
      ['Findings', '11726-7', 55.5, 'cm/s'],
    ]);
  });
});

it('content without unit or value is reported and left out', () => {
  expect(left_out.map(({ reason }) => reason)).toEqual(['EF: furlong is not a unit of UCUM', 'LV-GLS has no value (not-traced)']);
});

/** A followed clip of a view; the strain of its curves in each cycle. */
function view(
  type: string,
  place: number,
  { systolic, peak, more = [] }: { systolic: (number | null)[]; peak: number[]; more?: Measurement[] },
) {
  const image = { ...fourChamber(), type, instance_id: `${INSTANCE}.12.${place}`, filename: `view${place}.dcm` };
  const strain = (name: string, value: (number | null)[]) =>
    measurement(`LV endo curve, ${name}`, '%', value, { type: 'curve-strain', line: 'LV endo', class: 'curve' });
  const lv = measurement('LV-GLS', '%', [-17], { type: 'long-gls', anatomy: 'LV' });
  const made = source(
    { ...image, measurements: [lv] },
    { curves: [strain('peak strain', peak), strain('peak systolic strain', systolic), ...more] },
  );
  return { ...made, work: { ...made.work, version: 'views' } };
}

describe('values of curves', () => {
  /** Name of the report, code, label, value and derivation of each number of TID 5300. */
  async function reportOfViews(images: SourceImage[]) {
    const archive = await written(await reportWriter(), images);
    const paths = [...archive.files].map(([name, content]) => {
      const file = path.join(folder, path.basename(name));
      writeFileSync(file, content);
      return file;
    });
    const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_sr.py');
    const output = execFileSync(await ensureReaders(), [script, path.join(folder, 'codes.json'), ...paths], { encoding: 'utf8' });
    const read = (JSON.parse(output) as { reports: Report[] }).reports;
    const numbers = read.flatMap((report) => report.numbers.map((number) => ({ template: report.template, ...number })));
    return { numbers, reasons: archive.left_out.map(({ reason }) => reason) };
  }
  const other = measurement('LV endo curve, end-systolic strain', '%', [-17], { type: 'curve-strain' });
  const middle = measurement('LV endo curve, mid-wall peak strain', '%', [-18], { type: 'curve-mid-wall-strain' });
  const views = () => [
    view('4-chamber 2D', 1, { systolic: [-20, -22], peak: [-21, -23], more: [other, middle] }),
    view('2-chamber 2D', 2, { systolic: [-18], peak: [-19] }),
    view('3-chamber 2D', 3, { systolic: [-15], peak: [-16.5] }),
  ];

  it('of the apical views are in TID 5300 with their codes, beat by beat, and with the mean of the views', async () => {
    const { numbers, reasons } = await reportOfViews(views());
    expect(reasons).toEqual([]);
    const ofCurves = numbers.filter(({ label }) => label?.startsWith('LV endo curve'));
    expect(ofCurves.map(({ template, below }) => [template, below[0]])).toEqual(
      Array.from({ length: 12 }, () => ['5300', 'Pre-coordinated Measurements']),
    );
    expect(ofCurves.map(({ code, double, unit, derivation }) => [code, double, unit, derivation])).toEqual([
      ['130695', -21, '%', null],
      ['130695', -23, '%', null],
      ['130695', -22, '%', 'Mean'],
      ['130691', -20, '%', null],
      ['130691', -22, '%', null],
      ['130691', -21, '%', 'Mean'],
      ['130696', -19, '%', null],
      ['130692', -18, '%', null],
      ['130697', -16.5, '%', null],
      ['130693', -15, '%', null],
      ['130690', -18, '%', 'Mean'],
      ['130694', (-22 - 19 - 16.5) / 3, '%', 'Mean'],
    ]);
  });

  it('have no mean of the views where a view is missing or has two images of which none is the reference', async () => {
    const [four, two, three] = views();
    const again = view('2-chamber 2D', 4, { systolic: [-10], peak: [-11] });
    for (const images of [
      [four!, two!],
      [four!, two!, again, three!],
    ]) {
      const codes = (await reportOfViews(images)).numbers.map(({ code }) => code);
      expect(codes).toContain('130692');
      expect(codes.filter((code) => code === '130690' || code === '130694')).toEqual([]);
    }
  });

  it('without a value are listed with the reason', async () => {
    const reason = 'no-end-systole';
    const made = view('2-chamber 2D', 2, { systolic: [null], peak: [-19] });
    const curves = made.curves.map((one) => (one.value[0] === null ? { ...one, reasons: [reason] } : one));
    const { numbers, reasons } = await reportOfViews([{ ...made, curves }]);
    expect(reasons).toEqual([`LV endo curve, peak systolic strain has no value (${reason})`]);
    expect(numbers.map(({ code }) => code)).toContain('130696');
  });
});

/** A caliper of each template of the configuration, and a plain one with a name; values are 1, 2, 3 ... */
function withCalipers(data_type: 'adult' | 'fetal'): SourceImage {
  let next = 0;
  const names = [...calipers.data, { ...calipers.data[0]!, name: 'Septum' }];
  const placed = names.map(({ type, name, n_points }, place): CaliperMeasurement => ({
    id: `c${place}`,
    type,
    ...(name === type ? {} : { name }),
    cycle: null,
    event: null,
    frame_number: END_DIASTOLE,
    points: { real: [], pixel: Array.from({ length: n_points }, (_, at) => ({ x: 10 + at, y: 20 + place })) },
    points_name: [],
    dists: [],
    dists_name: [],
    angles: [],
    angles_name: [],
    provenance: null,
  }));
  const value = (unit: string) => (name: string) => ({ name, value: (next += 1), unit, reason: null, length_px: null });
  const values = names.map(({ type, dists_name, angles_name }, place): CaliperValues => ({
    id: `c${place}`,
    type,
    cycle: null,
    event: null,
    superseded: false,
    distances: dists_name.map(value(type === 'Strip' ? 's' : 'cm')),
    angles: angles_name.map(value('deg')),
    real: [],
    provenance: null,
  }));
  const made = source({ ...fourChamber(), instance_id: `${INSTANCE}.11`, measurements: [], measurements_caliper: placed });
  const study = { ...made.study, data_type, gestational_age_days: data_type === 'fetal' ? 189 : null };
  return { ...made, study, calipers: values, work: { ...made.work, version: `calipers-${data_type}` } };
}

describe('calipers', () => {
  it.each([
    ['adult', '5300'],
    ['fetal', '5220'],
  ] as const)('are in every report with a code, a unit and their points: %s', async (data_type, template) => {
    const image = withCalipers(data_type);
    const archive = await written(await reportWriter(), [image]);
    expect(archive.left_out).toEqual([]);
    const named = image.calipers.flatMap(({ distances, angles }) => [...distances, ...angles]);
    const paths = [...archive.files].map(([name, content]) => {
      const file = path.join(folder, path.basename(name));
      writeFileSync(file, content);
      if (!UNKNOWN_TO_DCIODVFY.test(file)) expect([name, errorsIn(file)]).toEqual([name, []]);
      return file;
    });
    const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_sr.py');
    const output = execFileSync(await ensureReaders(), [script, path.join(folder, 'codes.json'), ...paths], { encoding: 'utf8' });
    const read = (JSON.parse(output) as { reports: Report[] }).reports;
    expect(read.map((report) => report.template)).toEqual(['1500', template]);
    for (const report of read) {
      const numbers = report.numbers.filter(({ below }) => below[0] !== 'Fetus Characteristics');
      expect(numbers.map(({ double, unit }) => [double, unit])).toEqual(named.map(({ value, unit }) => [value, unit]));
      // The plain length has the standard code; each of the others has its own.
      expect(numbers.map(({ scheme }) => scheme)).toEqual(named.map((_, at) => (at === 0 ? 'SCT' : PRIVATE_SCHEME)));
      expect(new Set(numbers.map(({ code }) => code)).size).toBe(named.length);
      for (const { coordinates } of numbers) expect(coordinates).toMatchObject([{ type: 'MULTIPOINT', frame: END_DIASTOLE }]);
    }
    const groups = read[0]!.imaging!.groups.map(({ tracking }) => tracking);
    expect(groups.slice(0, 3)).toEqual(['Length AB', 'Cross long', 'Cross short']);
    expect(groups.at(-1)).toBe('Septum AB');
  });

  it('without a value are listed with the reason', async () => {
    const made = withCalipers('adult');
    const empty = made.calipers.map((one) => ({
      ...one,
      distances: one.distances.map((value) => ({ ...value, value: null, unit: null, reason: 'no_scale' })),
      angles: [],
    }));
    const { left_out: reasons } = await written(await reportWriter(), [{ ...made, calipers: empty.slice(0, 2) }]);
    expect(reasons.map(({ reason }) => reason)).toEqual(
      ['Length AB', 'Cross long', 'Cross short'].map((name) => `${name} has no value (no_scale)`),
    );
  });
});

/** dciodvfy does not know Simplified Adult Echo SR (its message is "Information Object Not found"). */
const UNKNOWN_TO_DCIODVFY = /_tid5300\.dcm$/;

describe('dciodvfy', () => {
  it('finds no error in reports by TID 1500 and TID 5220', () => {
    const known = files.filter((file) => !UNKNOWN_TO_DCIODVFY.test(file));
    expect(known).toHaveLength(5);
    for (const file of known) expect([path.basename(file), errorsIn(file)]).toEqual([path.basename(file), []]);
  });

  it.each(['adult', 'fetal'] as const)(
    'finds none with every measurement of the configuration, none of which is left out: %s',
    async (data_type) => {
      const archive = await written(await reportWriter(), everyType(data_type));
      expect(archive.left_out).toEqual([]);
      const expected = configuration.data.filter(({ measurements }) => measurements.some(({ type }) => type !== 'velocity-curve'));
      expect([...archive.files.keys()].filter((name) => name.endsWith('_tid1500.dcm'))).toHaveLength(expected.length);
      for (const [name, content] of archive.files) {
        if (UNKNOWN_TO_DCIODVFY.test(name)) continue;
        const file = path.join(folder, 'every.dcm');
        writeFileSync(file, content);
        expect([name, errorsIn(file)]).toEqual([name, []]);
        expect(content.includes(PRIVATE_SCHEME)).toBe(true);
      }
    },
  );

  it('finds none in a report on a single image, which has no numbers of frames', async () => {
    const { provenance } = readOf([], []);
    const points = [{ cycle: 0, event: null, frame_number: null, line: 'Mitral ring', point_ids: [] }];
    const ring = measurement('Mitral ring', 'mm', [27.5], { type: 'distance', anatomy: 'MV', provenance: { ...provenance!, points } });
    const archive = await written(await reportWriter(), [source({ ...valve(), measurements: [ring] })]);
    const reports = [...archive.files].filter(([name]) => !UNKNOWN_TO_DCIODVFY.test(name));
    expect(reports).toHaveLength(1);
    const file = path.join(folder, 'single.dcm');
    writeFileSync(file, reports[0]![1]);
    expect(errorsIn(file)).toEqual([]);
    const frames = 'import sys, pydicom; print(sum(e.tag == 0x00081160 for e in pydicom.dcmread(sys.argv[1]).iterall()))';
    const shapes = 'import sys, pydicom; print(sum(e.tag == 0x00700022 for e in pydicom.dcmread(sys.argv[1]).iterall()))';
    const python = await ensureReaders();
    expect([frames, shapes].map((script) => execFileSync(python, ['-c', script, file], { encoding: 'utf8' }).trim())).toEqual(['0', '1']);
  });
});

it('numbers fit a Decimal String', () => {
  for (const value of [1 / 3, -1 / 3, 1e-7 / 3, -VOLUME * 1e-200, VOLUME * 1e15, 0, 40.5]) {
    const short = decimal(value);
    expect(short.length).toBeLessThanOrEqual(16);
    expect(Math.abs(Number(short) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-7);
  }
});

it('dcmtk reads every report without a complaint', () => {
  if (spawnSync('dsrdump', ['--version']).status !== 0) {
    console.log('SKIPPED: dsrdump of dcmtk is not installed; pydicom and highdicom read the reports');
    return;
  }
  for (const file of files) {
    const { status, stdout, stderr } = spawnSync('dsrdump', [file], { encoding: 'utf8' });
    const complaints = stderr.split('\n').filter((line) => line !== '' && !NOT_KNOWN_TO_DCMTK.some((words) => line.includes(words)));
    expect([path.basename(file), status, complaints]).toEqual([path.basename(file), 0, []]);
    expect(stdout).toContain('<CONTAINER:');
  }
});
