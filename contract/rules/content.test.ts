import { expect, it } from 'vitest';
import { contentOf, isSameContent } from './content.ts';

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  '1',
  '',
  [],
  {},
  [1, 2],
  [2, 1],
  [[1], 2],
  { a: 1, b: [2] },
  { b: [2], a: 1 },
  { a: 1, b: [2, 3] },
  { a: 1, c: [2] },
  { a: 1 },
  { a: null },
  { a: { b: { c: 1 } } },
  { a: { b: { c: 2 } } },
  JSON.parse('{"__proto__": 1}'),
  JSON.parse('{"constructor": 1}'),
];

it('two values have the same content where their texts with keys in order are equal', () => {
  for (const a of VALUES) for (const b of VALUES) expect([a, b, isSameContent(a, b)]).toEqual([a, b, contentOf(a) === contentOf(b)]);
});
