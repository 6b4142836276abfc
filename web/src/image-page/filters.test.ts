import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { filtered, type ThumbnailFilter } from './filters.ts';

const image = (id: string, tags: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  ...tags,
});
const FILES = ['a', 'b', 'c', 'd'].map((instance_id) => ({ instance_id }));
const IMAGES = [
  image('a', { type: 'x', modality: '2D', reference: true }),
  image('b', { type: 'y', modality: 'Tissue Doppler' }),
  image('c', { view: 'A4C' }),
];
const listed = (filter: ThumbnailFilter, shown: string | null = null): string =>
  filtered(FILES, IMAGES, filter, shown)
    .map(({ instance_id }) => instance_id)
    .join('');

describe('the filter of thumbnails', () => {
  it.each([
    ['all', 'abcd'],
    ['unlabelled', 'cd'],
    ['reference', 'a'],
    ['2D', 'a'],
    ['Doppler', 'b'],
    ['M-Mode', ''],
  ] as const)('%s lists %s', (filter, expected) => {
    expect(listed(filter)).toBe(expected);
  });

  it('never removes the current image', () => {
    expect(listed('unlabelled', 'a')).toBe('acd');
  });
});
