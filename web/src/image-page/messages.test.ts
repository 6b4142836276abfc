import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { sideWords } from './messages.ts';

const image = {
  ...blankImage({ instance_id: '1.2', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
  view: 'A4C',
  type: '4-chamber 2D',
  cardiac_events: [
    { id: 'a', end_diastole: 1, end_systole: 12 },
    { id: 'b', end_diastole: 31, end_systole: 43 },
  ],
  accepted: 'no' as const,
};

describe('a side of a conflict', () => {
  it('is named by what differs', () => {
    expect(sideWords(image, ['labels'])).toBe('A4C · 4-chamber 2D');
    expect(sideWords(image, ['timing'])).toBe('2 cycles');
    expect(sideWords({ ...image, cardiac_events: image.cardiac_events.slice(1) }, ['timing', 'quality'])).toBe('not accepted, 1 cycle');
    expect(sideWords({ ...image, view: null, type: null }, ['image'])).toBe('no type or view');
    expect(sideWords(null, ['image'])).toBe('no label');
  });

  it('counts what is drawn, which may be all that differs', () => {
    const point = {} as Line['points'][number];
    const line = { points: [point, point, point] } as Line;
    const traced = { ...image, segmentation: [{ end_diastole: { lines: [line, line] }, end_systole: { lines: [line] } }] };
    expect(sideWords(traced, ['timing'])).toBe('2 cycles, 9 points on 3 lines');
    const measured = {
      ...image,
      segmentation: [{ lines: [line] }],
      measurements_caliper: [{}, {}] as AnalysisImage['measurements_caliper'],
    };
    expect(sideWords(measured, ['timing'])).toBe('2 cycles, 3 points on 1 line, 2 calipers');
  });
});
