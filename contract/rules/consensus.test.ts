import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { consensusImages, withImageOf } from './consensus.ts';

const image = (id: string, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  ...more,
});
const score = (value: string): Partial<AnalysisImage> => ({
  score: { sections: [{ name: 'General', items: [{ name: 'Adequate', options: ['Yes', 'No'], value }] }] },
});
const value = (aggregate: number): Partial<AnalysisImage> => ({
  measurements: [{ name: 'LVEF', units: '%', aggregate }] as AnalysisImage['measurements'],
});

describe('readings of an image in reviews', () => {
  it('agrees where presence, labels, score, cycles and values are the same', () => {
    const same = { ...score('Yes'), ...value(60), cardiac_events: [{ id: 'c0' }] };
    const [found] = consensusImages([{ images: [image('a', same)] }, { images: [image('a', same)] }]);
    expect(found).toMatchObject({ agreed: true, scores: ['Yes', 'Yes'], cycles: [1, 1], values: [{ name: 'LVEF', spread: 0 }] });
  });

  it.each([
    ['the score', score('Yes'), score('No')],
    ['the number of cycles', { cardiac_events: [{ id: 'c0' }] }, {}],
    ['a mark', { cardiac_events: [{ id: 'c0', end_diastole: 4 }] }, { cardiac_events: [{ id: 'd0', end_diastole: 6 }] }],
    ['a value', value(60), value(55)],
    ['a value that one review has', value(60), {}],
    ['the label', { view: 'A4C' }, { view: 'A2C' }],
  ] satisfies [string, Partial<AnalysisImage>, Partial<AnalysisImage>][])('differs by %s', (_what, one, other) => {
    expect(consensusImages([{ images: [image('a', one)] }, { images: [image('a', other)] }])[0]?.agreed).toBe(false);
  });

  it('names the mark of a beat that lies farthest apart', () => {
    const timed = (...marks: [number, number][]) =>
      image('a', { cardiac_events: marks.map(([end_diastole, end_systole], n) => ({ id: `c${n}`, end_diastole, end_systole })) });
    const reviews = [timed([1, 12], [31, 42]), timed([2, 12], [31, 45]), timed([1, 12], [31, 40])];
    expect(consensusImages(reviews.map((one) => ({ images: [one] })))[0]?.marks).toBe(5);
    expect(consensusImages([{ images: [image('a')] }, { images: [image('a')] }])[0]?.marks).toBeNull();
  });

  it('agrees on a value that no review has', () => {
    const none = { measurements: [{ name: 'LVEF', units: '%', value: [null] }] as AnalysisImage['measurements'] };
    expect(consensusImages([{ images: [image('a', none)] }, { images: [image('a', none)] }])[0]?.agreed).toBe(true);
  });

  it('differs where a review has the image and another has not, and separates the values', () => {
    const [a, b] = consensusImages([{ images: [image('a', value(60))] }, { images: [image('b')] }, { images: [image('a', value(52))] }]);
    expect([a?.agreed, b?.agreed]).toEqual([false, false]);
    expect(a).toMatchObject({ cycles: [0, null, 0], values: [{ values: [60, null, 52], spread: null }] });
    expect(b?.images.map((one) => one?.instance_id)).toEqual([undefined, 'b', undefined]);
  });

  it('is taken image by image from either review, and taken out where that review has none', () => {
    const [a, b] = consensusImages([{ images: [image('a', { view: 'A4C' }), image('b')] }, { images: [image('a', { view: 'A2C' })] }]);
    const own = [image('a'), image('b'), image('c')];
    const taken = withImageOf(own, a!, 1);
    expect(taken.map(({ instance_id, view, validated }) => [instance_id, view, validated])).toEqual([
      ['a', 'A2C', true],
      ['b', null, false],
      ['c', null, false],
    ]);
    expect(withImageOf(taken, b!, 1).map(({ instance_id }) => instance_id)).toEqual(['a', 'c']);
    expect(withImageOf([image('c')], a!, 0).map(({ instance_id }) => instance_id)).toEqual(['c', 'a']);
  });
});
