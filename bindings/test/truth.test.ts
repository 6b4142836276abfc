/** The generator's truth, which shares no code with the engine, recovered from pixels by the engine's calibration. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutRoot, createEngine } from '../src/node/client.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { ImageScale, loadGeometry } from '../src/engine/geometry.ts';
import { drawnDemo } from './drawn-demo.ts';

type Point = [number, number];

interface Truth {
  frame_times_ms: number[];
  regions: { physical_delta_x: number; physical_delta_y: number }[];
  calibration_points: { region: number; x: number; y: number; physical_x: number; physical_y: number }[];
  four_chamber?: { frames: { annulus: [Point, Point]; apex: Point; length_cm: number; endo: Point[]; arc_cm: number }[] };
  left_ventricle_m_mode?: {
    first_column: number;
    septum_left: number[];
    posterior_inner: number[];
    end_diastole_columns: number[];
    lvidd_cm: number;
    period_s: number;
  };
  annulus_m_mode?: { first_column: number; annulus: number[]; excursion_cm: number };
  spectrum?: {
    first_column: number;
    envelope_cm_s: number[];
    envelope_y: number[];
    zero_y: number;
    unwrap_up_px: number;
    onset_columns: number[];
    period_s: number;
  };
}

const root = checkoutRoot();
let folder = '';
const images: { file: string; truth: Truth; scale: ImageScale; times: number[] }[] = [];
let engine: EngineClient;

beforeAll(async () => {
  folder = drawnDemo({ projects: ['demo-fetal', 'demo-pediatric', 'demo-adult'] });
  await loadGeometry(readFileSync(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm')));
  engine = await createEngine({ workers: 2 });
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    projects: { patients: { images: { file: string; truth: string }[] }[] }[];
  };
  for (const { file, truth } of manifest.projects.flatMap(({ patients }) => patients.flatMap((patient) => patient.images))) {
    const opened = await engine.open(readFileSync(path.join(folder, file)));
    if (!opened.ok) throw new Error(`${file}: ${opened.error.message}`);
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) throw new Error(`${file}: ${metadata.error.message}`);
    images.push({
      file,
      truth: JSON.parse(readFileSync(path.join(folder, truth), 'utf8')) as Truth,
      scale: new ImageScale(metadata.value),
      times: metadata.value.frame_times_ms,
    });
    engine.release(opened.value);
  }
}, 180_000);
afterAll(async () => {
  await engine.close();
});

const centimetres = (scale: ImageScale, [x, y]: Point): Point => {
  const reading = scale.at(x, y);
  expect([reading.x?.unit, reading.y?.unit]).toEqual(['cm', 'cm']);
  return [reading.x?.value ?? Number.NaN, reading.y?.value ?? Number.NaN];
};
const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const half = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

describe('truth of the synthetic images', () => {
  it('comes with all kinds of image', () => {
    const kinds = images.map(({ truth }) =>
      Object.keys(truth).find((key) => ['four_chamber', 'left_ventricle_m_mode', 'annulus_m_mode', 'spectrum'].includes(key)),
    );
    expect(new Set(kinds).size).toBe(4);
    expect(images.length).toBeGreaterThanOrEqual(36);
  });

  it('has every calibrated point within one pixel of its physical place', () => {
    let compared = 0;
    for (const { file, truth, scale } of images) {
      for (const point of truth.calibration_points) {
        const region = truth.regions[point.region];
        const reading = scale.at(point.x, point.y);
        // A point on the edge of two regions is read in the first one.
        if (!region || reading.region?.region_index !== point.region) continue;
        compared += 1;
        if (reading.x)
          expect(Math.abs(reading.x.value - point.physical_x), `${file} x`).toBeLessThanOrEqual(Math.abs(region.physical_delta_x));
        if (reading.y && region.physical_delta_y !== 0)
          expect(Math.abs(reading.y.value - point.physical_y), `${file} y`).toBeLessThanOrEqual(Math.abs(region.physical_delta_y));
      }
    }
    expect(compared).toBeGreaterThan(0.95 * images.flatMap(({ truth }) => truth.calibration_points).length);
  });

  it('has the frame times of the file', () => {
    for (const { file, truth, times } of images.filter((image) => image.truth.frame_times_ms.length > 1)) {
      expect(times.length, file).toBe(truth.frame_times_ms.length);
      // A DS value has at most 16 characters; the sum over a clip stays far below a microsecond.
      times.forEach((time, index) => {
        expect(Math.abs(time - (truth.frame_times_ms[index] ?? Number.NaN)), file).toBeLessThan(1e-3);
      });
    }
  });

  it('has lengths of the ventricle within 0.5 %', () => {
    for (const { file, truth, scale } of images) {
      for (const frame of truth.four_chamber?.frames ?? []) {
        const [septal, lateral] = frame.annulus.map((point) => centimetres(scale, point)) as [Point, Point];
        const length = distance(half(septal, lateral), centimetres(scale, frame.apex));
        expect(Math.abs(length / frame.length_cm - 1), file).toBeLessThan(0.005);
        const contour = frame.endo.map((point) => centimetres(scale, point));
        const arc = contour.slice(1).reduce((sum, point, index) => sum + distance(contour[index] as Point, point), 0);
        // 97 stations: the chord falls short of the arc by far less than the tolerance.
        expect(Math.abs(arc / frame.arc_cm - 1), file).toBeLessThan(0.005);
      }
    }
  });

  it('has depths and times of M-Mode within 0.5 % and one column', () => {
    for (const { file, truth, scale } of images) {
      const trace = truth.left_ventricle_m_mode;
      if (!trace) continue;
      const column = Math.round(trace.end_diastole_columns[0] as number);
      const at = (rows: number[]) => scale.at(column, rows[column - trace.first_column] as number).y?.value ?? Number.NaN;
      expect(Math.abs((at(trace.posterior_inner) - at(trace.septum_left)) / trace.lvidd_cm - 1), file).toBeLessThan(0.005);
      const [first, second] = trace.end_diastole_columns.map((x) => scale.at(x, 300).x?.value ?? Number.NaN);
      expect(Math.abs((second as number) - (first as number) - trace.period_s), file).toBeLessThanOrEqual(1 / 240);
    }
    for (const { file, truth, scale } of images) {
      const trace = truth.annulus_m_mode;
      if (!trace) continue;
      const depths = trace.annulus.map((y, index) => scale.at(trace.first_column + index, y).y?.value ?? Number.NaN);
      expect(Math.abs((Math.max(...depths) - Math.min(...depths)) / trace.excursion_cm - 1), file).toBeLessThan(0.005);
    }
  });

  it('has velocities of the spectrum within one pixel', () => {
    let compared = 0;
    for (const { file, truth, scale } of images) {
      const trace = truth.spectrum;
      if (!trace) continue;
      const delta = Math.abs(truth.regions.at(1)?.physical_delta_y ?? 0);
      trace.envelope_y.forEach((y, index) => {
        const reading = scale.at(trace.first_column + index, y);
        // Where an aliased flow runs beyond the strip no region can be read; unwrapping is a measurement's business.
        if (reading.y?.unit !== 'cm/s') return;
        compared += 1;
        expect(Math.abs(reading.y.value - (trace.envelope_cm_s[index] as number)), `${file} column ${index}`).toBeLessThanOrEqual(delta);
      });
      expect(scale.at(trace.first_column, trace.zero_y).y?.value, file).toBeCloseTo(0, 6);
    }
    expect(compared).toBeGreaterThan(5000);
  });
});
