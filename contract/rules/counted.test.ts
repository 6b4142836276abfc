import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('one of a thing is in the singular, and none, several and thousands are in the plural', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'study', 'studies'))).toEqual([
    '0 studies',
    '1 study',
    '2 studies',
    '1,200 studies',
  ]);
  expect([1, 3].map((count) => counted(count, 'image'))).toEqual(['1 image', '3 images']);
});
