/** Synthetic images traced by their known contours: every measurement must give the known truth, natively and in a worker. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { checkoutRoot, createEngine } from '../src/node/client.ts';
import { traced, type KnownImage, type Truth } from './traced-truth.ts';
import { drawnDemo } from './drawn-demo.ts';

const root = checkoutRoot();
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-evaluate-'));
const config = path.join(folder, 'config');
let demo = '';
const images: KnownImage[] = [];
let engine: EngineClient;
let evaluated: ImageMeasurements[];

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

interface MeasurementSet {
  data: { image_type: string; measurements: { name: string; formula?: string }[] }[];
}

/**
 * The shipped sets; ventricles by disks, because the phantom is not a spheroid, and the area that no shipped measurement shows.
 */
function testConfiguration(): { image_types: unknown; measurements: MeasurementSet } {
  const shipped = path.join(root, 'contract', 'config');
  const image_types = json(path.join(shipped, 'echo_image_types.json'));
  const measurements = json(path.join(shipped, 'echo_measurements.json')) as MeasurementSet;
  const fourChamber = measurements.data.find((row) => row.image_type === '4-chamber 2D');
  for (const measurement of fourChamber?.measurements ?? []) if (measurement.name.startsWith('LV E')) measurement.formula = 'simpson';
  const area = {
    name: 'LV area ED',
    type: 'area',
    line: 'LV endo',
    cardiac_event: 'end_diastole',
    units: 'cm2',
    class: 'direct',
    anatomy: 'LV',
  };
  const length = {
    name: 'LV arc ED',
    type: 'line-distance',
    axis: 'length',
    line: 'LV endo',
    cardiac_event: 'end_diastole',
    units: 'cm',
    class: 'direct',
    anatomy: 'LV',
  };
  fourChamber?.measurements.push(area, length);
  const mitral = measurements.data.find((row) => row.image_type === 'Mitral inflow');
  const whole = {
    name: 'VTI',
    type: 'auc',
    line: 'flow',
    points: ['valve opening', 'valve closure'],
    units: 'cm',
    class: 'direct',
    anatomy: 'MV',
  };
  mitral?.measurements.push(whole);
  return { image_types, measurements };
}

beforeAll(async () => {
  demo = drawnDemo({ projects: ['demo-fetal', 'demo-pediatric', 'demo-adult'] });
  engine = await createEngine({ workers: 1 });
  const sets = testConfiguration();
  const study = engine.study(sets, {
    data_type: null,
    gestational_age_days: null,
    age_days: null,
    sex: null,
    height_cm: null,
    weight_kg: null,
  });
  const manifest = json(path.join(demo, 'manifest.json')) as {
    projects: { patients: { images: { file: string; truth: string }[] }[] }[];
  };
  for (const { file, truth } of manifest.projects.flatMap(({ patients }) => patients.flatMap((patient) => patient.images))) {
    const opened = await engine.open(readFileSync(path.join(demo, file)));
    if (!opened.ok) throw new Error(`${file}: ${opened.error.message}`);
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) throw new Error(`${file}: ${metadata.error.message}`);
    engine.release(opened.value);
    const known = json(path.join(demo, truth)) as Truth;
    const image = { file, truth: known, record: traced(known, metadata.value.sop_instance_uid, path.basename(file)) };
    images.push(image);
    study.setFile(image.record.instance_id, metadata.value);
    study.setImage(image.record);
  }
  const answer = await study.evaluate();
  if (!answer.ok) throw new Error(answer.error.message);
  evaluated = answer.value;
  mkdirSync(config);
  writeFileSync(path.join(config, 'echo_image_types.json'), JSON.stringify(sets.image_types));
  writeFileSync(path.join(config, 'echo_measurements.json'), JSON.stringify(sets.measurements));
}, 180_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Measurements of the images of a kind, by name. */
function* of<K extends 'four_chamber' | 'left_ventricle_m_mode' | 'annulus_m_mode' | 'spectrum'>(
  kind: K,
): Generator<{ file: string; truth: NonNullable<Truth[K]>; whole: Truth; value: (name: string) => number[] }> {
  for (const [place, { file, truth, record }] of images.entries()) {
    const known = truth[kind];
    if (!known) continue;
    const answer = evaluated[place];
    expect(answer?.instance_id).toBe(record.instance_id);
    const value = (name: string): number[] => {
      const found: Measurement | undefined = answer?.measurements.find((measurement) => measurement.name === name);
      expect(found?.refused, `${file} ${name}`).toBeUndefined();
      expect(found?.value.length, `${file} ${name}`).toBeGreaterThan(0);
      return (found?.value ?? []).map((number) => number ?? Number.NaN);
    };
    yield { file, truth: known, whole: truth, value };
  }
}

function near(found: number[], expected: number, relative: number, what: string, absolute = 0): void {
  for (const number of found)
    expect(Math.abs(number - expected), `${what}: ${number} for ${expected}`).toBeLessThanOrEqual(
      Math.max(absolute, relative * Math.abs(expected)),
    );
}

describe('truth recovered through evaluate', () => {
  it('of lengths, areas, volumes, EF and GLS in four chambers', () => {
    let compared = 0;
    for (const { file, truth, value } of of('four_chamber')) {
      const first = truth.frames[(truth.end_diastole_frames[0] as number) - 1];
      if (!first) throw new Error(file);
      near(value('LV length ED').slice(0, 1), first.length_cm, 0.005, `${file} length`);
      near(value('LV arc ED').slice(0, 1), first.arc_cm, 0.005, `${file} arc`);
      near(value('LV area ED').slice(0, 1), first.area_cm2, 0.01, `${file} area`);
      near(value('LV EDV'), truth.edv_ml, 0.015, `${file} EDV`);
      near(value('LV ESV'), truth.esv_ml, 0.015, `${file} ESV`);
      near(value('EF'), truth.ef_pct, 0, `${file} EF`, 1);
      near(value('LV-GLS'), truth.gls_pct, 0, `${file} GLS`, 0.5);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('of walls, diameters and FS in M-Mode', () => {
    let compared = 0;
    for (const { file, truth, whole, value } of of('left_ventricle_m_mode')) {
      const mm: [string, number][] = [
        ['IVSd', truth.ivsd_cm],
        ['IVSs', truth.ivss_cm],
        ['PWd', truth.pwd_cm],
        ['PWs', truth.pws_cm],
      ];
      for (const [name, cm] of mm) near(value(name), cm * 10, 0.005, `${file} ${name}`);
      near(value('LVIDd'), truth.lvidd_cm, 0.005, `${file} LVIDd`);
      near(value('LVIDs'), truth.lvids_cm, 0.005, `${file} LVIDs`);
      near(value('FS'), truth.fs_pct, 0, `${file} FS`, 1);
      near(value('EF'), truth.ef_teichholz_pct, 0, `${file} EF`, 1);
      const column = Math.abs(whole.regions.find((region) => region.region_spatial_format === 2)?.physical_delta_x ?? 0);
      near(value('Cycle length'), truth.period_s * 1000, 0, `${file} period`, column * 1000);
      compared += 1;
    }
    for (const { file, truth, value } of of('annulus_m_mode')) {
      near(value('TAPSE'), truth.excursion_cm * 10, 0.005, `${file} TAPSE`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('of VTI, PI, velocities and times in spectra, aliased ones too', () => {
    const flows = new Set<string>();
    for (const { file, truth, whole, value } of of('spectrum')) {
      const strip = whole.regions.find((region) => region.region_spatial_format === 3);
      const [ms, pixel] = [Math.abs(strip?.physical_delta_x ?? 0) * 1000, Math.abs(strip?.physical_delta_y ?? 0)];
      const known = truth.values;
      flows.add(known.flow + (truth.unwrap_up_px > 0 ? ' aliased' : ''));
      if (known.flow === 'aortic') {
        near(value('Vmax'), known.vmax_cm_s, 0, `${file} Vmax`, pixel);
        near(value('VTI'), known.vti_cm, 0.005, `${file} VTI`);
        near(value('ET'), known.ejection_time_s * 1000, 0, `${file} ET`, ms);
        near(value('AT'), known.acceleration_time_s * 1000, 0, `${file} AT`, ms);
        near(value('Mean gradient'), known.mean_gradient_mmhg, 0.01, `${file} mean gradient`);
        near(value('PEP'), known.opening_after_onset_s * 1000, 0, `${file} PEP`, ms);
      } else if (known.flow === 'mitral') {
        near(value('E'), known.e_cm_s, 0, `${file} E`, pixel);
        near(value('A'), known.a_cm_s, 0, `${file} A`, pixel);
        near(value('VTI'), known.vti_cm, 0.005, `${file} VTI`);
        near(value('MV opening'), known.opening_after_onset_s * 1000, 0, `${file} opening`, ms);
      } else {
        near(value('PSV'), known.psv_cm_s, 0, `${file} PSV`, pixel);
        near(value('TAmax'), known.tamax_cm_s, 0.005, `${file} TAmax`);
        near(value('PI'), known.pi, 0.01, `${file} PI`);
        near(value('RI'), known.ri, 0.01, `${file} RI`);
      }
      near(value('Cycle length'), truth.period_s * 1000, 0, `${file} period`, ms);
    }
    expect([...flows].sort()).toEqual(['aortic', 'aortic aliased', 'mitral', 'umbilical']);
  });

  it('with the same numbers and provenance natively, every one recomputed the same', async () => {
    const analysis = path.join(folder, 'analysis.json');
    writeFileSync(analysis, JSON.stringify({ format: 1, study: {}, images: images.map(({ record }) => record) }));
    const native =
      execFileSync(path.join(root, 'target', 'release', 'echometry-engine'), ['evaluate', analysis, '--dicom', demo, '--config', config], {
        maxBuffer: 1 << 28,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
        .trim()
        .split('\n')
        .at(-1) ?? '';
    const line = JSON.parse(native) as { images: ImageMeasurements[] };
    expect(line.images).toEqual(evaluated);
    const stored = line.images[0] as ImageMeasurements;
    const study = engine.study(testConfiguration(), {
      data_type: null,
      gestational_age_days: null,
      age_days: null,
      sex: null,
      height_cm: null,
      weight_kg: null,
    });
    const record = images[0]?.record;
    if (!record) throw new Error('no image');
    study.setImage({ ...record, measurements: stored.measurements });
    const compared = await study.recompute(record.instance_id);
    const changed = compared.ok && compared.value?.filter(({ state }) => state !== 'same').map(({ name }) => name);
    // Only the file has frame times, which this study was not given; all else is the same.
    expect(changed).toEqual(['Cycle length', 'Heart rate']);
    const opened = await engine.open(readFileSync(path.join(demo, images[0]?.file ?? '')));
    if (!opened.ok) throw new Error(opened.error.message);
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) throw new Error(metadata.error.message);
    engine.release(opened.value);
    study.setFile(record.instance_id, metadata.value);
    const again = await study.recompute(record.instance_id);
    expect(again.ok && again.value?.filter(({ state }) => state !== 'same')).toEqual([]);
    const explained = await study.explain(record.instance_id, 'LV EDV');
    expect(explained.ok && explained.value).toMatchObject({
      equation: 'pi / 4 sum(d_i^2) L / 20',
      base_unit: 'ml',
      measurement: { provenance: { formula: { kind: 'volume', name: 'simpson', version: 2 } } },
    });
    study.close();
  });
});
