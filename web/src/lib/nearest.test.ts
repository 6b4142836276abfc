import { expect, test } from 'vitest';
import { nearest, type Direction } from './nearest.ts';

const box = (left: number, top: number, width = 100, height = 100) => ({ left, top, width, height });
/** Two columns: at the left a high and a low one, at the right a low one above two small ones side by side. */
const BOXES = [box(0, 0, 100, 200), box(0, 210, 100, 50), box(120, 0, 100, 50), box(120, 60, 45, 40), box(175, 60, 45, 40)];

test.each<[number, Direction, number]>([
  [0, 'below', 1],
  [1, 'above', 0],
  [0, 'left', -1],
  [0, 'above', -1],
  [0, 'right', 3],
  [1, 'right', 3],
  [2, 'below', 3],
  [3, 'right', 4],
  [4, 'left', 3],
  [4, 'above', 2],
  [2, 'left', 0],
  [4, 'right', -1],
])('from %i to the %s is %i', (from, direction, to) => expect(nearest(BOXES, from, direction)).toBe(to));

test('nowhere from nowhere', () => expect(nearest(BOXES, -1, 'right')).toBe(-1));
