import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { describe, expect, it } from 'vitest';
import { curveRows, whyMissing } from './curve-rows.ts';
import { alongOf, nearestPlace, plottedOf } from './curve-scales.ts';
import { curvesByMethod, methodsOf } from './curve-methods.ts';

const NOTHING: CycleCurve['of_curve'] = {
  largest: null,
  smallest: null,
  emptying_fraction: null,
  no_extremes: 'gap',
  emptying_rate: null,
  filling_rate: null,
  no_rates: 'gap',
};

const curve = (line: string, kind: string, formula: string, more: Partial<CycleCurve> = {}): CycleCurve => ({
  line,
  chamber: line.startsWith('LA') ? 'atrium' : 'ventricle',
  measurements: [],
  kind,
  formula,
  formula_version: 2,
  unit: kind === 'volume' ? 'ml' : 'cm2',
  refused: null,
  values: [100, 80, null, 40],
  reasons: [null, null, 'doubtful-line', null],
  of_curve: NOTHING,
  of_marks: { end_diastole: 100, end_systole: 40, emptying_fraction: 60 },
  ...more,
});

const ALL: CycleCurves = {
  frames: [5, 6, 7, 8],
  times_ms: [0, 10, 30, 60],
  curves: [
    curve('LV endo', 'volume', 'area_length'),
    curve('LV endo', 'volume', 'simpson'),
    curve('LA endo', 'area', ''),
    curve('LA endo', 'volume', 'area_length'),
  ],
};

describe('the curves that are shown', () => {
  it('are one for each line: by the chosen method where the line has it, otherwise its first volume', () => {
    const shown = (method: string | null) => curvesByMethod(ALL, method).map(({ line, kind, formula }) => `${line} ${kind} ${formula}`);
    expect(shown(null)).toEqual(['LV endo volume area_length', 'LA endo volume area_length']);
    expect(shown('volume simpson')).toEqual(['LV endo volume simpson', 'LA endo volume area_length']);
    expect(shown('area ')).toEqual(['LV endo volume area_length', 'LA endo area ']);
    expect(methodsOf(ALL)).toEqual(['volume area_length', 'volume simpson', 'area ']);
  });

  it('have a plot for each unit, on one axis of time', () => {
    const { x, plots } = plottedOf(ALL, curvesByMethod(ALL, 'area '), [], { width: 400, height: 200 });
    expect(plots.map(({ unit }) => unit)).toEqual(['ml', 'cm2']);
    expect(plots[0]!.bottom).toBeLessThan(plots[1]!.top);
    expect(x(alongOf(ALL, 3)) - x(0)).toBeCloseTo(2 * (x(alongOf(ALL, 2)) - x(0)), 9);
    // Frames are 10, 20 and 30 ms apart: the middle between two of them is where the nearest one changes.
    expect([4, 6, 19, 21, 44, 46].map((ms) => nearestPlace(ALL, x, x(ms)))).toEqual([0, 1, 1, 2, 2, 3]);
  });
});

describe('the values of a curve', () => {
  const peak = (value: number, frame_number: number, time_ms: number | null) => ({ value, frame_number, time_ms });
  const known: CycleCurve['of_curve'] = {
    largest: peak(100.04, 5, 0),
    smallest: peak(39.96, 8, 60),
    emptying_fraction: 60.056,
    no_extremes: null,
    emptying_rate: peak(-1500.4, 7, 30),
    filling_rate: peak(12, 8, null),
    no_rates: null,
  };
  const cells = (one: CycleCurve) => curveRows(one).map(({ name, value, unit, at, marks }) => [name, value, unit, at?.text ?? '', marks]);

  it('of a ventricle are EDV, ESV and EF, each next to its value at the marks, and rates', () => {
    expect(cells(curve('LV endo', 'volume', 'simpson', { of_curve: known }))).toEqual([
      ['EDV', '100.0', 'ml', '0 ms', '100.0'],
      ['ESV', '40.0', 'ml', '60 ms', '40.0'],
      ['EF', '60.1', '%', '', '60.0'],
      ['Peak ejection rate', '-1500', 'ml/s', '30 ms', null],
      ['Peak filling rate', '12', 'ml/s', 'frame 8', null],
    ]);
  });

  it('of an atrium are the largest at end systole and the smallest at end diastole', () => {
    const rows = cells(curve('LA endo', 'volume', 'area_length', { of_curve: known }));
    expect(rows.slice(0, 2).map(([name, , , , marks]) => [name, marks])).toEqual([
      ['Maximal volume', '40.0'],
      ['Minimal volume', '100.0'],
    ]);
  });

  it('that are missing are dashes with each reason once', () => {
    const one = curve('LV endo', 'volume', 'simpson');
    expect(curveRows(one).map(({ value }) => value)).toEqual(['—', '—', '—', '—', '—']);
    expect(whyMissing(one)).toEqual([expect.stringContaining('more than 60 ms')]);
    expect(whyMissing({ ...one, refused: 'not-calibrated' })).toEqual([expect.stringContaining('Set a scale')]);
  });
});
