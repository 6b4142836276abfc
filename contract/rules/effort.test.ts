import { describe, expect, it } from 'vitest';
import { EffortCases, type EffortRow, figuresOf } from './effort.ts';

const SECOND = 1000;
const row = (more: Partial<EffortRow>): EffortRow => ({
  reader: 1,
  study: 1,
  editor: 1,
  pass: 1,
  work: 'shared',
  instance_id: 'a',
  image_type: '4-chamber 2D',
  step: 'segmentation',
  active_ms: 10 * SECOND,
  ...more,
});

/** `images` images of each reader, numbered from 1; reader n with image k takes n + k seconds. */
function figuresFor(viewer: number, images: Readonly<Record<number, number>>) {
  const cases = new EffortCases(viewer);
  for (const [reader, count] of Object.entries(images))
    for (let k = 1; k <= count; k += 1)
      cases.add(row({ reader: Number(reader), editor: Number(reader), instance_id: `${k}`, active_ms: (Number(reader) + k) * SECOND }));
  return [...cases.together()].find((group) => group?.per === 'image')?.figures;
}

describe('distributions of active time', () => {
  it('have the quantiles of a uniform sample', () => {
    // 0 to 100: each quantile is its share.
    const seconds = Array.from({ length: 101 }, (_, k) => 100 - k);
    expect(figuresOf(seconds)).toEqual({ n: 101, p5: 5, q1: 25, median: 50, q3: 75, p95: 95 });
  });

  it('count a reader with an image once, and a study as the sum of its images and steps', () => {
    const cases = new EffortCases(1);
    cases.add(row({ active_ms: 4 * SECOND }));
    cases.add(row({ instance_id: 'b', active_ms: 6 * SECOND }));
    cases.add(row({ step: 'cycletiming', active_ms: 5 * SECOND }));
    cases.add(row({ instance_id: null, image_type: null, step: 'measurements', active_ms: 3 * SECOND }));
    const shown = [...cases.own()].map((group) => [group?.per, group?.step, group?.figures?.n, group?.figures?.median]);
    expect(shown).toEqual([
      ['image', 'cycletiming', 1, 5],
      ['image', 'segmentation', 2, 5],
      ['study', 'cycletiming', 1, 5],
      ['study', 'segmentation', 1, 10],
      ['study', 'measurements', 1, 3],
      ['study', null, 1, 18],
    ]);
  });

  it('keep shared, blind and reviewed work apart, and each pass a case', () => {
    const cases = new EffortCases(1);
    for (const work of ['shared', 'blind', 'review'] as const) cases.add(row({ work }));
    cases.add(row({ work: 'blind', pass: 2, active_ms: 20 * SECOND }));
    const images = [...cases.own()].filter((group) => group?.per === 'image');
    expect(images.map((group) => [group?.work, group?.figures?.n, group?.figures?.median])).toEqual([
      ['blind', 2, 15],
      ['review', 1, 10],
      ['shared', 1, 10],
    ]);
  });

  it('of others need three readers and ten images', () => {
    expect(figuresFor(9, { 1: 10, 2: 10 })).toBeNull();
    expect(figuresFor(9, { 1: 9, 2: 9, 3: 9 })).toBeNull();
    expect(figuresFor(9, { 1: 10, 2: 10, 3: 10 })).toMatchObject({ n: 30 });
  });

  it('do not count the person who looks at them as one of the three', () => {
    expect(figuresFor(3, { 1: 10, 2: 10, 3: 10 })).toBeNull();
    expect(figuresFor(3, { 1: 10, 2: 10, 3: 10, 4: 10 })).toMatchObject({ n: 40 });
  });

  it('are not shown where most cases are one reader’s', () => {
    expect(figuresFor(9, { 1: 20, 2: 5, 3: 5 })).toMatchObject({ n: 30 });
    expect(figuresFor(9, { 1: 21, 2: 5, 3: 5 })).toBeNull();
  });
});
