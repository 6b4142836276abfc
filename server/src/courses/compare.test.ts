/** Readings of known geometry against a gold case: a circle shifted by 2 mm, marks shifted by frames, values by a constant. */
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { FeedbackImage } from '@echometry/contract/records/course.ts';
import type { Tolerances } from '@echometry/contract/records/gold.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareImage } from './compare.ts';

/** Millimetres a pixel, and milliseconds a frame. */
const MM = 0.5;
const FRAME_MS = 20;
const RADIUS_MM = 20;
const SHIFT_MM = 2;
const TYPE = '4-chamber 2D';

const point = (x: number, y: number): LinePoint => ({
  id: `${x} ${y}`,
  x,
  y,
  type: 'user-defined_1',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});
const DEGREES = Array.from({ length: 361 }, (_, degree) => (degree * Math.PI) / 180);
const circle = (centre_mm: number): Line => ({
  name: 'LV endo',
  finished: true,
  shape: 'nospline',
  pattern: 'normal',
  frame_number: 3,
  points: DEGREES.map((angle) => point((100 + centre_mm + RADIUS_MM * Math.cos(angle)) / MM, (100 + RADIUS_MM * Math.sin(angle)) / MM)),
});
const reading = ({ ef = 55, shift = 0, mark = 3 }: { ef?: number | null; shift?: number | null; mark?: number } = {}): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  type: TYPE,
  view: 'A4C',
  modality: '2D',
  reference: true,
  cardiac_events: [{ id: 'c', end_diastole: mark }],
  segmentation: shift === null ? [] : [{ end_diastole: { lines: [circle(shift)] } }],
  measurements: ef === null ? [] : [{ name: 'EF', type: 'EF', units: '%', value: [ef], aggregate: ef }],
});
const tolerances = (of: Partial<Tolerances> = {}): Tolerances => ({ values: [], lines: [], marks: [], ...of });

/** Mean distance of the points of a circle from the same circle, shifted: the integral over the angle by 10,000 trapezoids. */
function meanOfShifted(): number {
  const steps = 10_000;
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const angle = (2 * Math.PI * step) / steps;
    sum += Math.abs(Math.hypot(RADIUS_MM * Math.cos(angle) + SHIFT_MM, RADIUS_MM * Math.sin(angle)) - RADIUS_MM);
  }
  return sum / steps;
}

describe('feedback on an image', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1 });
  });
  afterAll(() => engine.close());

  const compare = async (own: AnalysisImage | undefined, of: Tolerances | null, gold = reading()) => {
    const image = await compareImage(engine.agreement, own, gold, {
      tolerances: of,
      interpolationOf: () => 'linear',
      pixel_size_mm: [MM, MM],
      time: { type: 'frames', times_ms: Array.from({ length: 30 }, (_, frame) => frame * FRAME_MS) },
      ruleOf: async () => null,
    });
    expect(Value.Errors(FeedbackImage, image)).toEqual([]);
    return image;
  };
  const lineOf = (most: number) => tolerances({ lines: [{ image_type: TYPE, name: 'LV endo', most }] });

  it('states how many millimetres a contour is off', async () => {
    const { lines } = await compare(reading({ shift: SHIFT_MM }), lineOf(1.5));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ name: 'LV endo', event: 'end_diastole', cycle: 0, tolerance: 1.5, verdict: 'within', reason: null });
    // The points of the circles are the corners of 360 chords, which are 0.8 micrometres off: 2 r sin²(1/4°).
    expect(lines[0]?.hausdorff_mm).toBeCloseTo(SHIFT_MM, 2);
    expect(lines[0]?.mean_mm).toBeCloseTo(meanOfShifted(), 2);
    expect((await compare(reading({ shift: SHIFT_MM }), lineOf(1.2))).lines[0]).toMatchObject({ verdict: 'outside' });
  });

  it('states differences of values in their unit and of marks in frames and ms, the reading minus the gold case', async () => {
    const of = tolerances({
      values: [{ image_type: TYPE, name: 'EF', units: '%', most: 5 }],
      marks: [{ image_type: TYPE, event: 'end_diastole', most: 40 }],
    });
    const { values, marks } = await compare(reading({ ef: 49, mark: 5 }), of);
    expect(values).toMatchObject([{ name: 'EF', units: '%', own: 49, gold: 55, difference: -6, tolerance: 5, verdict: 'outside' }]);
    expect(marks).toMatchObject([{ event: 'end_diastole', unit: 'frame', steps: 2, ms: 40, tolerance: 40, verdict: 'within' }]);
  });

  it('gives no verdict without a tolerance, and for what is missing', async () => {
    const { values, lines, marks } = await compare(reading({ ef: null, shift: null }), null);
    expect(values).toMatchObject([{ own: null, gold: 55, difference: null, reason: 'missing', verdict: null }]);
    expect(lines).toMatchObject([{ mean_mm: null, reason: 'missing', verdict: null }]);
    expect(marks).toMatchObject([{ steps: 0, ms: 0, tolerance: null, verdict: null }]);
    // A missing value is missing whatever its tolerance is.
    const of = tolerances({ values: [{ image_type: TYPE, name: 'EF', units: '%', most: 5 }] });
    expect((await compare(reading({ ef: null }), of)).values).toMatchObject([{ tolerance: 5, verdict: null }]);
    // A value of the reader has no counterpart in the gold case.
    expect((await compare(reading(), null, reading({ ef: null, shift: null }))).values).toEqual([]);
  });

  it('names labels that differ, images that were missed, and images of another type', async () => {
    expect((await compare({ ...reading(), view: 'A2C', reference: false }, null)).labels).toEqual([
      { label: 'View', own: 'A2C', gold: 'A4C' },
      { label: 'Reference image', own: 'no', gold: 'yes' },
    ]);
    expect(await compare(undefined, null)).toMatchObject({ state: 'missed', values: [] });
    expect(await compare({ ...reading(), type: null }, null)).toMatchObject({ state: 'missed' });
    expect(await compare({ ...reading(), type: '2-chamber 2D' }, null)).toMatchObject({
      state: 'other-type',
      labels: [{ label: 'Image type', own: '2-chamber 2D', gold: TYPE }],
      values: [],
      lines: [],
    });
  });
});
