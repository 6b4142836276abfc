import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { expect, test } from 'vitest';
import { nextOfImage } from './next-step.ts';

type WorkedOn = Parameters<typeof nextOfImage>[0];

function image(id: string, part: Partial<AnalysisImage>): AnalysisImage {
  const blank = blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult');
  return { ...blank, type: 'Aortic outflow', view: 'A5C', reference: true, modality: 'PW Doppler', ...part };
}

/** A study of strips, in this order. */
const study = (...images: AnalysisImage[]) =>
  ({
    images,
    files: images.map(({ instance_id }) => ({ instance_id, number_of_frames: 1, active: true })),
    project: { modalities: [{ type: 'PW Doppler' }, { type: '2D' }] },
  }) as unknown as WorkedOn;

const timed = { is_annotated: true };
const traced = { ...timed, is_segmented: true };

test('a timed image is traced next, and a second press leads to the next image', () => {
  const both = study(image('a', timed), image('b', {}));
  expect(nextOfImage(both, 'cycletiming', 'a')).toEqual({ page: 'segmentation', image: 'a' });
  expect(nextOfImage(both, 'segmentation', 'a')).toEqual({ page: 'cycletiming', image: 'b' });
});

test('a traced image leads to the next one that is not done, after the last one to the first', () => {
  const all = study(image('a', {}), image('b', traced), image('c', traced));
  expect(nextOfImage(all, 'segmentation', 'b')).toEqual({ page: 'cycletiming', image: 'a' });
  expect(nextOfImage(study(image('a', traced), image('b', traced)), 'segmentation', 'a')).toBeNull();
});

test('an image that is not timed yet is left for the next one, and is timed first from other pages', () => {
  const both = study(image('a', {}), image('b', timed));
  expect(nextOfImage(both, 'cycletiming', 'a')).toEqual({ page: 'segmentation', image: 'b' });
  expect(nextOfImage(both, 'selection', 'a')).toEqual({ page: 'cycletiming', image: 'a' });
});

test('a single plane is traced without timing, and images without labels are passed over', () => {
  const plane = image('b', { modality: '2D', type: 'Valves 2D' });
  expect(nextOfImage(study(image('a', traced), image('x', { type: null }), plane), 'segmentation', 'a')).toEqual({
    page: 'segmentation',
    image: 'b',
  });
});
