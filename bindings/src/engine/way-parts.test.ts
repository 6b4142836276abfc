import { expect, it } from 'vitest';
import { partsOf } from './way-parts.ts';

const request = (frame_number: number, alike: number[], anchors: number[] = []) => ({
  frame_number,
  alike,
  first: 1,
  last: 60,
  lines: [],
  anchors: anchors.map((anchor) => ({ frame_number: anchor, lines: [] })),
});

it('divides the direction that goes beyond the last known frame', () => {
  expect(partsOf(request(1, [37]), 'forward')).toEqual({ head: [1, 37], tail: [37, 60] });
  expect(partsOf(request(1, [37]), 'backward')).toBeNull();
  expect(partsOf(request(60, [20], [44]), 'backward')).toEqual({ head: [20, 60], tail: [1, 20] });
});

it('divides both where the first and the last known frame are within the clip', () => {
  expect(partsOf(request(30, [20], [44]), 'forward')).toEqual({ head: [1, 44], tail: [44, 60] });
  expect(partsOf(request(30, [20], [44]), 'backward')).toEqual({ head: [20, 60], tail: [1, 20] });
});

it('divides nothing where one frame is known, or the ends are', () => {
  expect(partsOf(request(20, []), 'forward')).toBeNull();
  expect(partsOf(request(1, [60]), 'forward')).toBeNull();
  expect(partsOf(request(1, [60]), 'backward')).toBeNull();
});
