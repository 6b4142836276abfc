import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { expect, test } from 'vitest';
import { shortEnds } from './outside.ts';

const line = (...columns: number[]): Line => ({ name: 'LV endo', points: columns.map((x) => ({ x, y: x / 2 })) }) as unknown as Line;
const marks = { id: 'a', onset_start: 95, onset_end: 200, end_diastole_start: 100, end_diastole_end: 200, end_systole: 150 };
const image = (...columns: number[]) =>
  ({ cardiac_events: [marks, { ...marks, id: 'b' }], segmentation: [{}, { lines: [line(...columns)] }] }) as unknown as AnalysisImage;
const asked = { lines: ['LV endo'], events: ['end_diastole', 'end_systole'], threshold: 3 };

test('a line that starts too late names how far, after which mark, and where its end is', () => {
  expect(shortEnds(image(105, 150, 200), 1, asked)).toEqual([
    { text: 'LV endo starts 5 px after end diastole 2: extend it', place: { x: 105, y: 52.5 } },
  ]);
});

test('a line that ends too early names the mark it does not reach', () => {
  expect(shortEnds(image(100, 130), 1, asked).map(({ text }) => text)).toEqual(['LV endo ends 20 px before end systole 2: extend it']);
  const closing = { ...asked, events: ['end_diastole_end'] };
  expect(shortEnds(image(100, 190), 1, closing).map(({ text }) => text)).toEqual(['LV endo ends 10 px before end diastole 3: extend it']);
});

test('a line that ends within the threshold is not named, nor are other lines', () => {
  expect(shortEnds(image(100.04, 150), 1, asked)).toEqual([]);
  expect(shortEnds(image(102.9, 150), 1, asked)).toEqual([]);
  expect(shortEnds(image(110, 150), 1, { ...asked, lines: ['RV endo'] })).toEqual([]);
});
