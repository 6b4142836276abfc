import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line, Measurement } from '../generated/analysis-image.ts';
import type { FeedbackImage } from '../records/course.ts';
import { blankImage } from './blank-image.ts';
import { byNeed, courseShares } from './course-shares.ts';
import { offeredTolerances, shippedTolerances, toleranceOf, verdictOf } from './tolerances.ts';

const line = (name: string, finished = true): Line => ({
  name,
  finished,
  shape: 'endo-epi',
  pattern: 'normal',
  frame_number: 1,
  points: [],
});
const measurement = (name: string, type: string, units: string, aggregate?: number): Measurement => ({
  name,
  type,
  units,
  value: [aggregate ?? null],
  ...(aggregate === undefined ? {} : { aggregate }),
});
const image = (part: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  cardiac_events: [{ id: 'c', end_diastole: 3, end_systole: 9 }],
  segmentation: [
    { end_diastole: { lines: [line('LV endo'), line('LA endo')] }, end_systole: { lines: [line('LV endo'), line('LV epi', false)] } },
  ],
  measurements: [measurement('EF', 'EF', '%', 55), measurement('LV EDV', 'volume', 'ml', 120), measurement('E/A', 'ratio', '', 1.2)],
  ...part,
});

describe('shipped tolerances', () => {
  it('are an absolute difference or a share of the gold value, and none for kinds without a published figure', () => {
    const { values } = offeredTolerances([image()], 'adult');
    // 11 % of 120 ml are 13.2 ml, in two figures 13.
    expect(values.map(({ name, most }) => [name, most])).toEqual([
      ['EF', 7],
      ['LV EDV', 13],
      ['E/A', null],
    ]);
    expect(values[0]?.source).toContain('doi:10.1111/cpf.12918');
    expect(values[2]).toMatchObject({ reason: null, source: null });
  });

  it('of contours and marks are those of adults: smaller and faster hearts have none', () => {
    const adult = offeredTolerances([image()], 'adult');
    expect(adult.lines.map(({ name, most }) => [name, most])).toEqual([
      ['LV endo', 3.5],
      ['LA endo', null],
    ]);
    expect(adult.marks.map(({ event, most }) => [event, most])).toEqual([
      ['end_diastole', 46.5],
      ['end_systole', 46.5],
    ]);
    const fetal = offeredTolerances([image()], 'fetal');
    expect([...fetal.lines, ...fetal.marks].filter(({ most }) => most !== null)).toEqual([]);
  });

  it('leave out what was not measured, strips where lengths are not comparable, and repetitions', () => {
    const strip = image({ modality: 'PW Doppler', measurements: [measurement('E', 'velocity', 'cm/s')] });
    expect(offeredTolerances([strip], 'adult')).toMatchObject({ values: [], lines: [] });
    expect(offeredTolerances([image(), image()], 'adult')).toEqual(offeredTolerances([image()], 'adult'));
    expect(shippedTolerances(offeredTolerances([image()], 'adult'))).toMatchObject({
      values: [{ name: 'EF', most: 7 }, { name: 'LV EDV' }],
      lines: [{ image_type: '4-chamber 2D', name: 'LV endo', most: 3.5 }],
    });
  });
});

describe('a verdict', () => {
  it.each([
    [7, 7, 'within'],
    [-7, 7, 'within'],
    [7.01, 7, 'outside'],
    [-7.01, 7, 'outside'],
    // More than 0.3 in binary.
    [0.4 - 0.1, 0.3, 'within'],
    [null, 7, null],
    [0, null, null],
  ] as const)('on a difference of %s with a tolerance of %s is %s', (difference, tolerance, verdict) => {
    expect(verdictOf(difference, tolerance)).toBe(verdict);
  });

  it('is by the measurement of that image type in that unit', () => {
    const of = { values: [{ image_type: 'A', name: 'EF', units: '%', most: 5 }], lines: [], marks: [] };
    expect(toleranceOf.value(of, 'A', 'EF', '%')).toBe(5);
    for (const other of [
      ['B', 'EF', '%'],
      ['A', 'FS', '%'],
      ['A', 'EF', ''],
    ] satisfies [string, string, string][])
      expect(toleranceOf.value(of, ...other)).toBeNull();
    expect(toleranceOf.value(null, 'A', 'EF', '%')).toBeNull();
  });
});

describe('the results of a course', () => {
  const none = { labels: [], values: [], lines: [], marks: [] };
  const value = (verdict: 'within' | 'outside' | null): FeedbackImage['values'][number] => ({
    name: 'EF',
    units: '%',
    own: 50,
    gold: 55,
    difference: -5,
    reason: null,
    tolerance: verdict === null ? null : 5,
    verdict,
    rule: null,
  });
  const of = (...verdicts: ('within' | 'outside' | null)[]): FeedbackImage => ({
    ...none,
    instance_id: '1',
    type: 'A',
    state: 'compared',
    values: verdicts.map(value),
  });

  it('count what was judged: without a tolerance nothing is', () => {
    expect(courseShares([of('within', 'outside'), of('within', null)])).toEqual([
      { what: 'value', image_type: 'A', name: 'EF', within: 2, judged: 3 },
    ]);
    expect(courseShares([of(null)])).toEqual([]);
  });

  it('begin with missed images, then those with the most outside', () => {
    const missed: FeedbackImage = { ...none, instance_id: '2', type: 'A', state: 'missed' };
    const [one, two, three] = [of('within'), of('outside'), of('outside', 'outside')];
    expect([one, two, missed, three].toSorted(byNeed)).toEqual([missed, three, two, one]);
  });
});
