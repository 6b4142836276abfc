/** Values of a cohort by the engine, against the printed equations of the papers. */
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import references from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type { GuidelineCohort, PlottedMeasurement, PlottedStudy } from '@echometry/contract/records/statistics.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curvesOf } from './bands.ts';
import { judgedTable, keyOf, linesOf, requestOf, type JudgedMeasurement } from './judged.ts';
import { tablesCsv } from './tables-csv.ts';
import { axesOf, placedPoints } from './values.ts';

const packs = references.data as unknown as ReferencePack[];

type Facts = Partial<Omit<GuidelineCohort['studies'][number], 'study_id' | 'patient_show'>>;
interface Patient {
  value: number;
  facts: Facts;
}

const idOf = (n: number): string => `${n + 1}_20260101`;

/** A project with one measurement, as its statistics have it. */
function projectOf(
  about: Pick<PlottedMeasurement, 'name' | 'image_type' | 'units' | 'data_type'>,
  patients: readonly Patient[],
  sizes: GuidelineCohort['measurements'] = [],
) {
  const studies = patients.map(({ facts }, n): PlottedStudy => {
    const age = about.data_type === 'fetal' ? facts.gestational_age_days : facts.age_days;
    return { study_id: idOf(n), patient_show: `P${n + 1}`, age_days: age ?? null, sex: facts.sex ?? null };
  });
  const unknown = { sex: null, height_cm: null, weight_kg: null, age_days: null, gestational_age_days: null, stated: [], measured: [] };
  const cohort: GuidelineCohort = {
    format: 1,
    date: 0,
    measurements: sizes,
    studies: patients.map(({ facts }, n) => ({
      ...unknown,
      study_id: idOf(n),
      patient_show: `P${n + 1}`,
      data_type: about.data_type,
      ...facts,
    })),
  };
  const measurement: PlottedMeasurement = {
    ...about,
    points: patients.map(({ value }, study) => ({
      study,
      instance_id: `i${study}`,
      value,
      low: null,
      high: null,
      expected: null,
      state: 'undefined',
      outlier: false,
    })),
  };
  return { measurement, studies, cohort };
}

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => engine.close());

async function judged(
  { measurement, studies, cohort }: ReturnType<typeof projectOf>,
  choice: ReferenceChoice = NO_REFERENCE_CHOICE,
): Promise<JudgedMeasurement> {
  const asked = requestOf(measurement, { packs, choice, studies, cohort });
  if (asked === null) throw new Error('No row judges the measurement');
  const found = await engine.judgeValues(asked.request);
  if (!found.ok) throw new Error(found.error.message);
  return { measurement, rows: asked.rows, ...found.value };
}

/** Du Bois and Du Bois 1916, m2. */
const surface = (height_cm: number, weight_kg: number): number => 0.007184 * weight_kg ** 0.425 * height_cm ** 0.725;

/** Pettersen 2008, LV end-diastolic diameter in M-mode, cm: mean of the logarithm, with a variance of 0.010. */
const meanOf = (bsa: number): number => 0.105 + 2.859 * bsa - 2.119 * bsa ** 2 + 0.552 * bsa ** 3;
const SD = Math.sqrt(0.01);

const DIAMETER = { name: 'LVIDd', image_type: 'LV M-Mode', units: 'cm', data_type: 'pediatric' } as const;
const child = (years: number, height_cm: number | null, weight_kg: number): Facts => ({
  age_days: Math.round(years * 365.25),
  height_cm,
  weight_kg,
});
/** A diameter at a z-score, by the printed equation. */
const diameter = (z: number, { height_cm, weight_kg }: Facts): number => Math.exp(meanOf(surface(height_cm ?? 0, weight_kg ?? 0)) + z * SD);
const CHILDREN: readonly Patient[] = (
  [
    [-2.4, child(3, 95, 14)],
    [-0.6, child(5, 110, 19)],
    [0.3, child(8, 128, 26)],
    [1.1, child(10, 138, 33)],
    [2.7, child(14, 160, 50)],
  ] as const
).map(([z, facts]) => ({ value: diameter(z, facts), facts }));
const SHORT_OF_HEIGHT: Patient = { value: 3.5, facts: child(6, null, 21) };
// 2.3 m2: Pettersen measured children up to 2 m2.
const TALL: Patient = { value: 5.5, facts: child(17, 190, 105) };

describe('children by body surface', () => {
  it('have the z-scores of the printed equation, with the surface as their place', async () => {
    const { standings } = await judged(projectOf(DIAMETER, CHILDREN));
    const zs = standings.map((one) => (one?.standing.outcome?.kind === 'z' ? one.standing.outcome.z : Number.NaN));
    for (const [at, z] of [-2.4, -0.6, 0.3, 1.1, 2.7].entries()) expect(zs[at]).toBeCloseTo(z, 9);
    for (const [at, { facts }] of CHILDREN.entries())
      expect(standings[at]?.here).toBeCloseTo(surface(facts.height_cm ?? 0, facts.weight_kg ?? 0), 9);
    expect(standings.map((one) => one?.standing.state)).toEqual(['out_of_range', 'in_range', 'in_range', 'in_range', 'out_of_range']);
  });

  it('are counted below, within and above the limit of the project, and by what is missing', async () => {
    const project = projectOf(DIAMETER, [...CHILDREN, SHORT_OF_HEIGHT, TALL]);
    const [line, ...others] = linesOf(await judged(project));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ source: 'Pettersen 2008', scale: 'z', judged: 5, sides: { below: 1, within: 3, above: 1 } });
    expect([...(line?.open ?? [])]).toEqual([
      ['needs height', 1],
      ["body surface outside of the source's range", 1],
    ]);
    // At 2.5, the smallest is within.
    const [wider] = linesOf(await judged(project, { ...NO_REFERENCE_CHOICE, z_limit: 2.5 }));
    expect(wider?.sides).toEqual({ below: 0, within: 4, above: 1 });
  });

  it('make a row of a table, of which the file has the same', async () => {
    const found = await judged(projectOf(DIAMETER, [...CHILDREN, SHORT_OF_HEIGHT, SHORT_OF_HEIGHT]));
    const project = { measurements: new Map([[keyOf(found.measurement), found]]), version: 7, z_limit: 2 };
    const table = judgedTable(project, [found.measurement]);
    const [row] = table.data;
    expect(row?.slice(0, 6)).toEqual(['LVIDd', 'LV M-Mode', 'pediatric', 'Pettersen 2008', 'z', 5]);
    // Centiles by linear interpolation between -2.4, -0.6, 0.3, 1.1 and 2.7.
    expect(row?.[6]).toBeCloseTo(0.3, 9);
    expect(row?.[7]).toBeCloseTo(-2.4 + 0.2 * 1.8, 9);
    expect(row?.[8]).toBeCloseTo(1.1 + 0.8 * 1.6, 9);
    expect(row?.slice(9)).toEqual([1, 3, 1, 2, 'needs height: 2']);
    const lines = tablesCsv('p', [table]).text.split('\r\n');
    expect(lines[0]).toBe('"Reference values"');
    expect(lines[2]).toMatch(/^"LVIDd","LV M-Mode","pediatric","Pettersen 2008","z","?5"?,.*"needs height: 2"$/);
  });

  it('are plotted against body surface, with the limits of the equation at every place', async () => {
    const { measurement, studies, cohort } = projectOf(DIAMETER, [...CHILDREN, SHORT_OF_HEIGHT]);
    const found = await judged({ measurement, studies, cohort });
    expect(axesOf(found)).toEqual(['bsa_m2', 'age']);
    const points = placedPoints(measurement, studies, found, 'bsa_m2');
    expect(points).toHaveLength(CHILDREN.length);
    expect(placedPoints(measurement, studies, found)).toHaveLength(CHILDREN.length + 1);
    const [curve] = curvesOf(found, 'bsa_m2', points);
    expect(curve?.row).toBe('pettersen2008.lvedd_mm');
    expect([curve?.ends[0]?.at, curve?.ends.at(-1)?.at].map((at) => Number(at))).toEqual([
      expect.closeTo(points[0]?.at ?? 0, 1),
      expect.closeTo(points.at(-1)?.at ?? 0, 1),
    ]);
    for (const { at, low, expected, high } of curve?.ends ?? []) {
      expect(low).toBeCloseTo(Math.exp(meanOf(at) - 2 * SD), 9);
      expect(expected).toBeCloseTo(Math.exp(meanOf(at)), 9);
      expect(high).toBeCloseTo(Math.exp(meanOf(at) + 2 * SD), 9);
    }
  });
});

describe('fetuses', () => {
  const LENGTH = { name: 'LV length ED', image_type: '4-chamber 2D', units: 'cm', data_type: 'fetal' } as const;
  const FEMUR = { image_type: 'Femur', name: 'FL', unit: 'mm' };

  it('have the z-score by the femur length that their study measures, in the unit of the equation', async () => {
    const value = 1.9;
    const facts: Facts = { gestational_age_days: 28 * 7, measured: [[0, 52]] };
    const project = projectOf(LENGTH, [{ value, facts }], [FEMUR]);
    const rows = packs.flatMap((pack) => pack.rows).filter(({ id }) => id === 'schneider2005.LVL.FL');
    const asked = requestOf(project.measurement, { packs, choice: NO_REFERENCE_CHOICE, ...project });
    const found = await engine.judgeValues({ ...asked!.request, rows });
    // Schneider 2005: ln of cm = -0.675 + 0.8772 ln of the femur length in cm, standard deviation 0.1216.
    const z = (Math.log(value) - (-0.675 + 0.8772 * Math.log(5.2))) / 0.1216;
    expect(found.ok && found.value.standings[0]?.standing.outcome).toMatchObject({ kind: 'z', z: expect.closeTo(z, 9) });
    expect(found.ok && found.value.standings[0]?.here).toBeCloseTo(5.2, 12);
  });
});

describe('a value that nothing judges', () => {
  it('has no place in the table: no row is for the measurement', () => {
    const project = projectOf({ ...DIAMETER, name: 'Not measured' }, CHILDREN);
    expect(requestOf(project.measurement, { packs, choice: NO_REFERENCE_CHOICE, ...project })).toBeNull();
  });
});
