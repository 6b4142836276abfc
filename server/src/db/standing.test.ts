import { expect, it } from 'vitest';
import { standingReviews } from './standing.ts';

const review = (name: string, version_id: number, consensus_of: number[] | null = null) => ({
  name,
  study_id: 1,
  editor_id: 2,
  blind: 0 as const,
  state: 'finished' as 'finished' | 'draft',
  version_id,
  base_version: 1,
  consensus_of: consensus_of && JSON.stringify(consensus_of),
});
const names = (reviews: ReturnType<typeof review>[]): string[] => standingReviews(reviews).map(({ name }) => name);

it('a finished consensus review replaces the versions it was made from', () => {
  expect(names([review('one', 10), review('two', 11), review('three', 12), review('consensus', 13, [10, 11])])).toEqual([
    'three',
    'consensus',
  ]);
});

it('a consensus that was reopened replaces nothing, and a review that was finished again stands again', () => {
  expect(names([review('one', 10), { ...review('consensus', 13, [10]), state: 'draft' }])).toEqual(['one', 'consensus']);
  expect(names([review('one', 20), review('consensus', 13, [10])])).toEqual(['one', 'consensus']);
});

it('reviews of other work with the same versions stand', () => {
  expect(names([{ ...review('blind', 10), editor_id: 3 }, review('consensus', 13, [10])])).toEqual(['blind', 'consensus']);
});
