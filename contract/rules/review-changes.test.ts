import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line, Measurement } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { changesOfImage, takenBack } from './review-changes.ts';

const point = (id: string, x: number, y: number) => ({ id, x, y, type: 'user-defined_0' }) as Line['points'][number];
const line = (name: string, ...points: Line['points']): Line => ({
  name,
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number: 4,
  points,
});
const ef = (aggregate: number): Measurement => ({ name: 'EF', units: '%', value: [aggregate], aggregate }) as unknown as Measurement;

const EDITORS: AnalysisImage = {
  ...blankImage({ instance_id: '1', filename: '1', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  view: 'A4C',
  modality: '2D',
  reference: true,
  metadata: { frame_rate: 50 } as AnalysisImage['metadata'],
  cardiac_events: [{ id: 'c0', end_diastole: 4, end_systole: 20 }],
  segmentation: [{ end_systole: { lines: [line('LV endo', point('a', 0, 0), point('b', 10, 0), point('c', 20, 0))] } }],
  measurements: [ef(61.2)],
};
const drawn = (...points: Line['points']): AnalysisImage['segmentation'] => [{ end_systole: { lines: [line('LV endo', ...points)] } }];

describe('what a reviewer changed', () => {
  it('is nothing in a copy', () => expect(changesOfImage(EDITORS, { ...EDITORS, validated: true })).toEqual([]));

  it('names a line with the points that moved and how far, and what that did to the values', () => {
    const reviewed = { ...EDITORS, segmentation: drawn(point('a', 0, 0), point('b', 13, 4), point('c', 20, 0)), measurements: [ef(58.9)] };
    const [change, ...others] = changesOfImage(EDITORS, reviewed);
    expect(others).toEqual([]);
    expect([change!.what, change!.detail]).toEqual(['LV endo, end systole', 'cycle 1 · 1 point moved, up to 5.0 px']);
    expect(change!.values).toMatchObject([{ name: 'EF', before: 61.2, after: 58.9, unit: '%' }]);
    expect(change!.values[0]!.delta).toBeCloseTo(-2.3, 10);
    expect(takenBack(change!, EDITORS, reviewed)).toEqual({ ...EDITORS, measurements: [ef(58.9)] });
  });

  it('gives distances in mm with the scale of the file, and in px with any other scale', () => {
    const flow_region = { units_x: 'cm', units_y: 'cm', spacing_x: 0.03, spacing_y: 0.05 };
    const scaled: AnalysisImage = { ...EDITORS, metadata: { frame_rate: 50, flow_region } as AnalysisImage['metadata'] };
    const moved = drawn(point('a', 0, 0), point('b', 14, 0), point('c', 20, 3));
    const detailOf = (image: AnalysisImage) => changesOfImage(image, { ...image, segmentation: moved })[0]!.detail;
    // 3 rows of 0.05 cm are 1.5 mm, and 4 columns of 0.03 cm 1.2 mm, although 4 px are more than 3 px.
    expect(detailOf(scaled)).toBe('cycle 1 · 2 points moved, up to 1.5 mm');
    expect(detailOf({ ...scaled, calibration: { source: 'manual' } as AnalysisImage['calibration'] })).toContain('up to 4.0 px');
    expect(detailOf({ ...scaled, metadata: { flow_region: { ...flow_region, units_x: 's' } } as AnalysisImage['metadata'] })).toContain(
      'px',
    );
  });

  it('gives marks and the length of a cycle in milliseconds', () => {
    const frames = { ...EDITORS, cardiac_events: [{ id: 'c0', end_diastole: 4, end_systole: 21 }] };
    // One frame at 50 frames a second.
    expect(changesOfImage(EDITORS, frames)[0]!.values).toMatchObject([{ name: 'ES', unit: 'ms', before: 380, after: 400, delta: 20 }]);
    const strip = (end: number): AnalysisImage => ({
      ...EDITORS,
      modality: 'PW Doppler',
      metadata: { flow_region: { units_x: 's', spacing_x: 0.004 } } as AnalysisImage['metadata'],
      cardiac_events: [{ id: 'c0', onset_start: 100, onset_end: end }],
    });
    const [change] = changesOfImage(strip(300), strip(297));
    expect(change!.values.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['end', 1200, 1188],
      ['Length', 800, 788],
    ]);
  });

  it('begins to count milliseconds of a strip at its reference column, as readings do', () => {
    const strip = (end: number): AnalysisImage => ({
      ...EDITORS,
      modality: 'PW Doppler',
      metadata: { flow_region: { units_x: 's', spacing_x: 0.004, reference_x: 700 } } as AnalysisImage['metadata'],
      cardiac_events: [{ id: 'c0', onset_start: 100, onset_end: end }],
    });
    expect(changesOfImage(strip(300), strip(297))[0]!.values[0]).toMatchObject({ before: -1600, after: -1612, delta: -12 });
  });

  it('is not segmented any more where a line that was drawn in the review is taken back', () => {
    const editors: AnalysisImage = { ...EDITORS, segmentation: [{ end_systole: { lines: [] } }], is_segmented: false, cycles_segmented: 0 };
    const reviewed: AnalysisImage = { ...EDITORS, is_segmented: true, cycles_segmented: 1 };
    const change = changesOfImage(editors, reviewed).find(({ part }) => part === 'line')!;
    expect(takenBack(change, editors, reviewed)).toMatchObject({ is_segmented: false, cycles_segmented: 0 });
    // Of two lines the other one stays, and the cycle is unfinished all the same.
    const two = {
      ...reviewed,
      segmentation: [{ end_systole: { lines: [...reviewed.segmentation[0]!.end_systole!.lines, line('LA endo', point('d', 1, 1))] } }],
    };
    const first = changesOfImage(editors, two).find(({ part }) => part === 'line')!;
    expect(takenBack(first, editors, two)).toMatchObject({ is_segmented: false, cycles_segmented: 0 });
  });

  it('shows the earlier value of a label that is named constructor', () => {
    const labelled = { ...EDITORS, additional_labels: { constructor: 'yes' } } as unknown as AnalysisImage;
    const [change] = changesOfImage({ ...EDITORS, additional_labels: {} }, labelled);
    expect(change!.values).toMatchObject([{ name: 'constructor', before: null, after: 'yes' }]);
  });

  it('uses frames where the record has no frame rate: no time is made up', () => {
    const timeless = { ...EDITORS, metadata: null };
    const [change] = changesOfImage(timeless, { ...timeless, cardiac_events: [{ id: 'c0', end_diastole: 4, end_systole: 21 }] });
    expect(change!.values).toEqual([{ name: 'ES', before: 20, after: 21, unit: 'frames', delta: 1 }]);
  });

  it('lists labels and quality with the words before and after; each part is taken back separately', () => {
    const score = (value: string): AnalysisImage['score'] => ({
      sections: [{ name: 'General', items: [{ name: 'Adequate for analysis', options: ['Yes', 'No'], value }] }],
    });
    const editors = { ...EDITORS, score: score('Yes') };
    const reviewed: AnalysisImage = { ...editors, view: 'A2C', score: score('No'), accepted: 'no' };
    const changes = changesOfImage(editors, reviewed);
    expect(changes.map(({ what, values }) => [what, values.map(({ name, before, after }) => [name, before, after])])).toEqual([
      ['Labels', [['View', 'A4C', 'A2C']]],
      [
        'Quality',
        [
          ['Adequate for analysis', 'Yes', 'No'],
          ['Accepted', null, 'no'],
        ],
      ],
    ]);
    expect(takenBack(changes[0]!, editors, reviewed)).toEqual({ ...reviewed, view: 'A4C' });
    expect(takenBack(changes[1]!, editors, reviewed)).toEqual({ ...reviewed, score: score('Yes'), accepted: null });
  });

  it('of the type takes timing and lines back with it', () => {
    const reviewed: AnalysisImage = { ...EDITORS, type: 'Short axis 2D', cardiac_events: [], segmentation: [], measurements: [] };
    const change = changesOfImage(EDITORS, reviewed).find(({ part }) => part === 'labels')!;
    expect(takenBack(change, EDITORS, reviewed)).toEqual(EDITORS);
  });

  it('follows a cycle by its identity, not its place', () => {
    const cycles = { ...EDITORS, cardiac_events: [...EDITORS.cardiac_events, { id: 'c1', end_diastole: 40 }] };
    const reviewed = { ...cycles, cardiac_events: cycles.cardiac_events.slice(1) };
    expect(changesOfImage(cycles, { ...reviewed, segmentation: [] }).map(({ what, detail }) => `${what} ${detail}`)).toEqual([
      'Cycle 1 removed',
      'LV endo, end systole cycle 1 · removed',
    ]);
  });

  it('names images that were taken out or brought in, and brings them back', () => {
    const [out] = changesOfImage(EDITORS, undefined);
    expect([out!.what, takenBack(out!, EDITORS, undefined)]).toEqual(['Removed', EDITORS]);
    const [added] = changesOfImage(undefined, EDITORS);
    expect([added!.what, takenBack(added!, undefined, EDITORS)]).toEqual(['Added', null]);
  });
});
