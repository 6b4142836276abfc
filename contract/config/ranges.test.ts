import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import evidence from '../../fixtures/reference-values/checked-ranges.json' with { type: 'json' };
import imageTypes from './echo_image_types.json' with { type: 'json' };
import measurements from './echo_measurements.json' with { type: 'json' };
import type { ImageTypeRow, MeasurementRow } from '../records/config-rows.ts';

const rows = measurements.data as unknown as MeasurementRow[];
const types = imageTypes.data as unknown as ImageTypeRow[];
const ranges = rows.flatMap(({ image_type, measurements: all }) =>
  all.flatMap((measurement) => (measurement.normal ?? []).map((range) => ({ image_type, measurement: measurement.name, range }))),
);
const rangesOf = (type: string, name: string) => ranges.filter((one) => one.image_type === type && one.measurement === name);
const fetalHeartRate = ranges.filter(({ measurement, range }) => measurement === 'Heart rate' && range.data_type === 'fetal');

const SHARED = process.env['ECHOMETRY_SHARED'] ?? path.resolve(import.meta.dirname, '../../../shared');
const CHECK = path.join(SHARED, 'reference-values/check-of-existing.json');

/** What is compared of a range: its limits and whom they are for. */
const facts = ({ data_type, sex, unit, low, high, mean, sd }: Partial<(typeof ranges)[number]['range']>) => ({
  data_type,
  sex: sex ?? null,
  unit,
  low: low ?? null,
  high: high ?? null,
  mean: mean ?? null,
  sd: sd ?? null,
});
const key = (image_type: string, measurement: string, range: Parameters<typeof facts>[0]) =>
  JSON.stringify([image_type, measurement, facts(range)]);

describe('checked ranges', () => {
  const checked = ranges.filter(({ range }) => range.checked);
  const limits = checked.filter(({ range }) => range.M === undefined);

  it('have the limits of the evidence, and no other range does', () => {
    const known = evidence.limits.map((one) => key(one.image_type, one.measurement, one as Parameters<typeof facts>[0]));
    expect(limits.map((one) => key(one.image_type, one.measurement, one.range)).sort()).toEqual(known.sort());
    expect(known).toHaveLength(75);
  });
  it('over gestational age have printed centiles', () => {
    const equations = new Set(
      checked.filter(({ range }) => range.M !== undefined).map(({ image_type, measurement }) => `${image_type}, ${measurement}`),
    );
    expect([...new Set(evidence.centiles.map(({ image_type, measurement }) => `${image_type}, ${measurement}`))].sort()).toEqual(
      [...equations].sort(),
    );
  });
  it('name where their limits were seen', () => {
    expect(checked.filter(({ range }) => range.evidence === undefined)).toEqual([]);
  });
  it.skipIf(!existsSync(CHECK))('are the confirmed ones of the survey of sources', () => {
    const survey = JSON.parse(readFileSync(CHECK, 'utf8')) as {
      records: { image_type: string; measurement: string; verdict: string; record: Parameters<typeof facts>[0] }[];
    };
    const confirmed = survey.records.filter(({ verdict }) => verdict === 'confirmed');
    const others = survey.records.filter(({ verdict }) => verdict !== 'confirmed');
    const keys = new Set(limits.map((one) => key(one.image_type, one.measurement, one.range)));
    expect(confirmed).toHaveLength(59);
    expect(confirmed.filter((one) => !keys.has(key(one.image_type, one.measurement, one.record)))).toEqual([]);
    expect(others.filter((one) => keys.has(key(one.image_type, one.measurement, one.record)))).toEqual([]);
  });
});

describe('ranges', () => {
  it('apply to a kind of data of their image type', () => {
    const never = ranges.filter(
      ({ image_type, range }) => types.find(({ type }) => type === image_type)?.data_types.includes(range.data_type) !== true,
    );
    expect(never).toEqual([]);
  });
  it('of the fetal heart rate exist on no vessel of the mother, and from mid-pregnancy on', () => {
    expect(fetalHeartRate).toHaveLength(30);
    expect(fetalHeartRate.map(({ image_type }) => image_type)).not.toContain('Uterine artery');
    for (const { range } of fetalHeartRate) expect(range).toMatchObject({ low: 110, high: 160, weeks: [20, 42] });
  });
  it('do not call decision limits of diastolic function normal', () => {
    for (const name of ['E/A', 'DT', 'DT extrapolated']) expect(rangesOf('Mitral inflow', name)).toEqual([]);
  });
  it('of the fetal MPI follow Hernandez-Andrade 2007: 0.35 (SD 0.027) at 19 weeks, 0.37 (SD 0.029) at 39', () => {
    const fetal = rangesOf('LV isovolumetric / MPI', 'MPI').find(({ range }) => range.data_type === 'fetal')?.range;
    const line = (text: string) => {
      const [intercept = NaN, slope = NaN] = text.replace(' GA', '').split(' + ').map(Number);
      return (weeks: number) => Math.round((intercept + slope * weeks) * 1000) / 1000;
    };
    const [mean, sd] = [line(fetal?.M ?? ''), line(fetal?.S ?? '')];
    // The abstract prints the mean as 0.33 + 0.001 GA, rounded to two decimals at both ends.
    expect([mean(19), mean(39), sd(19), sd(39)]).toEqual([0.349, 0.369, 0.027, 0.029]);
    expect(fetal?.weeks).toEqual([19, 39]);
  });
});

describe('grades', () => {
  const graded = ranges.flatMap((one) => (one.range.grades === undefined ? [] : [{ ...one, grades: one.range.grades }]));

  it('cover every value once, without a gap or an overlap', () => {
    expect(graded.length).toBeGreaterThan(0);
    for (const { image_type, measurement, grades } of graded) {
      const at = [image_type, measurement];
      expect([...at, grades[0]?.low, grades.at(-1)?.high]).toEqual([...at, null, null]);
      expect([...at, grades.slice(1).map(({ low }) => low)]).toEqual([...at, grades.slice(0, -1).map(({ high }) => high)]);
      const ends = grades.slice(1).map(({ low }) => low ?? Number.NaN);
      expect([...at, ends]).toEqual([...at, ends.toSorted((a, b) => a - b)]);
    }
  });
  it('of aortic stenosis begin at 2.6, 3 and 4 m/s, and at 20 and 40 mmHg', () => {
    const starts = (type: string, name: string) => rangesOf(type, name)[0]?.range.grades?.map((grade) => [grade.name, grade.low]);
    const velocities = [
      ['none or sclerosis', null],
      ['mild', 2.6],
      ['moderate', 3],
      ['severe', 4],
    ];
    expect(starts('Aortic stenosis', 'Vmax')).toEqual(velocities);
    expect(starts('Aortic outflow', 'Vmax')).toEqual(velocities);
    expect(starts('Aortic stenosis', 'Mean gradient')).toEqual([
      ['none or mild', null],
      ['moderate', 20],
      ['severe', 40],
    ]);
  });
});
