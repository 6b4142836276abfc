/** Spectra of every pattern, traced as the demo is, read back by the engine against the closed forms they were drawn from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { SpectrumBeat } from './plan/truth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStudies, type DemoStudies, type Known, near, values } from '../../test/demo-studies.ts';

/** Areas and means: between two control points three more are drawn. */
const AREA_TOLERANCE = 0.02;

let demo: DemoStudies;

beforeAll(async () => {
  demo = await demoStudies(new Set(['D05']));
}, 300_000);

afterAll(() => demo?.close());

const images = (): Known[] => demo.studies.get('D05') ?? [];

const types = (
  JSON.parse(readFileSync(path.join(checkoutRoot(), 'contract', 'config', 'echo_image_types.json'), 'utf8')) as { data: ImageTypeRow[] }
).data;

function patternOf({ drawn }: Known): ImageTypeRow['patterns'][number] {
  const pattern = types.find(({ type }) => type === drawn.type)?.patterns.find(({ name }) => name === drawn.pattern);
  if (pattern === undefined) throw new Error(`${drawn.type} has no pattern ${drawn.pattern}`);
  return pattern;
}

/** One beat of the truth, its velocities positive in the direction of the pattern. */
class TrueBeat {
  readonly #beat: SpectrumBeat;
  readonly #sign: number;
  readonly #column_s: number;

  constructor(beat: SpectrumBeat, sign: number, column_s: number) {
    this.#beat = beat;
    this.#sign = sign;
    this.#column_s = column_s;
  }

  #event(name: string) {
    const event = this.#beat.events.find((entry) => entry.name === name);
    if (event === undefined) throw new Error(`The truth has no ${name}`);
    return event;
  }

  velocity(name: string): number {
    return this.#sign * this.#event(name).velocity_cm_s;
  }

  /** ms from one place to another. */
  time(from: string, to: string): number {
    return 1000 * this.#column_s * (this.#event(to).column - this.#event(from).column);
  }

  mean(): number {
    return this.#sign * Number(this.#beat.values['mean_cm_s'] ?? this.#beat.values['tamax_cm_s']);
  }

  /** Area of a flow that rests outside of what is measured: all of it. */
  wholeArea(): number {
    return this.mean() * this.#beat.length_s;
  }

  /**
   * Area between two places with half cosines from each named place to the next: the average of each is half way between its ends.
   */
  area(from: string, to: string): number {
    const { events } = this.#beat;
    const [first, last] = [events.indexOf(this.#event(from)), events.indexOf(this.#event(to))];
    let sum = 0;
    for (let index = first; index < last; index += 1) {
      const [a, b] = [events[index], events[index + 1]];
      if (a && b) sum += ((a.velocity_cm_s + b.velocity_cm_s) / 2) * (b.column - a.column) * this.#column_s;
    }
    return this.#sign * sum;
  }
}

type Expected = (beat: TrueBeat) => number;
const velocity =
  (name: string): Expected =>
  (beat) =>
    beat.velocity(name);
const time =
  (from: string, to: string): Expected =>
  (beat) =>
    beat.time(from, to);
const overMean =
  (high: string, low: string): Expected =>
  (beat) =>
    (beat.velocity(high) - beat.velocity(low)) / beat.mean();

/** Expected measurements of each image, by type and pattern. Velocities are within one row, times within one column. */
const VELOCITIES: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'Pulmonary outflow: with notch': { PSV: velocity('maximum velocity') },
  'Mitral inflow: separate': { E: velocity('E'), A: velocity('A') },
  'Mitral inflow: no A': { E: velocity('E') },
  'Tricuspid inflow: separate': { E: velocity('E'), A: velocity('A') },
  'Tricuspid inflow: no A': { E: velocity('E') },
  'Aortic isthmus: normal': { PSV: velocity('S'), EDV: velocity('D') },
  'Aortic isthmus: reversed diastole': { PSV: velocity('S'), EDV: velocity('D') },
  'Descending aorta: normal': { PSV: velocity('S'), EDV: velocity('D') },
  'Umbilical artery: absent EDF': { 'PSV absent or reversed EDF': velocity('S'), EDV: () => 0 },
  'Umbilical artery: reversed EDF': { 'PSV absent or reversed EDF': velocity('S'), EDV: velocity('EDV') },
  'Uterine artery: normal': { Notch: velocity('notch') },
  'Ductus venosus: absent a': { S: velocity('S'), v: velocity('v'), D: velocity('D'), a: () => 0 },
  'Ductus venosus: reversed a': { S: velocity('S'), a: velocity('a') },
  'Pulmonary vein: normal': { S: velocity('S'), D: velocity('D'), a: velocity('a') },
  'Hepatic vein: normal': { S: velocity('S'), D: velocity('D'), a: velocity('a') },
};

const TIMES: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'Pulmonary outflow: with notch': {
    AT: time('valve opening', 'maximum velocity'),
    ET: time('valve opening', 'valve closure'),
  },
  'Mitral inflow: separate': { DT: time('E', 'E end'), 'Filling time': time('valve opening', 'valve closure') },
  'Mitral inflow: fused': { 'Filling time': time('valve opening', 'valve closure') },
  'Mitral inflow: no A': { 'Filling time': time('valve opening', 'valve closure') },
  'Tricuspid inflow: separate': { DT: time('E', 'E end') },
  'Pulmonary artery branch: normal': { AT: time('onset start', 'S'), ET: time('onset start', 'notch') },
  'LV isovolumetric / MPI: normal': {
    ICT: time('MV closure', 'AV opening'),
    ET: time('AV opening', 'AV closure'),
    IRT: time('AV closure', 'MV opening'),
  },
  'RV MPI: normal': { b: time('valve opening', 'valve closure') },
};

const AREAS_AND_INDICES: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'Pulmonary outflow: with notch': { VTI: (beat) => beat.wholeArea() },
  'Aortic isthmus: normal': { PI: overMean('S', 'D'), 'S VTI': (beat) => beat.area('systole start', 'notch') },
  'Descending aorta: normal': { PI: overMean('S', 'D') },
  'Umbilical artery: absent EDF': { PI: overMean('S', 'EDV'), TAmax: (beat) => beat.mean() },
  'Umbilical artery: reversed EDF': { PI: overMean('S', 'reverse'), TAmax: (beat) => beat.mean() },
  'Uterine artery: normal': { PI: overMean('S', 'EDV') },
  'Ductus venosus: absent a': { PIV: overMean('S', 'a') },
  'Ductus venosus: reversed a': { PIV: overMean('S', 'a') },
  'Umbilical Vein: pulsatile': { 'Mean velocity': (beat) => beat.mean() },
  'Pulmonary vein: normal': { PIV: overMean('S', 'a') },
  'Hepatic vein: normal': { PIV: overMean('S', 'a') },
  'Pulmonary artery branch: normal': { PI: overMean('S', 'EDV') },
};

interface Scaled {
  beats: TrueBeat[];
  /** cm/s of one row. */
  row: number;
  /** ms of one column. */
  column: number;
}

function scaled(known: Known): Scaled {
  const region = known.truth.regions.find((entry) => entry.region_spatial_format === 3);
  if (region === undefined || known.truth.spectrum === undefined) throw new Error(known.drawn.file);
  const sign = patternOf(known).flow_direction === 'away' ? -1 : 1;
  // Means of veins are stated without a sign.
  const mean = known.truth.spectrum.beats[0]?.values.flow === 'vein' ? 1 : sign;
  const { physical_delta_x: column_s, physical_delta_y: row } = region;
  return {
    beats: known.truth.spectrum.beats.map((beat) => new TrueBeat(beat, mean, column_s)),
    row: Math.abs(row),
    column: 1000 * column_s,
  };
}

/** Compares the measurements of a table; returns how many images it spoke of. */
function compare(
  table: Readonly<Record<string, Readonly<Record<string, Expected>>>>,
  most: (scale: Scaled) => { relative: number; absolute: number },
): number {
  let compared = 0;
  for (const known of images()) {
    const label = `${known.drawn.type}: ${known.drawn.pattern}`;
    const scale = scaled(known);
    const { relative, absolute } = most(scale);
    for (const [name, expected] of Object.entries(table[label] ?? {}))
      near(values(known, name), scale.beats.map(expected), relative, absolute, `${name} of ${label}`);
    if (label in table) compared += 1;
  }
  return compared;
}

describe('a spectrum of each pattern', () => {
  it('carries the control points of its pattern in every beat', () => {
    expect(images()).toHaveLength(21);
    for (const known of images()) {
      const pattern = patternOf(known);
      const wanted = pattern.lines[0]?.control_points.map(({ type }) => type) ?? [];
      expect(known.image.segmentation.length, known.drawn.file).toBe(known.truth.spectrum?.beats.length);
      for (const { lines } of known.image.segmentation) {
        expect(lines?.map((line) => line.pattern)).toEqual([pattern.name]);
        const types = lines?.[0]?.points.map(({ type }) => type).filter((type) => wanted.includes(type));
        expect(types, known.drawn.file).toEqual(wanted);
      }
    }
  });

  it('has velocities within one row of the truth', () => {
    expect(compare(VELOCITIES, ({ row }) => ({ relative: 0, absolute: row }))).toBe(Object.keys(VELOCITIES).length);
  });

  it('has times within one column of the truth', () => {
    expect(compare(TIMES, ({ column }) => ({ relative: 0, absolute: column }))).toBe(Object.keys(TIMES).length);
  });

  it('has areas and indices within 2 % of the truth', () => {
    expect(compare(AREAS_AND_INDICES, () => ({ relative: AREA_TOLERANCE, absolute: 0 }))).toBe(Object.keys(AREAS_AND_INDICES).length);
  });
});
