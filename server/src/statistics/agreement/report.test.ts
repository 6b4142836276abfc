/** Readings of known geometry: squares shifted by whole pixels, marks shifted by whole frames, values shifted by a constant. */
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { AgreementReport, type Reader } from '@echometry/contract/records/agreement.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementReport } from './report.ts';
import type { Subject } from './subject.ts';

const SIDE = 40;
/** Millimetres a pixel. */
const MM = 0.5;
const FRAME_MS = 20;
const READERS: Reader[] = ['anna@a', 'ben@a', 'cleo@a'].map((editor) => ({ editor, reviewer: null, blind: true, pass: 1 }));

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
/** An open line of straight pieces along x, at a height. */
const line = (height: number): Line => ({
  name: 'valve',
  finished: true,
  shape: 'nospline',
  pattern: 'normal',
  frame_number: 3,
  points: [point(0, height), point(SIDE, height)],
});
const reading = (ef: number | null, { height = 0, mark = 3 }: { height?: number; mark?: number } = {}): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  cardiac_events: [{ id: 'c', end_diastole: mark }],
  segmentation: [{ end_diastole: { lines: [line(height)] } }],
  measurements: ef === null ? [] : [{ name: 'EF', type: 'EF', units: '%', value: [ef], aggregate: ef }],
});
/** Multiples of it are spread evenly over 0 to 1. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Readers save one study after the other, a minute apart. */
const savedAt = (n: number, reader: number): number => 1_000_000 * reader + 60_000 * n;
const subject = (n: number, ...readings: (AnalysisImage | null)[]): Subject => ({
  study_id: `${n}_20260101`,
  patient_show: `P-${n}`,
  instance_id: String(n),
  readings,
  readAt: readings.map((_, reader) => savedAt(n, reader)),
  interpolationOf: () => 'linear',
  pixel_size_mm: [MM, MM],
  time: { type: 'frames', times_ms: Array.from({ length: 30 }, (_, frame) => frame * FRAME_MS) },
});
async function* each(subjects: readonly Subject[]): AsyncGenerator<Subject> {
  yield* subjects;
}

describe('the report of readers', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1 });
  });
  afterAll(() => engine.close());
  const reportOf = async (...subjects: Subject[]) =>
    Value.Parse(
      AgreementReport,
      await agreementReport(engine.agreement, each(subjects), { readers: READERS, date: 1, engine_version: '0' }),
    );

  it('gives bias and limits of two readers, and reliability of all', async () => {
    // Differences 2, 2, 2, 4: mean 2.5, standard deviation 1.
    const { values } = await reportOf(
      subject(1, reading(50), reading(52), reading(50)),
      subject(2, reading(60), reading(62), reading(60)),
      subject(3, reading(70), reading(72), reading(70)),
      subject(4, reading(80), reading(84), reading(null)),
      subject(5, reading(55), reading(null), null),
    );
    expect(values).toHaveLength(1);
    const [ef] = values;
    expect(ef).toMatchObject({ name: 'EF', image_type: '4-chamber 2D', units: '%', n: 4, left_out: 1, icc_n: 3 });
    expect(ef?.bias.value).toBeCloseTo(2.5, 12);
    expect(ef?.sd).toBeCloseTo(1, 12);
    expect([ef?.lower.value, ef?.upper.value]).toEqual([expect.closeTo(2.5 - 1.96, 12), expect.closeTo(2.5 + 1.96, 12)]);
    expect(ef?.points[3]).toEqual({
      study_id: '4_20260101',
      patient_show: 'P-4',
      instance_id: '4',
      mean: 82,
      difference: 4,
      read_at: savedAt(4, 1),
    });
    // Of the three complete images: mean squares 300 (images), 4 (readers) and 0 (rest); ICC(2,1) = 300 / (300 + 3 * 4 / 3).
    expect(ef?.icc.value).toBeCloseTo(300 / 304, 12);
  });

  it('gives distances of lines in millimetres and differences of marks in frames and milliseconds', async () => {
    const { lines, events } = await reportOf(
      subject(1, reading(null), reading(null, { height: 6, mark: 4 }), null),
      subject(2, reading(null), reading(null, { height: 2, mark: 2 }), null),
    );
    // Parallel lines 6 and 2 pixels apart: 3 mm and 1 mm.
    expect(lines).toEqual([
      {
        line: 'valve',
        image_type: '4-chamber 2D',
        event: 'end_diastole',
        n: 2,
        dice: { mean: null, sd: null },
        hausdorff: { mean: expect.closeTo(2, 6) as number, sd: expect.closeTo(Math.SQRT2, 6) as number },
        mean_distance: { mean: expect.closeTo(2, 6) as number, sd: expect.closeTo(Math.SQRT2, 6) as number },
        reasons: [],
      },
    ]);
    expect(events).toMatchObject([{ event: 'end_diastole', n: 2, left_out: 0, unit: 'frame', steps: { mean: 0 }, ms: { mean: 0 } }]);
    expect(events[0]?.ms.sd).toBeCloseTo(Math.SQRT2 * FRAME_MS, 9);
  });

  it('finds since when the second reader differs from before, in the order in which they saved their work', async () => {
    // Differences between -1 and 1 in the first 30 studies, and 6 more in the last ten.
    const differences = Array.from({ length: 40 }, (_, at) => 2 * ((at * GOLDEN) % 1) - 1 + (at < 30 ? 0 : 6));
    const subjects = differences.map((difference, at) => subject(at + 1, reading(50), reading(50 + difference)));
    const { values } = await reportOf(...subjects.toReversed());
    const [ef] = values;
    expect(ef?.points.map(({ study_id }) => study_id)).toEqual(subjects.map(({ study_id }) => study_id));
    const { alarm, reason } = ef!.over_time!;
    expect(reason).toBeNull();
    expect(alarm?.deviation).toBe('above');
    // The case before the change is above the mean by chance.
    expect([29, 30]).toContain(alarm?.since);
    expect(alarm?.at).toBeLessThan(34);
  });

  it('judges nothing over time without times, and of the machine', async () => {
    const untimed = (n: number) => ({ ...subject(n, reading(50), reading(50 + n)), readAt: [1, null] });
    const { values } = await reportOf(untimed(1), untimed(2), untimed(3));
    expect(values[0]?.over_time).toEqual({ points: [], alarm: null, reason: 'too-few-subjects' });
  });

  it('compares nothing of images that were labelled differently, and counts them', async () => {
    const other = { ...reading(60), type: '2-chamber 2D' };
    expect(await reportOf(subject(1, reading(50), other, null), subject(2, reading(50), null, reading(50)))).toMatchObject({
      studies: 1,
      images: 1,
      labelled_differently: 1,
      values: [],
      lines: [],
      events: [],
    });
  });

  it('gives the reason why lines have no distance', async () => {
    const uncalibrated = { ...subject(1, reading(null), reading(null, { height: 6 }), null), pixel_size_mm: null };
    const { lines } = await reportOf(uncalibrated, { ...subject(2, reading(null), reading(null), null), interpolationOf: () => null });
    expect(lines[0]).toMatchObject({ n: 1, hausdorff: { mean: null } });
    expect(lines[0]?.reasons).toEqual([
      { reason: 'not-calibrated', count: 1 },
      { reason: 'not-in-configuration', count: 1 },
    ]);
  });
});
