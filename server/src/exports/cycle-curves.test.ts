/** Rows of the curves of a followed cycle, against the second implementation in Python (fixtures/golden/cycle-curves/derive.py). */
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage, ConfirmedPart } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvesRequest } from '@echometry/contract/generated/cycle-curves.ts';
import echoReferences from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import type { Cell } from '@echometry/contract/rules/csv.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { source } from '../../test/format-sources.ts';
import { followedImage, goldenConfig, goldenCycle, type GoldenCycle } from '../../test/followed-cycle.ts';
import { CURVE_COLUMNS, curveRows, cycleCurvesOf } from './cycle-curves.ts';
import { codedCurves } from './formats/sr/trees.ts';
import { longRows } from './long-rows.ts';
import { withValuesAnew } from './measure-work.ts';
import { ExportReferences } from './references.ts';

/** Curves are cut into pieces (engine-rs/tests/studies.rs). */
const SAMPLED = 1e-4;
/** Strain is a difference of such lengths, in points (engine-rs/tests/cycle_curves.rs). */
const STRAIN = 0.01;
/** Rates are slopes of such values (engine-rs/tests/cycle_curves.rs). */
const RATE = 1e-3;
/** Widths are between sampled places of both walls, as a share of the length (engine-rs/tests/cycle_phases.rs). */
const WIDTH = 1e-3;
const LINES_SHA256 = 'a'.repeat(64);

let engine: EngineClient;
let study: StudyMeasurements;
let golden: GoldenCycle;

const followed = (): AnalysisImage => followedImage(golden, LINES_SHA256);

async function curvesOf(image: AnalysisImage, lines: CurvesRequest['lines'] | null = golden.request.lines) {
  const leftOut: string[] = [];
  study.setImage(image);
  const found = await cycleCurvesOf(study, image, {
    lines: (hash) => Promise.resolve(hash === LINES_SHA256 ? lines : null),
    leaveOut: (_, reason) => leftOut.push(reason),
  });
  if ('code' in found) throw new Error(found.message);
  return { found, leftOut };
}

async function rowsOf(...asked: Parameters<typeof curvesOf>) {
  const { found, leftOut } = await curvesOf(...asked);
  return { rows: found.flatMap(curveRows), leftOut };
}

/** Rows of the long table for the values of curves. */
async function valueRows(image: AnalysisImage) {
  const { found: curves } = await curvesOf(image);
  const work = { study: {}, facts: { review_state: null }, state: null } as unknown as Parameters<typeof longRows>[0];
  const measured = { image, measurements: [], calipers: [], comparisons: [], standings: new Map(), curves };
  return longRows(work, measured, new ExportReferences(echoReferences), defaultExport('measurements'));
}

beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  golden = await goldenCycle();
  study = engine.study(await goldenConfig(), golden.study);
  study.setFile('i1', golden.files.i1);
});

afterAll(async () => {
  study.close();
  await engine.close();
});

describe('the table of curves', () => {
  it('has a row for each frame of each line and formula, with the values of a second implementation', async () => {
    const { rows, leftOut } = await rowsOf(followed());
    expect(leftOut).toEqual([]);
    const frames = golden.times_ms.length;
    expect(rows).toHaveLength((golden.expected.length + golden.strain.length) * frames);
    const at = (column: (typeof CURVE_COLUMNS)[number]): number => CURVE_COLUMNS.indexOf(column);
    for (const [number, { line, formula, values }] of golden.expected.entries())
      for (const [place, expected] of values.entries()) {
        const row = rows[number * frames + place] ?? [];
        expect([row[at('cycle')], row[at('line')], row[at('formula')]]).toEqual([1, line, formula]);
        expect(row[at('time_ms')]).toBeCloseTo(golden.times_ms[place] ?? 0, 4);
        const value = row[at('value')];
        if (expected === null) expect([value, row[at('reason')]]).toEqual([null, 'doubtful-line']);
        else expect(Math.abs(Number(value) / expected - 1)).toBeLessThan(SAMPLED);
      }
    const strain = rows.slice(golden.expected.length * frames);
    for (const [number, { line, segment, values }] of golden.strain.entries())
      for (const [place, expected] of values.entries()) {
        const row = strain[number * frames + place] ?? [];
        expect([row[at('line')], row[at('segment')], row[at('measurement')], row[at('unit')]]).toEqual([line, segment, 'strain', '%']);
        // A person drew end systole in the golden image, so its points are not on the same tissue.
        if (segment !== null) expect([row[at('value')], row[at('reason')]]).toEqual([null, 'drawn-by-hand']);
        else if (expected === null) expect([row[at('value')], row[at('reason')]]).toEqual([null, 'doubtful-line']);
        else expect(Math.abs(Number(row[at('value')]) - expected)).toBeLessThan(STRAIN);
      }
    expect(new Set(rows.map((row) => row[at('unit')]))).toEqual(new Set(['ml', 'cm2', '%']));
  });

  it('marks the rows of a segment that a user confirmed, and of a confirmed line with all of its segments', async () => {
    const confirmed = async (part: ConfirmedPart): Promise<string[]> => {
      const image = followed();
      const segmentation = image.segmentation.map((one) =>
        one.sequence ? { ...one, sequence: { ...one.sequence, confirmed: [part] } } : one,
      );
      const { rows } = await rowsOf({ ...image, segmentation });
      const cell = (row: Cell[], column: (typeof CURVE_COLUMNS)[number]) => row[CURVE_COLUMNS.indexOf(column)];
      const marked = rows.filter((row) => cell(row, 'confirmed') === true);
      expect(rows.filter((row) => cell(row, 'confirmed') === false)).toHaveLength(rows.length - marked.length);
      return [...new Set(marked.map((row) => [cell(row, 'line'), cell(row, 'segment'), cell(row, 'measurement')].join(' ')))];
    };
    expect(await confirmed({ name: 'LV endo', segment: 'septum-mid' })).toEqual(['LV endo septum-mid strain']);
    expect(await confirmed({ name: 'LA endo', segment: null })).toEqual(['LA endo  area', 'LA endo  volume', 'LA endo  strain']);
    const whole = await confirmed({ name: 'LV endo', segment: null });
    expect(whole).toHaveLength(8);
    expect(whole).toContain('LV endo free-wall-apical strain');
  });

  it('leaves a cycle out, with the reason, when a mark has changed since or its lines are missing', async () => {
    const image = followed();
    const moved = { ...image, cardiac_events: image.cardiac_events.map((one, cycle) => (cycle === 0 ? { ...one, end_systole: 19 } : one)) };
    expect(await rowsOf(moved)).toEqual({ rows: [], leftOut: [expect.stringContaining('has changed since')] });
    expect(await rowsOf(image, null)).toEqual({ rows: [], leftOut: [expect.stringContaining('missing or damaged')] });
  });
});

describe('values of curves in the long table', () => {
  it('are the values of a second implementation, each with its frame, formula and unit, and their mean', async () => {
    const rows = await valueRows(followed());
    const named = (name: string) => rows.filter(({ measurement }) => measurement === name);
    const lines = [...new Set(golden.expected.map(({ line }) => line))];
    for (const line of lines) {
      const { formula, of_curve } = golden.expected.find((one) => one.line === line && one.formula !== '')!;
      const values = [
        [/, (EDV|maximal volume|maximal area|largest)$/, of_curve.largest, SAMPLED],
        [/, (ESV|minimal volume|minimal area|smallest)$/, of_curve.smallest, SAMPLED],
        [/, peak (ejection|emptying) rate$/, of_curve.emptying_rate, RATE],
      ] as const;
      for (const [ending, peak, within] of values) {
        const [own, , mean] = rows.filter(
          ({ measurement }) => String(measurement).startsWith(`${line} curve,`) && ending.test(String(measurement)),
        );
        expect(own).toMatchObject({
          cycle: 1,
          frame_number: peak && String(peak.frame_number),
          class: 'curve',
          formula,
          formula_version: expect.any(Number),
          reason: peak ? null : 'gap',
        });
        if (peak) expect(Math.abs(Number(own?.value) / peak.value - 1)).toBeLessThan(within);
        expect(mean).toMatchObject({ cycle: null, aggregate_of: peak && '1', value: own?.value });
      }
    }
    const [ef] = named('LV endo curve, EF');
    const lv = golden.expected.find(({ line }) => line === 'LV endo')!;
    expect([ef?.kind, ef?.unit, ef?.frame_number]).toEqual(['curve-volume', '%', null]);
    expect(Number(ef?.value)).toBeCloseTo(lv.of_curve.emptying_fraction ?? Number.NaN, 2);
    expect(named('LV endo curve, EDV')[0]?.unit).toBe('mL');
    expect(named('LV endo curve, peak ejection rate')[0]?.unit).toBe('mL/s');
  });

  it('have strain of the whole line, and the reason where a segment has none', async () => {
    const rows = await valueRows(followed());
    const whole = golden.strain.find(({ line, segment }) => line === 'LV endo' && segment === null)!;
    const [peak] = rows.filter(({ measurement }) => measurement === 'LV endo curve, peak strain');
    const expected = Math.min(...whole.values.filter((value) => value !== null));
    expect(Math.abs(Number(peak?.value) - expected)).toBeLessThan(STRAIN);
    expect(peak?.frame_number).toBe(String(whole.values.indexOf(expected) + golden.request.lines.lines[0]!.frames[0]!.frame_number));
    const [segment] = rows.filter(({ measurement }) => measurement === 'LV endo curve, septum-basal, peak strain');
    expect(segment).toMatchObject({ value: null, reason: 'drawn-by-hand' });
  });

  it('have the 24 widths of a fetal ventricle at both events, with sphericity index and fractional shortening', async () => {
    study.setFacts({ ...golden.study, data_type: 'fetal' });
    const rows = await valueRows(followed());
    study.setFacts(golden.study);
    const { length_cm, end_diastole_cm, end_systole_cm } = golden.widths;
    const row = (name: string) => rows.find(({ measurement, cycle }) => measurement === `LV endo curve, ${name}` && cycle === 1);
    const near = (found: unknown, expected: number) => expect(Math.abs(Number(found) - expected)).toBeLessThan(WIDTH * length_cm);
    near(row('length at end diastole')?.value, length_cm);
    for (const [at, width] of end_diastole_cm.entries()) {
      near(row(`width ${at + 1} at end diastole`)?.value, width);
      near(row(`width ${at + 1} at end systole`)?.value, end_systole_cm[at] ?? NaN);
    }
    const [first = NaN] = end_diastole_cm;
    expect(Number(row('width 1, sphericity index')?.value)).toBeCloseTo(length_cm / first, 2);
    expect(Number(row('width 1, fractional shortening')?.value)).toBeCloseTo(100 * (1 - (end_systole_cm[0] ?? NaN) / first), 1);
    expect(row('width 1 at end diastole')).toMatchObject({ kind: 'curve-widths', class: 'curve', unit: 'cm', frame_number: '3' });
    expect(row('width 1 at end systole')?.frame_number).toBe('18');
    expect(rows.filter(({ kind, cycle }) => kind === 'curve-widths' && cycle === 1)).toHaveLength(1 + 4 * 24);
    // The mean over the cycles is what the wide table takes.
    expect(rows.filter(({ kind, aggregate_of }) => kind === 'curve-widths' && aggregate_of === '1')).toHaveLength(1 + 4 * 24);
    expect((await valueRows(followed())).filter(({ kind }) => kind === 'curve-widths')).toEqual([]);
  });

  it('are in structured reports by their codes', async () => {
    const { found: curves } = await curvesOf(followed());
    const measured = { image: followed(), measurements: [], calipers: [], comparisons: [], standings: new Map(), curves };
    const values = withValuesAnew(measured, new ExportReferences(echoReferences), defaultExport('measurements'));
    const coded = codedCurves(source(values.image, values)).map((one) => {
      if (typeof one === 'string') throw new Error(one);
      return [one.name.meaning, Number(one.measurement.value[0])] as const;
    });
    expect(coded.map(([meaning]) => meaning)).toEqual(['LV Peak GLS 4CH (Endocardial)', 'LV Peak Systolic GLS 4CH (Endocardial)']);
    const whole = golden.strain.find(({ line, segment }) => line === 'LV endo' && segment === null)!;
    const first = golden.request.lines.lines[0]!.frames[0]!.frame_number;
    const { end_systole } = values.image.cardiac_events[0]!;
    const until = (last: number) => Math.min(...whole.values.slice(0, last).filter((value) => value !== null));
    expect(Math.abs(coded[0]![1] - until(whole.values.length))).toBeLessThan(STRAIN);
    expect(Math.abs(coded[1]![1] - until(Number(end_systole) - first + 1))).toBeLessThan(STRAIN);
  });

  it('have no value in an excluded cycle, and in a cycle without curves, each with its reason', async () => {
    const image = followed();
    const [first, second] = [image.cardiac_events[0]!, image.cardiac_events[1]!];
    const rows = await valueRows({ ...image, cardiac_events: [first, second] });
    const [, other, mean] = rows.filter(({ measurement }) => measurement === 'LV endo curve, EF');
    expect(other).toMatchObject({ cycle: 2, value: null, reason: 'no-curves' });
    expect(mean).toMatchObject({ aggregate_of: '1', reason: null });
    const excluded = await valueRows({ ...image, cardiac_events: [{ ...first, excluded: { reason: 'ectopic beat' } }, second] });
    const [own, , without] = excluded.filter(({ measurement }) => measurement === 'LV endo curve, EF');
    expect(own).toMatchObject({ value: null, reason: 'excluded-cycle' });
    expect(without).toMatchObject({ value: null, reason: 'no-cycle-with-a-value' });
  });
});
