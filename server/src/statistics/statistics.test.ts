import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { DataAnomalies, DataStatistics, GuidelineCohort, ImageQuality, STATISTICS_FILES } from '@echometry/contract/records/statistics.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { StudyFacts } from './facts.ts';
import { quantile } from '@echometry/contract/rules/quantile.ts';
import { outliers } from './numbers.ts';
import { projectStatistics, type StatisticsFile, type StatisticsRules } from './project-statistics.ts';

const MADE = Date.parse('2026-04-02T01:00:00Z');
const RULES: StatisticsRules = {
  guidelineInputs: [
    { image_type: 'A4C', name: 'EF' },
    { image_type: 'Femur', name: 'FL' },
  ],
  cardiac_cycles: 3,
  image_requirements: [
    { type: 'A4C', qc: true },
    { type: 'Femur', segmentation: true },
  ],
};

const measurement = (part: Partial<Measurement>): Measurement => ({ name: 'EF', type: 'EF', units: '%', value: [], ...part });
const image = (id: string, part: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'fetal'),
  type: 'A4C',
  reference: true,
  ...part,
});
const study = (n: number, part: Partial<StudyFacts['study']> = {}): StudyFacts['study'] => ({
  study_id: `${n}_20260101`,
  patient_show: `P-${n}`,
  data_type: 'fetal',
  gestational_age_days: 150,
  age_days: null,
  sex: null,
  height_cm: null,
  weight_kg: null,
  stated: null,
  ...part,
});
const work = (part: Partial<NonNullable<StudyFacts['work']>> = {}): StudyFacts['work'] => ({
  updated_at: Date.parse('2026-01-15T00:00:00Z'),
  measured: false,
  validated: false,
  images: [],
  missing_images: [],
  ...part,
});

async function* each(studies: readonly StudyFacts[]): AsyncGenerator<StudyFacts> {
  yield* studies;
}
const filesOf = (studies: readonly StudyFacts[]): Promise<StatisticsFile[]> => projectStatistics(each(studies), RULES, MADE);
function read<T extends TSchema>(files: readonly StatisticsFile[], name: string, schema: T) {
  const content: unknown = JSON.parse(files.find((file) => file.name === name)?.content ?? 'null');
  return Value.Parse(schema, content);
}
const facts = (of: StudyFacts['study'], done: StudyFacts['work'], assessedAt: StudyFacts['assessedAt'] = new Map()): StudyFacts => ({
  study: of,
  work: done,
  assessedAt,
});

describe('quantiles and outliers', () => {
  it('follow a published method', () => {
    // Type 7 of Hyndman and Fan: the quartiles of 1, 2, 3, 4 are 1.75, 2.5 and 3.25.
    expect([0.25, 0.5, 0.75].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1.75, 2.5, 3.25]);
    expect(quantile([7], 0.95)).toBe(7);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('name what lies beyond three interquartile ranges, in samples that are large enough and vary', () => {
    // Quartiles of 1 to 8 and a ninth: 3 and 7 with 29; the fence is at 7 + 12.
    expect(outliers([1, 2, 3, 4, 5, 6, 7, 8, 19])).not.toContain(true);
    expect(outliers([1, 2, 3, 4, 5, 6, 7, 8, 19.1])).toEqual([...Array<boolean>(8).fill(false), true]);
    expect(outliers([1, 2, 3, 4, 5, 6, 100])).not.toContain(true);
    expect(outliers([5, 5, 5, 5, 5, 5, 5, 5, 9])).not.toContain(true);
  });
});

describe('statistics of a project', () => {
  it('count studies by the month of their last save and by how far they have come', async () => {
    const march = Date.parse('2026-03-31T23:59:59Z');
    const data = read(
      await filesOf([
        facts(study(1), work({ validated: true, measured: true })),
        facts(study(2), work({ measured: true, updated_at: march })),
        facts(study(3), work({ updated_at: march })),
        facts(study(4), null),
      ]),
      STATISTICS_FILES.data,
      DataStatistics,
    );
    expect(data.plots[0].months).toEqual([
      { month: '2026-01', validated: 1, measured: 0, in_work: 0 },
      { month: '2026-02', validated: 0, measured: 0, in_work: 0 },
      { month: '2026-03', validated: 0, measured: 1, in_work: 1 },
    ]);
    expect(data.totals).toEqual({ studies: 4, validated: 1, images: 0, values: 0 });
    expect(data.stats[0].data).toEqual([['fetal', 4, 3, 2, 1]]);
    expect(data.date).toBe(MADE);
  });

  it('take aggregates of reference images with the limits of their study, and give the reason why others have none', async () => {
    const range = { state: 'out_of_range', low: 50, high: 70, expected: 60, z: -3, indexed: null, source: 's', reason: null } as const;
    const data = read(
      await filesOf([
        facts(
          study(1),
          work({
            images: [
              image('1', { measurements: [measurement({ value: [40, 50, null], aggregate: 45, normal: range })] }),
              image('2', { reference: false, measurements: [measurement({ value: [99], aggregate: 99 })] }),
              image('3', { measurements: [measurement({ value: [null], reasons: ['not-calibrated'] })] }),
            ],
          }),
        ),
        facts(study(2), work({ images: [image('4', { measurements: [measurement({ value: [61], aggregate: 61 })] })] })),
      ]),
      STATISTICS_FILES.data,
      DataStatistics,
    );
    expect(data.totals.values).toBe(4);
    expect(data.plots[2].measurements).toEqual([
      {
        name: 'EF',
        image_type: 'A4C',
        units: '%',
        data_type: 'fetal',
        points: [
          { study: 0, instance_id: '1', value: 45, low: 50, high: 70, expected: 60, state: 'out_of_range', outlier: false },
          { study: 1, instance_id: '4', value: 61, low: null, high: null, expected: null, state: 'undefined', outlier: false },
        ],
      },
    ]);
    expect(data.stats[2].data).toEqual([['EF', 'A4C', 'fetal', '%', 2, 53, 45.8, 60.2, 0, 1]]);
    expect(data.stats[2].comments).toContain('Measurements without a value: not-calibrated 1.');
  });

  it('keep for guidelines the reference image of a type, otherwise the first with a value, and only what tables ask for', async () => {
    const ef = (value: number | undefined): Measurement[] => [measurement(value === undefined ? {} : { value: [value], aggregate: value })];
    const cohort = read(
      await filesOf([
        facts(
          study(1, { sex: 'F', height_cm: 160, weight_kg: 55 }),
          work({
            images: [
              image('1', { reference: false, measurements: [...ef(40), measurement({ name: 'Heart rate', value: [70], aggregate: 70 })] }),
              image('2', { measurements: ef(50) }),
              image('3', { type: 'Femur', measurements: [measurement({ name: 'FL', units: 'mm', value: [30], aggregate: 30 })] }),
            ],
          }),
        ),
        facts(
          study(2),
          work({
            images: [
              image('4', { measurements: ef(undefined) }),
              image('5', { reference: false, measurements: ef(61) }),
              image('6', { reference: false, measurements: ef(62) }),
            ],
          }),
        ),
        facts(study(3), null),
      ]),
      STATISTICS_FILES.guidelines,
      GuidelineCohort,
    );
    expect(cohort.measurements).toEqual([
      { image_type: 'A4C', name: 'EF', unit: '%' },
      { image_type: 'Femur', name: 'FL', unit: 'mm' },
    ]);
    expect(cohort.studies.map(({ study_id, sex, height_cm, measured }) => [study_id, sex, height_cm, measured])).toEqual([
      [
        '1_20260101',
        'F',
        160,
        [
          [0, 50],
          [1, 30],
        ],
      ],
      ['2_20260101', null, null, [[0, 61]]],
    ]);
  });

  it('name what is odd, the gravest first, each with the study and image that show it', async () => {
    const events = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `c${n}` })) as AnalysisImage['cardiac_events'];
    const beats = measurement({ name: 'RR', type: 'Cycle length', units: 'ms', value: [400, 410, 640] });
    const odd = read(
      await filesOf([
        facts(
          study(2, { gestational_age_days: null }),
          work({
            images: [image('a', { is_annotated: true, cardiac_events: events(2), measurements: [beats, measurement({ value: [95] })] })],
          }),
        ),
        facts(study(1), work({ images: [image('b', {})], missing_images: ['Femur'] })),
        facts(study(3), null),
      ]),
      STATISTICS_FILES.anomalies,
      DataAnomalies,
    );
    expect(odd.anomalies.map(({ kind, text, patient_show, instance_id }) => [kind, text, patient_show, instance_id])).toEqual([
      ['implausible', 'A4C: Cycle 1: EF of 95.0 % is not between 5 and 90 %', 'P-2', 'a'],
      ['cycles', 'A4C: 2 cycles timed, 3 required', 'P-2', 'a'],
      ['cycles', 'A4C: Cycle 3 is 56 % longer than the median beat', 'P-2', 'a'],
      ['missing_reference', 'Femur: no reference image', 'P-2', null],
      ['missing_age', 'Gestational age missing', 'P-2', null],
    ]);
  });

  it('date an assessment by what was written of it, and where nothing was by the save that holds it', async () => {
    const quality = read(
      await filesOf([
        facts(
          study(1),
          work({ images: [image('a', { accepted: 'yes' }), image('b', { accepted: 'no' }), image('c', {})] }),
          new Map([['a.dcm', 5]]),
        ),
      ]),
      STATISTICS_FILES.quality,
      ImageQuality,
    );
    expect(quality.images.map(({ accepted, assessed_at }) => [accepted, assessed_at])).toEqual([
      ['yes', 5],
      ['no', Date.parse('2026-01-15T00:00:00Z')],
    ]);
  });

  it('draw a picture of every plot, with what people typed made harmless', async () => {
    const named = image('a', { accepted: 'yes', type: '<b>&"', measurements: [measurement({ value: [1], aggregate: 1 })] });
    const files = await filesOf([facts(study(1), work({ images: [named] }))]);
    const pictures = files.filter(({ name }) => name.endsWith('.svg'));
    expect(pictures).toHaveLength(3);
    for (const { content } of pictures) expect(content).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(pictures.map(({ content }) => content).join('')).not.toContain('<b>');
    expect(pictures[1]?.content).toContain('&lt;b&gt;&amp;&quot;');
  });
});
