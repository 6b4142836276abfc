/** Rings, valves and atria, traced as the demo is, read back by the engine against the closed forms they were drawn from. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStudies, type DemoStudies, type Known, near, values } from '../../test/demo-studies.ts';

/** Distances between two drawn places: only rounding of the truth. */
const DISTANCE_TOLERANCE = 1e-4;
/** A circle of 12 points, whose curve leaves the circle by 0.3 % of its radius at most. */
const RING_TOLERANCE = 0.005;
/** 13 of 97 points of a contour with a corner at the roof of the atrium. */
const ATRIUM_TOLERANCE = 0.02;

let demo: DemoStudies;

beforeAll(async () => {
  demo = await demoStudies(new Set(['C07']));
}, 300_000);

afterAll(() => demo?.close());

function known(type: string, view: string): Known {
  const found = demo.studies.get('C07')?.find(({ drawn }) => drawn.type === type && drawn.view === view);
  if (found === undefined) throw new Error(`The study has no ${type} in ${view}`);
  return found;
}

describe('what was measured on the traced beats', () => {
  it('of the short axis is the area of its circles', () => {
    const image = known('Short axis 2D', 'PSAX mid');
    const beats = image.truth.short_axis?.beats ?? [];
    expect(beats).toHaveLength(2);
    const compare = (name: string, truth: number[]) => near(values(image, name), truth, RING_TOLERANCE, 0, name);
    compare(
      'LV area ED',
      beats.map((beat) => beat.endo_area_cm2[0]),
    );
    compare(
      'LV area ES',
      beats.map((beat) => beat.endo_area_cm2[1]),
    );
    compare(
      'LV epi area ED',
      beats.map((beat) => beat.epi_area_cm2[0]),
    );
    compare(
      'FAC',
      beats.map((beat) => beat.fac_pct),
    );
    compare(
      'LV wall',
      beats.map((beat) => 10 * beat.wall_cm[0]),
    );
  });

  it('of the valves is the distance of their hinges', () => {
    const chambers = known('Valves 2D', '4C zoom');
    const annuli = chambers.truth.four_chamber?.beats ?? [];
    const mm = (cm: number | undefined) => 10 * (cm ?? Number.NaN);
    near(
      values(chambers, 'Mitral ring'),
      annuli.map((beat) => mm(beat.mitral_ring_cm[0])),
      DISTANCE_TOLERANCE,
      0,
      'mitral',
    );
    near(
      values(chambers, 'Tricuspid ring'),
      annuli.map((beat) => mm(beat.tricuspid_ring_cm?.[0])),
      DISTANCE_TOLERANCE,
      0,
      'tricuspid',
    );
    const outflow = known('Valves 2D', 'Outflow');
    const beats = outflow.truth.long_axis?.beats ?? [];
    near(
      values(outflow, 'Aortic ring'),
      beats.map((beat) => mm(beat.lvot_cm[1])),
      DISTANCE_TOLERANCE,
      0,
      'aortic',
    );
  });

  it('of the left atrium is the area inside its wall, in both apical planes', () => {
    const image = known('4-chamber 2D', 'A4C');
    const beats = image.truth.four_chamber?.beats ?? [];
    near(
      values(image, 'LA area ES'),
      beats.map((beat) => beat.atrium_area_cm2[1]),
      ATRIUM_TOLERANCE,
      0,
      'LA area',
    );
    // Biplane area-length, 0.85 A1 A2 / L (Lang 2015): between the volumes for the longer and for the shorter of both atria.
    const planes = known('2-chamber 2D', 'A2C');
    const others = planes.truth.two_chamber?.beats ?? [];
    values(planes, 'LA volume biplane').forEach((volume, cycle) => {
      const [one, two] = [beats[cycle]?.atrium_area_cm2[1] ?? Number.NaN, others[cycle]?.atrium_area_cm2[1] ?? Number.NaN];
      const lengths = [image, planes].map((plane) => atriumLength(plane, cycle));
      const of = (length: number) => (0.85 * one * two) / length;
      expect(volume).toBeGreaterThan((1 - 2 * ATRIUM_TOLERANCE) * of(Math.max(...lengths)));
      expect(volume).toBeLessThan((1 + 2 * ATRIUM_TOLERANCE) * of(Math.min(...lengths)));
    });
  });
});

/** From the middle of the mitral annulus to the farthest place of the atrial wall at end systole, cm. */
function atriumLength({ truth }: Known, cycle: number): number {
  const clip = truth.four_chamber ?? truth.two_chamber;
  const frame = clip?.frames[(clip.beats[cycle]?.end_systole_frame ?? Number.NaN) - 1];
  const scale = truth.regions[0]?.physical_delta_x ?? Number.NaN;
  if (frame === undefined) throw new Error('The truth has no frame of end systole');
  const [[ax, ay], [bx, by]] = frame.annulus;
  return scale * Math.max(...frame.atrium.map(([x, y]) => Math.hypot(x - (ax + bx) / 2, y - (ay + by) / 2)));
}
