import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewRecord } from '@echometry/contract/records/review.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { afterSettling, openReview, withTaken } from './review-copy.ts';

const image = (id: string, view: string): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: id, active: true, metadata: null }, 'adult'),
  view,
});
const RECORD = {
  editor: 'ada@site',
  blind: false,
  state: 'draft',
  base_version: 7,
  images: [image('1', 'mine'), image('2', 'same'), image('4', 'added')],
  originals: [image('1', 'theirs'), image('3', 'removed')],
  original_missing_images: [],
  added: ['4'],
  newer: {
    version: 9,
    author: 'ada@site',
    updated_at: 1,
    images: [image('1', 'newest'), image('5', 'new')],
    removed: ['2'],
    missing_images: ['Type'],
  },
  outcome: null,
} as unknown as ReviewRecord;
const viewsOf = (images: readonly AnalysisImage[]) => Object.fromEntries(images.map(({ instance_id, view }) => [instance_id, view]));

describe('a review as it is opened', () => {
  it('has the editor’s images whole: those sent apart, and those the reviewer left as they were', () => {
    expect(viewsOf(openReview(RECORD).originals)).toEqual({ 1: 'theirs', 2: 'same', 3: 'removed' });
  });

  it('is based on the newest version once every difference is settled, and not before', () => {
    let review = openReview(RECORD);
    review = afterSettling(review, { images: ['1'], missing: false });
    expect([review.base_version, viewsOf(review.originals)]).toEqual([7, { 1: 'newest', 2: 'same', 3: 'removed' }]);
    expect(review.newer).toMatchObject({ removed: ['2'], missing_images: ['Type'] });
    review = afterSettling(review, { images: ['2', '5'], missing: false });
    expect([review.base_version, review.newer !== null]).toEqual([7, true]);
    review = afterSettling(review, { images: [], missing: true });
    expect([review.base_version, review.newer, review.original_missing_images]).toEqual([9, null, ['Type']]);
    expect(viewsOf(review.originals)).toEqual({ 1: 'newest', 3: 'removed', 5: 'new' });
  });

  it('takes an image over as the editor has it now, not validated; one that is gone there goes', () => {
    const { newer } = openReview(RECORD);
    const mine = [{ ...image('1', 'mine'), validated: true }, image('2', 'same')];
    const taken = withTaken(mine, newer!, '1');
    expect([viewsOf(taken), taken.some(({ validated }) => validated)]).toEqual([{ 1: 'newest', 2: 'same' }, false]);
    expect(viewsOf(withTaken(mine, newer!, '2'))).toEqual({ 1: 'mine' });
  });
});
