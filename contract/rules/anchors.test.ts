import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line, LinePoint, Measurement } from '../generated/analysis-image.ts';
import { anchorPlace, anchorsOf, anchorTarget } from './anchors.ts';
import { blankImage } from './blank-image.ts';

const point = (id: string, abbreviation: string | null): LinePoint => ({
  id,
  x: 1,
  y: 2,
  type: 'maximum velocity',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: true,
  abbreviation,
});
const line = (name: string, frame_number: number | null, points: LinePoint[]): Line => ({
  name,
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number,
  points,
});
const blank = blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult');
const clip: AnalysisImage = {
  ...blank,
  modality: '2D',
  cardiac_events: [
    { id: 'a', end_diastole: 4, end_systole: 17 },
    { id: 'b', end_diastole: 30, end_systole: false },
  ],
  segmentation: [
    { end_diastole: { lines: [line('LV endo', 4, [point('p1', 'SR'), { ...point('p2', null), type: 'user-defined_1' }])] } },
    {},
  ],
  measurements: [{ name: 'EF', type: 'EF', value: [55] } satisfies Measurement],
};
const strip: AnalysisImage = {
  ...blank,
  modality: 'PW Doppler',
  cardiac_events: [{ id: 'a', onset_start: 120, onset_end: 240 }],
  segmentation: [{ lines: [line('envelope', null, [point('e', 'E'), point('m', null)])] }],
};

describe('an anchor leads to', () => {
  it.each([
    [{ frame_number: 17 }, 'frame 17', 17],
    [{ cycle: 'b' }, 'cycle 2', null],
    [{ cycle: 'a', event: 'end_systole' }, 'cycle 1 · ES', 17],
    [{ line: 'LV endo' }, 'LV endo', 4],
    [{ line: 'LV endo', point: 'p1' }, 'LV endo · SR', 4],
    [{ measurement: 'EF' }, 'EF', null],
    [{ cycle: 'b', frame_number: 31 }, 'cycle 2 · frame 31', 31],
  ])('what it names: %o', (anchor, label, frame_number) => {
    expect(anchorTarget(anchor, clip, 40)).toEqual({ label, frame_number, gone: null });
  });

  it('no frame on a strip', () => {
    expect(anchorTarget({ cycle: 'a', event: 'onset_start' }, strip, 1)).toEqual({
      label: 'cycle 1 · onset',
      frame_number: null,
      gone: null,
    });
    expect(anchorTarget({ point: 'e' }, strip, 1)).toEqual({ label: 'E', frame_number: null, gone: null });
    expect(anchorTarget({ point: 'm' }, strip, 1).label).toBe('maximum velocity');
  });

  it.each([
    [{ frame_number: 41 }, 'frame 41', 'this frame is not in the file'],
    [{ cycle: 'c' }, 'cycle', 'this cycle is gone'],
    [{ cycle: 'c', event: 'end_systole' }, 'cycle · ES', 'this cycle is gone'],
    [{ cycle: 'b', event: 'end_systole' }, 'cycle 2 · ES', 'this mark is gone'],
    [{ line: 'LA endo' }, 'LA endo', 'this line is gone'],
    [{ cycle: 'b', line: 'LV endo' }, 'cycle 2 · LV endo', 'this line is gone'],
    [{ line: 'LV endo', point: 'p9' }, 'LV endo · point', 'this point is gone'],
    [{ measurement: 'GLS' }, 'GLS', 'this value is gone'],
  ])('nothing, and says so, where its target is gone: %o', (anchor, label, gone) => {
    expect(anchorTarget(anchor, clip, 40)).toEqual({ label, frame_number: null, gone });
  });

  it('its frame, and nothing else, on an image without an analysis', () => {
    expect(anchorTarget({ frame_number: 3 }, undefined, 40)).toEqual({ label: 'frame 3', frame_number: 3, gone: null });
    expect(anchorTarget({ cycle: 'a' }, undefined, 40).gone).toBe('this cycle is gone');
  });
});

describe('the place in the picture', () => {
  it('is the column of a mark of a strip, of its cycle the onset, and of a point itself', () => {
    const onset = strip.cardiac_events[0]?.onset_start;
    expect(onset).toBeTypeOf('number');
    expect(anchorPlace({ cycle: 'a', event: 'onset_start' }, strip)).toEqual({ x: onset, y: null });
    expect(anchorPlace({ cycle: 'a' }, strip)).toEqual({ x: onset, y: null });
    expect(anchorPlace({ point: 'e' }, strip)).toEqual({ x: 1, y: 2 });
    expect(anchorPlace({ line: 'LV endo', point: 'p1' }, clip)).toEqual({ x: 1, y: 2 });
  });

  it('is none for frames, values, marks of a clip and what is gone', () => {
    expect(anchorPlace({ frame_number: 3 }, clip)).toBeNull();
    expect(anchorPlace({ cycle: 'a', event: 'end_systole' }, clip)).toBeNull();
    expect(anchorPlace({ measurement: 'EF' }, clip)).toBeNull();
    expect(anchorPlace({ point: 'p9' }, clip)).toBeNull();
    expect(anchorPlace({ cycle: 'a' }, undefined)).toBeNull();
  });
});

describe('a new comment can be anchored', () => {
  it('to the frame that is shown, cycles, marks, lines and values', () => {
    expect(anchorsOf(clip, 12)).toEqual([
      { frame_number: 12 },
      { cycle: 'a' },
      { cycle: 'a', event: 'end_diastole' },
      { cycle: 'a', event: 'end_systole' },
      { cycle: 'b' },
      { cycle: 'b', event: 'end_diastole' },
      { line: 'LV endo' },
      { line: 'LV endo', point: 'p1' },
      { measurement: 'EF' },
    ]);
  });

  it('to what leads somewhere', () => {
    for (const anchor of [...anchorsOf(clip, 12), ...anchorsOf(strip, null)])
      expect([anchorTarget(anchor, clip, 40).gone, anchorTarget(anchor, strip, 1).gone]).toContain(null);
    expect(anchorsOf(undefined, null)).toEqual([]);
    expect(anchorsOf(strip, null).some(({ frame_number }) => frame_number !== undefined)).toBe(false);
  });
});
