import type { CurveReading, CurveValue, CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { describe, expect, it } from 'vitest';
import { curveName, curveRows, needsOf, peaksOf, segmentCells, whyMissing } from '../../image-page/curves/curve-rows.ts';
import { alongOf, nearestPlace, plottedOf } from './curve-scales.ts';
import { curvesByMethod, methodsOf } from '../../image-page/curves/curve-methods.ts';
import { spreadOf } from '../../image-page/curves/spread.ts';

const NO_SYSTOLE = { end_systolic: null, peak_systolic: null, post_systolic_index: null, no_systole: null };

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
  outer_line: null,
  chamber: line.startsWith('LA') ? 'atrium' : 'ventricle',
  measurements: [],
  segment: null,
  between: null,
  atrial: null,
  kind,
  formula,
  formula_version: 2,
  unit: kind === 'volume' ? 'ml' : 'cm2',
  refused: null,
  values: [100, 80, null, 40],
  reasons: [null, null, 'doubtful-line', null],
  of_curve: NOTHING,
  of_marks: { end_diastole: 100, end_systole: 40, emptying_fraction: 60 },
  systolic: null,
  dispersion_ms: null,
  no_dispersion: null,
  ...more,
});

const ALL: CycleCurves = {
  widths: [],
  mid_walls: [],
  missing: [],
  frames: [5, 6, 7, 8],
  times_ms: [0, 10, 30, 60],
  end_systole: { rule: 'mark', frame_number: 7, time_ms: 30, from_image: null, missing: null },
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

  it('of strain are those of all lines and segments, and of no other kind', () => {
    const all = {
      ...ALL,
      curves: [
        ...ALL.curves,
        curve('LV endo', 'strain', ''),
        curve('LV endo', 'strain', '', { segment: 'septum-mid' }),
        curve('LA endo', 'strain', ''),
      ],
    };
    expect(curvesByMethod(all, 'strain ').map(curveName)).toEqual(['LV endo', 'Septum, mid', 'LA endo']);
    expect(curvesByMethod(all, null).map(({ kind }) => kind)).toEqual(['volume', 'volume']);
    // Mid-wall strain is another method.
    const both = { ...all, curves: [...all.curves, curve('LV endo', 'mid-wall-strain', '', { outer_line: 'LV epi' })] };
    expect(curvesByMethod(both, 'strain ')).toHaveLength(3);
    expect(curvesByMethod(both, 'mid-wall-strain ').map(curveName)).toEqual(['LV endo, mid-wall']);
    // An image without strain keeps its volumes when strain was chosen on another.
    expect(curvesByMethod(ALL, 'strain ').map(({ kind }) => kind)).toEqual(['volume', 'volume']);
  });

  it('of an image without volumes and areas show the first kind of strain until another is chosen', () => {
    const curves = [
      curve('LV endo', 'strain', ''),
      curve('LV endo', 'strain', '', { segment: 'septum-mid' }),
      curve('LV endo', 'mid-wall-strain', '', { outer_line: 'LV epi' }),
    ];
    const kinds = (method: string | null) => curvesByMethod({ ...ALL, curves }, method).map(({ kind }) => kind);
    expect(kinds(null)).toEqual(['strain', 'strain']);
    expect(kinds('volume simpson')).toEqual(['strain', 'strain']);
    expect(kinds('mid-wall-strain ')).toEqual(['mid-wall-strain']);
    expect(curvesByMethod({ ...ALL, curves: [] }, null)).toEqual([]);
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

  it('of strain are peaks and indices, rates in 1/s, and one peak on the curve', () => {
    const strain = curve('LV endo', 'strain', '', {
      unit: '%',
      of_curve: {
        ...known,
        largest: peak(0.4, 5, 0),
        smallest: peak(-18.26, 8, 60),
        emptying_rate: peak(-123.4, 6, 10),
        filling_rate: null,
      },
      of_marks: { end_diastole: 0, end_systole: -17.84, emptying_fraction: null },
      systolic: { end_systolic: -17.84, peak_systolic: peak(-17.9, 7, 30), post_systolic_index: 2.3, no_systole: null },
      dispersion_ms: 31.4,
    });
    expect(cells(strain)).toEqual([
      ['Peak strain', '-18.3', '%', '60 ms', null],
      ['End-systolic strain', '-17.8', '%', '', '-17.8'],
      ['Peak systolic strain', '-17.9', '%', '30 ms', null],
      ['Post-systolic index', '2.3', '%', '', null],
      ['Fastest shortening', '-1.23', '1/s', '10 ms', null],
      ['Fastest lengthening', '—', '1/s', '', null],
      ['Mechanical dispersion', '31', 'ms', '', null],
    ]);
    expect(peaksOf(strain).map(({ peak: { value }, row: { name } }) => [value, name])).toEqual([[-18.26, 'Peak strain']]);
    expect(segmentCells(strain)).toMatchObject({ peak: '-18.3', at: { text: '60 ms', frame: 8 }, endSystolic: '-17.8', index: '2.3' });
    const atrium = curve('LA endo', 'strain', '', { of_curve: { ...known, largest: peak(35.2, 8, 60) } });
    expect(cells(atrium)[0]).toEqual(['Reservoir strain', '35.2', '%', '60 ms', '40.0']);
    expect(peaksOf(atrium).map(({ row: { name } }) => name)).toEqual(['Reservoir strain']);
  });

  it('of an atrium have its phases, with zero at end diastole and at the onset of contraction', () => {
    const phases = { reservoir: 30, conduit: -15, contraction: -15 };
    const atrial = {
      onset: peak(15, 7, 30),
      passive_fraction: null,
      active_fraction: null,
      from_end_diastole: phases,
      from_onset: { reservoir: 26.09, conduit: -13.04, contraction: -13.04 },
      no_onset: null,
    };
    const strain = curve('LA endo', 'strain', '', { unit: '%', of_curve: { ...known, largest: peak(30, 6, 10) }, atrial });
    expect(
      cells(strain)
        .slice(0, 7)
        .map(([name, value, , at]) => [name, value, at]),
    ).toEqual([
      ['Reservoir strain', '30.0', '10 ms'],
      ['Conduit strain', '-15.0', ''],
      ['Contraction strain', '-15.0', ''],
      ['Strain at onset of A', '15.0', '30 ms'],
      ['Reservoir, zero at A', '26.1', ''],
      ['Conduit, zero at A', '-13.0', ''],
      ['Contraction, zero at A', '-13.0', ''],
    ]);
    expect(peaksOf(strain).map(({ row: { name } }) => name)).toEqual(['Reservoir strain', 'Strain at onset of A']);
    const sizes = {
      ...atrial,
      onset: peak(45, 7, 30),
      passive_fraction: 25,
      active_fraction: 33.33,
      from_end_diastole: null,
      from_onset: null,
    };
    const volume = curve('LA endo', 'volume', 'area_length', { of_curve: known, atrial: sizes });
    expect(cells(volume).slice(3, 6)).toEqual([
      ['Before contraction', '45.0', 'ml', '30 ms', null],
      ['Passive emptying fraction', '25.0', '%', '', null],
      ['Active emptying fraction', '33.3', '%', '', null],
    ]);
    const none = { ...sizes, onset: null, passive_fraction: null, active_fraction: null, no_onset: 'no-a-wave' as const };
    expect(whyMissing({ ...volume, atrial: none })).toEqual([expect.stringContaining('No contraction is found')]);
  });

  it('of segments that were drawn by hand state what to do', () => {
    const one = curve('LV endo', 'strain', '', { segment: 'septum-basal', refused: 'drawn-by-hand' });
    expect(whyMissing(one)).toEqual([expect.stringContaining('take the followed line there')]);
  });

  it('of strain name the line that mid-wall strain needs', () => {
    const missing = [{ line: 'LV endo', kind: 'mid-wall-strain', needs: 'LV epi' }];
    expect(needsOf(curve('LV endo', 'strain', ''), missing)).toEqual([expect.stringContaining('Mid-wall strain needs LV epi')]);
    expect(needsOf(curve('LA endo', 'strain', ''), missing)).toEqual([]);
    expect(needsOf(curve('LV endo', 'volume', 'simpson'), missing)).toEqual([]);
  });

  it('have a spread in the unit of their row', () => {
    const strain = curve('LV endo', 'strain', '', { unit: '%', systolic: NO_SYSTOLE });
    const key = { line: 'LV endo', kind: 'strain', formula: '', segment: null, number: null };
    const value = (of: CurveValue, half: number, reading: CurveReading = 'value') => ({
      key: { ...key, value: of, reading },
      draws: [],
      sd: half / 1.96,
      half_95: half,
    });
    const spread = {
      rounds: 120,
      values: [
        value('smallest', 0.84),
        value('smallest', 21.6, 'time'),
        value('emptying-rate', 12.4),
        value('emptying-rate', 8.7, 'time'),
        value('dispersion', 6.3),
        value('end-systolic', 0.91, 'marks'),
      ],
    };
    const halves = curveRows(strain).map((row) => [row.name, spreadOf(spread, strain, row)]);
    expect(halves.filter(([, half]) => half !== null)).toEqual([
      ['Peak strain', '0.8'],
      ['Fastest shortening', '0.12'],
      ['Mechanical dispersion', '6'],
    ]);
    const halvesOf = (reading: CurveReading) =>
      curveRows(strain).flatMap((row) => {
        const half = spreadOf(spread, strain, row, { reading });
        return half === null ? [] : [[row.name, half]];
      });
    // Times are in ms, also next to a rate whose unit is not the curve's.
    expect(halvesOf('time')).toEqual([
      ['Peak strain', '22'],
      ['Fastest shortening', '9'],
    ]);
    expect(halvesOf('marks')).toEqual([['End-systolic strain', '0.9']]);
    expect(spreadOf(null, strain, curveRows(strain)[0]!)).toBeNull();
    expect(spreadOf(spread, { ...strain, segment: 'septum-mid' }, curveRows(strain)[0]!)).toBeNull();
  });

  it('that are missing are dashes with each reason once', () => {
    const one = curve('LV endo', 'volume', 'simpson');
    expect(curveRows(one).map(({ value }) => value)).toEqual(['—', '—', '—', '—', '—']);
    expect(whyMissing(one)).toEqual([expect.stringContaining('more than 60 ms')]);
    expect(whyMissing({ ...one, refused: 'not-calibrated' })).toEqual([expect.stringContaining('Set a scale')]);
  });
});
