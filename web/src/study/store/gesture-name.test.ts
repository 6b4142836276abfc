import { describe, expect, test } from 'vitest';
import type { AnalysisImage, CaliperMeasurement, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { gestureName, missingName, openCaliperName } from './gesture-name.ts';

const image = (part: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: 'one', filename: 'one.dcm', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  ...part,
});
const point = (id: string, x: number, part: Partial<LinePoint> = {}): LinePoint => ({
  id,
  x,
  y: 0,
  type: 'user-defined_1',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
  ...part,
});
const points = (...xs: number[]): LinePoint[] => xs.map((x, number) => point(`p${number}`, x));
const line = (part: Partial<Line> = {}): Line => ({
  name: 'LV endo',
  finished: false,
  shape: 'endo-epi',
  pattern: 'normal',
  frame_number: 5,
  points: [],
  ...part,
});
const TWO = [
  { id: 'c0', end_diastole: 1, end_systole: 10 },
  { id: 'c1', end_diastole: 20, end_systole: 30 },
];
/** A clip with lines at the second end systole. */
const traced = (...lines: Line[]): AnalysisImage =>
  image({ cardiac_events: TWO, segmentation: lines.length > 0 ? [{}, { end_systole: { lines } }] : [] });

describe('names of lines', () => {
  const open = line({ points: points(1, 2, 3) });
  test.each([
    ['Point set, LV endo, end systole 2', traced(), traced(line({ points: points(1) }))],
    ['Point set, LV endo, end systole 2', traced(line({ points: points(1, 2) })), traced(open)],
    ['Point removed, LV endo, end systole 2', traced(line({ points: points(1) })), traced()],
    ['Point deleted, LV endo, end systole 2', traced(open), traced(line({ points: points(1, 2) }))],
    ['Point moved, LV endo, end systole 2', traced(open), traced(line({ points: points(1, 2, 4) }))],
    ['Line moved, LV endo, end systole 2', traced(open), traced(line({ points: points(2, 3, 4) }))],
    ['Line finished, LV endo, end systole 2', traced(open), traced({ ...open, finished: true })],
    [
      'Point added, LV endo, end systole 2',
      traced({ ...open, finished: true }),
      traced(line({ finished: true, points: points(1, 2, 3, 4) })),
    ],
    ['Shape changed to oval, LV endo, end systole 2', traced(open), traced(line({ shape: 'oval', points: points(1, 2, 3) }))],
    ['Line removed, LV endo, end systole 2', traced(open), traced()],
  ])('%s', (name, before, after) => {
    expect(gestureName(before, after)).toBe(name);
  });

  test('names the line that the user finished, not the line predicted from it', () => {
    const wall = line({ name: 'LV epi', points: points(1, 2, 3).map((one) => ({ ...one, origin: 'copied', method: 'wall-thickness' })) });
    expect(gestureName(traced(open), traced({ ...open, finished: true }, wall))).toBe('Line finished, LV endo, end systole 2');
    const thicker = { ...wall, points: wall.points.map((one) => ({ ...one, x: one.x + 1 })) };
    expect(gestureName(traced(open, wall), traced(open, thicker))).toBe('Thickness changed, LV epi, end systole 2');
  });

  test('all lines at once', () => {
    const two = [open, line({ name: 'LA endo', points: points(5, 6, 7) })];
    expect(gestureName(traced(...two), traced())).toBe('All lines removed');
    expect(gestureName(traced(...two), traced(...two.map((one) => ({ ...one, finished: true }))))).toBe('2 lines finished');
  });
});

describe('names of marks', () => {
  const strip = (...onsets: number[]): AnalysisImage =>
    image({
      modality: 'PW Doppler',
      cardiac_events: onsets
        .slice(0, -1)
        .map((start, cycle) => ({ id: `c${cycle}`, onset_start: start, onset_end: onsets[cycle + 1] ?? 0 })),
    });
  test.each([
    ['Mark set, end diastole, frame 7', image(), image({ cardiac_events: [{ id: 'c', end_diastole: 7, end_systole: false }] })],
    ['All marks removed', image({ cardiac_events: TWO }), image()],
    ['Mark moved, onset, cycle 1', strip(100, 200, 300), strip(100, 220, 300)],
    ['Mark set, onset, cycle 2', strip(100, 200), strip(100, 200, 300)],
    ['Cycle timing finished', strip(100, 200), { ...strip(100, 200), is_annotated: true }],
    ['Cycle timing reopened', { ...strip(100, 200), is_annotated: true }, strip(100, 200)],
    ['1 cycle kept', { ...strip(100, 200, 300), is_annotated: true }, { ...strip(100, 200), is_annotated: true }],
    ['Onset type changed, QRS', strip(100, 200), { ...strip(100, 200), onset_type: 'QRS' }],
  ] as [string, AnalysisImage, AnalysisImage][])('%s', (name, before, after) => {
    expect(gestureName(before, after)).toBe(name);
  });

  test('a cycle that is excluded', () => {
    const excluded = image({ cardiac_events: [{ ...TWO[0]!, excluded: { reason: 'ectopic' } }, TWO[1]!] });
    expect(gestureName(image({ cardiac_events: TWO }), excluded)).toBe('Cycle 1 excluded');
  });
});

describe('names of calipers, labels, scales and quality', () => {
  const caliper = (x: number, name?: string) =>
    ({
      id: 'k',
      type: 'Length',
      name,
      cycle: 0,
      event: null,
      frame_number: 1,
      points: { real: [], pixel: [{ x, y: 0 }] },
    }) as unknown as CaliperMeasurement;
  const measured = (...all: CaliperMeasurement[]): AnalysisImage => image({ measurements_caliper: all });
  test.each([
    ['Caliper saved, Length', measured(), measured(caliper(1))],
    ['Caliper removed, Length', measured(caliper(1)), measured()],
    ['Caliper point moved, Length', measured(caliper(1)), measured(caliper(2))],
    ['Caliper renamed, Annulus', measured(caliper(1)), measured(caliper(1, 'Annulus'))],
    ['Caliper renamed, Length', measured(caliper(1, 'Annulus')), measured(caliper(1))],
    ['Caliper point moved, Annulus', measured(caliper(1, 'Annulus')), measured(caliper(2, 'Annulus'))],
    ['Caliper removed, Annulus', measured(caliper(1, 'Annulus')), measured()],
    ['Type set, TAPSE', image(), image({ type: 'TAPSE' })],
    ['View removed, A4C', image({ view: 'A4C' }), image()],
    ['Marked as reference', image(), image({ reference: true })],
    ['Correction of aliasing changed', image(), image({ correct_aliasing: { up: 3, down: 0 } })],
    ['Quality accepted', image(), image({ accepted: 'yes' })],
    ['Image validated', image(), image({ validated: true })],
    ['Type set, 4-chamber 2D', null, image()],
    ['Labels removed', image(), null],
  ] as [string, AnalysisImage | null, AnalysisImage | null][])('%s', (name, before, after) => {
    expect(gestureName(before, after)).toBe(name);
  });

  test('open points and missing types', () => {
    const open = (...xs: number[]) => ({ template: 'Length', points: xs.map((x) => ({ x, y: 0 })) });
    expect(openCaliperName(null, open(1))).toBe('Caliper point set, Length');
    expect(openCaliperName(open(1), open(2))).toBe('Caliper point moved, Length');
    expect(openCaliperName(open(1), null)).toBe('Caliper points removed, Length');
    expect(missingName({ before: [], after: ['TAPSE'] })).toBe('Declared missing, TAPSE');
    expect(missingName({ before: ['TAPSE'], after: [] })).toBe('No longer missing, TAPSE');
  });
});
