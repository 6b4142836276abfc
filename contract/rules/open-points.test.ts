import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Measurement } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { openPoints } from './open-points.ts';

const image = (id: string, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: id, active: true, metadata: null }, 'adult'),
  type: `Type ${id}`,
  view: 'A4C',
  reference: true,
  ...more,
});
const value = (name: string, ...of: (number | null)[]): Measurement => ({ name, units: 'ml', value: of }) as unknown as Measurement;
const NONE = { originals: [], newer: null, issues: [] };
const words = (ground: Parameters<typeof openPoints>[0]): string[] =>
  openPoints(ground).map(({ kind, instance_id, what, detail }) => [kind, instance_id, what, detail].join(' | '));

describe('what is open before the end of a review', () => {
  it('is nothing where all images are validated as the editor had them', () => {
    const images = [image('1', { validated: true }), image('2', { validated: true })];
    expect(words({ ...NONE, images, originals: images })).toEqual([]);
  });

  it('names images that are not validated, and changes of those only', () => {
    const originals = [image('1'), image('2'), image('3')];
    const images = [image('1', { view: 'PLAX', validated: true }), image('2', { view: 'A2C' }), image('3')];
    expect(words({ ...NONE, images, originals })).toEqual([
      'not-validated | 2 | Type 2 | 1 change',
      'not-validated | 3 | Type 3 | as editor',
      'change | 2 | Labels | Type 2',
    ]);
  });

  it('names an image that was taken out', () =>
    expect(words({ ...NONE, images: [], originals: [image('1')] })).toEqual(['change | 1 | Removed | Type 1 · from the review']));

  it('names open issues by their text, or by their reason without one', () => {
    const images = [image('1', { validated: true })];
    const issue = { id: 'a', instance_id: '1', reason: 'other', content: 'Line runs inside the trabeculae.', resolved: false };
    const issues = [issue, { ...issue, id: 'b', resolved: true }, { ...issue, id: 'c', content: '' }];
    const found = openPoints({ ...NONE, images, originals: images, issues });
    expect(found.map(({ kind, what, issue: id }) => [kind, what, id])).toEqual([
      ['issue', 'Line runs inside the trabeculae.', 'a'],
      ['issue', 'Other', 'c'],
    ]);
  });

  it('names what the editor saved since and was not taken over', () => {
    const images = [image('1', { validated: true }), image('2', { validated: true })];
    const newer = { images: [image('1', { view: 'PLAX' })], removed: ['2'], missing_images: ['TAPSE'] };
    expect(words({ ...NONE, images, originals: images, newer })).toEqual([
      'newer | 1 | Type 1 | saved again by the editor',
      'newer | 2 | Type 2 | no longer a reference image of the editor',
      'newer |  | Missing images | TAPSE',
    ]);
  });

  it('names values that no cycle gave, image by image', () => {
    const measurements = [value('EF', 60, null), value('ESV', null, null), value('EDV')];
    const images = [image('1', { validated: true, measurements })];
    expect(words({ ...NONE, images, originals: images })).toEqual(['no-value | 1 | Type 1 | ESV, EDV']);
  });
});
