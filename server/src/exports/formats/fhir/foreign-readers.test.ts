/** Bundles as fhir.resources validates and reads them, with codes that pydicom's dictionary of PS3.16 judges. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { INSTANCE, fourChamber, measurement, source, valve, written } from '../../../../test/format-sources.ts';
import { ensureReaders } from '../../../../../scripts/lib/python.mjs';
import type { SourceImage } from '../source.ts';
import { type ExportedStanding, NO_STANDING } from '../standing.ts';
import { fhirWriter } from './writer.ts';

interface Observation {
  id: string;
  name: string;
  code: string;
  system: string;
  value: number | null;
  unit: string | null;
  unit_system: string | null;
  absent: string[] | null;
  status: string;
  date: string;
  performer: string;
  site: string | null;
  method: string | null;
  notes: string[];
  ranges: [number | null, number | null, string | null][];
  derived_from: string[];
  sources: string[];
  parts: Record<string, string | number>;
}
interface Bundle {
  type: string;
  entries: string[];
  unique: boolean;
  dangling: string[];
  unknown_codes: string[][];
  patient: Record<string, unknown>;
  studies: { uid: string; series: [string, string, [string, string][]][] }[];
  report: { status: string; code: string; results: number; performer: string[]; interpreter: string[]; conclusion: string };
  observations: Observation[];
}

const PREPARING_MS = 600_000;
const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';
/** No short decimal. */
const VOLUME = 304 / 3;
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-fhir-'));
const SCRIPT = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_fhir.py');
let python = '';
let files: Map<string, Buffer>;
let bundles: Bundle[] = [];

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

const writer = (identified = true) =>
  fhirWriter({
    identify: () =>
      Promise.resolve(identified ? { study_instance_uid: '2.25.1', series_instance_uid: '2.25.2', sop_class_uid: MULTI_FRAME } : null),
  });

const PROVENANCE: NonNullable<Measurement['provenance']> = {
  formula: { kind: 'volume', name: 'area_length', version: 1 },
  engine_version: '0.1.0',
  config_versions: {},
  calibration: { source: 'regions', region_indices: [0], version: null, velocity_axis: 'up', flow_direction: 'toward', baseline_y: null },
  points: [{ cycle: 0, event: 'end_diastole', frame_number: 3, line: 'LV endo', point_ids: [] }],
  marks: [],
  inputs: [],
  other_image: null,
  warnings: ['self_intersecting'],
};

/** Two beats; values without a unit of UCUM, refused, and missing in every beat. */
function clip(): SourceImage {
  const normal: NonNullable<Measurement['normal']> = {
    state: 'in_range',
    low: 56,
    high: 104,
    expected: null,
    z: null,
    indexed: null,
    source: null,
    reason: null,
  };
  const image: AnalysisImage = {
    ...fourChamber(),
    measurements: [
      measurement('LV EDV', 'ml', [VOLUME, 99], { anatomy: 'LV', provenance: PROVENANCE, normal, cardiac_event: 'end_diastole' }),
      measurement('LV ESV', 'ml', [40.5, null], { anatomy: 'LV', reasons: [null, 'missing-line'] }),
      measurement('EF', 'furlong', [60], { type: 'EF' }),
      measurement('LV-GLS', '%', [null], { type: 'long-gls', reasons: ['excluded-cycle'] }),
      { ...measurement('LV mass', 'g', []), refused: { code: 'unknown-formula', message: 'no such formula' } },
    ],
    measurements_caliper: [
      {
        id: 'k1',
        type: 'Length',
        cycle: null,
        event: null,
        frame_number: 3,
        points: { real: [], pixel: [] },
        points_name: [],
        dists: [],
        dists_name: ['AB'],
        angles: [],
        angles_name: [],
        provenance: null,
      },
    ],
  };
  const caliper: CaliperValues = {
    id: 'k1',
    type: 'Length',
    cycle: null,
    event: null,
    superseded: false,
    distances: [{ name: 'AB', value: 3.25, unit: 'cm', reason: null, length_px: null }],
    angles: [],
    real: [],
    provenance: null,
  };
  return source(image, { judged: new Map([['LV EDV', JUDGED]]), stored: new Map([['LV EDV', [100, 99]]]), calipers: [caliper] });
}

function fetus(): SourceImage {
  const made = source({
    ...fourChamber(),
    instance_id: `${INSTANCE}.8`,
    type: 'Head butterfly',
    measurements: [measurement('HC', 'mm', [250.5], { type: 'oval circ', anatomy: 'Head' })],
  });
  const review = { review_state: 'finished' as const, finished_with_reason: 'late', changed_since: false, consensus_of: null };
  return {
    ...made,
    study: { ...made.study, data_type: 'fetal', gestational_age_days: 189, patient: 'Ärztin 3' },
    work: { ...made.work, ...review, reviewer: 'rev@example.org', version: 'r43', blind: true, pass: 2 },
  };
}

function validated(archive: Map<string, Buffer>): Bundle[] {
  const paths = [...archive].map(([name, content]) => {
    const file = path.join(folder, path.basename(name));
    writeFileSync(file, content);
    return file;
  });
  return JSON.parse(execFileSync(python, [SCRIPT, ...paths], { encoding: 'utf8', maxBuffer: 1 << 28 })) as Bundle[];
}

beforeAll(async () => {
  python = await ensureReaders();
  ({ files } = await written(writer(), [clip(), source(valve()), fetus()]));
  bundles = validated(files);
}, PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a bundle', () => {
  it('is valid FHIR R4 of one work: references lead to its entries, and standard codes have the meaning of PS3.16', () => {
    expect([...files.keys()]).toEqual(['fhir/17_20260321_v-42.json', 'fhir/17_20260321_r43.json']);
    expect(bundles.map(({ entries }) => [...new Set(entries)])).toEqual([
      ['Patient', 'ImagingStudy', 'DiagnosticReport', 'Observation'],
      ['Patient', 'ImagingStudy', 'DiagnosticReport', 'Observation'],
    ]);
    for (const { type, unique, dangling, unknown_codes, report, observations } of bundles) {
      expect({ type, unique, dangling, unknown_codes }).toEqual({ type: 'collection', unique: true, dangling: [], unknown_codes: [] });
      expect(report.results).toBe(observations.length);
    }
  });

  it('is refused by the validator when a field has another name', () => {
    const broken = [...files.values()][0]!.toString('utf8').replace('"status"', '"statos"');
    writeFileSync(path.join(folder, 'broken.json'), broken);
    expect(spawnSync(python, [SCRIPT, path.join(folder, 'broken.json')], { encoding: 'utf8' }).status).not.toBe(0);
  });

  it('has the pseudonymised code of the patient and nothing else about the person', () => {
    const [first] = bundles;
    expect(Object.keys(first!.patient).sort()).toEqual(['id', 'identifier', 'resourceType']);
    expect((first!.patient['identifier'] as { value: string }[]).map(({ value }) => value)).toEqual(['P017']);
    const text = [...files.values()][0]!.toString('utf8');
    for (const word of ['gender', 'birthDate', '"F"', '168', '61.5']) expect(text).not.toContain(word);
  });

  it('names study, series and images by the UIDs of their files', () => {
    expect(bundles[0]?.studies).toEqual([
      {
        uid: 'urn:oid:2.25.1',
        series: [
          [
            '2.25.2',
            'US',
            [
              [INSTANCE, `urn:oid:${MULTI_FRAME}`],
              [`${INSTANCE}.2`, `urn:oid:${MULTI_FRAME}`],
            ],
          ],
        ],
      },
    ]);
  });

  it('states how certain the work is', () => {
    expect(bundles.map(({ report }) => [report.status, report.code, report.performer, report.interpreter, report.conclusion])).toEqual([
      ['preliminary', '40701008', ['ann@example.org'], [], 'Research data, not for diagnosis. Version v-42, role Editor, pass 1.'],
      [
        'final',
        '433235006',
        ['ann@example.org'],
        ['rev@example.org'],
        'Research data, not for diagnosis. Version r43, role Editor, pass 2, blind. Review: finished, 0 of 1 image validated. Finished although something was open: late.',
      ],
    ]);
  });

  it('is the same, byte by byte, when the same work is exported again', async () => {
    const again = await written(writer(), [clip(), source(valve()), fetus()]);
    expect([...again.files].map(([name, content]) => [name, content.equals(files.get(name)!)])).toEqual(
      [...files.keys()].map((name) => [name, true]),
    );
  });

  it('leaves out images of files without a study, and images without a value', async () => {
    const reasons = async (one: SourceImage, identified: boolean) =>
      (await written(writer(identified), [one])).left_out.map(({ reason }) => reason);
    expect(await reasons(clip(), false)).toEqual(['the stored file names no study, series or class that a resource could refer to']);
    expect(await reasons({ ...clip(), image: { ...clip().image, measurements: [] }, calipers: [] }, true)).toEqual(['nothing is measured']);
  });
});

describe('an observation', () => {
  const of = (name: string): Observation[] => bundles[0]!.observations.filter((one) => one.name === name);

  it('is there for each cycle and for their mean, which is derived from them, in full precision', () => {
    const volumes = of('LV EDV');
    expect(volumes.map(({ value, unit, unit_system, code, system, site }) => [value, unit, unit_system, code, system, site])).toEqual(
      [VOLUME, 99, (VOLUME + 99) / 2].map((value) => [value, 'mL', UCUM, '18026-5', LOINC, 'Left ventricle']),
    );
    expect(volumes.map(({ parts }) => [parts['Cardiac cycle'], parts['Frame number'], parts['Derivation']])).toEqual([
      [1, '3', undefined],
      [2, undefined, undefined],
      [undefined, undefined, 'Mean'],
    ]);
    expect(volumes.map(({ parts }) => parts['SOP Instance UID of the image'])).toEqual([INSTANCE, INSTANCE, INSTANCE]);
    expect(volumes.map(({ derived_from }) => derived_from)).toEqual([
      ['ImagingStudy'],
      ['ImagingStudy'],
      ['ImagingStudy', 'Observation', 'Observation'],
    ]);
    expect(volumes[2]!.sources.slice(1)).toEqual(volumes.slice(0, 2).map(({ id }) => `urn:uuid:${id}`));
  });

  it('has method, notes, normal range and reference value', () => {
    const mean = of('LV EDV')[2]!;
    expect(mean).toMatchObject({
      status: 'preliminary',
      date: '2026-03-21',
      performer: 'ann@example.org',
      method: 'volume area_length 1, Echometry engine 0.1.0',
      notes: ['Scale: regions.', 'Warnings: self_intersecting.', 'Stored with the analysis: 100, 99.'],
      ranges: [
        [56, 104, null],
        [60, 130.5, 'Pfaffenberger 2013, pf.edv, reference values 1'],
      ],
    });
    expect(mean.parts).toMatchObject({ 'Z-Score of measurement': 0.25, 'Percentile Ranking of measurement': 59.87 });
    expect(of('LV EDV')[0]!.ranges).toEqual([]);
  });

  it('without a value has the reason, in the codes of FHIR and in ours', () => {
    expect(of('LV ESV').map(({ value, absent }) => [value, absent])).toEqual([
      [40.5, null],
      [null, ['not-performed', 'missing-line']],
      [40.5, null],
    ]);
    expect(of('LV-GLS').map(({ absent }) => absent)).toEqual([
      ['not-applicable', 'excluded-cycle'],
      ['unknown', 'no-cycle-with-a-value'],
    ]);
    expect(of('LV mass').map(({ value, absent }) => [value, absent])).toEqual([[null, ['unknown', 'unknown-formula']]]);
  });

  it('keeps a value whose unit UCUM does not have, as an annotation of UCUM', () => {
    expect(of('EF').map(({ value, unit }) => [value, unit])).toEqual([
      [60, '{furlong}'],
      [60, '{furlong}'],
    ]);
  });

  it('is there for each value of a caliper', () => {
    expect(of('Length AB').map(({ value, unit, code }) => [value, unit, code])).toEqual([[3.25, 'cm', '410668003']]);
  });

  it.each(['adult', 'fetal'] as const)('is valid for every measurement of the configuration: %s', async (data_type) => {
    const images = configuration.data.map(({ image_type, measurements }, place) => {
      const values = measurements
        .filter(({ type }) => type !== 'velocity-curve')
        .map(({ name, type, units, anatomy }) => measurement(name, units, [place + 0.5, 2], { type, anatomy }));
      const image = { ...fourChamber(), instance_id: `${INSTANCE}.9.${place}`, type: image_type, measurements: values };
      const made = source(image, { judged: new Map(values.map(({ name }) => [name, JUDGED])) });
      return { ...made, study: { ...made.study, data_type }, work: { ...made.work, version: `every-${data_type}` } };
    });
    const archive = await written(writer(), images);
    expect(archive.left_out).toEqual([]);
    const [bundle] = validated(archive.files);
    const expected = images.flatMap(({ image }) => image.measurements.flatMap(({ name }) => [name, name, name]));
    expect(bundle!.observations.map(({ name }) => name)).toEqual(expected);
    expect({ unique: bundle!.unique, dangling: bundle!.dangling, unknown_codes: bundle!.unknown_codes }).toEqual({
      unique: true,
      dangling: [],
      unknown_codes: [],
    });
  });
});
