import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { changesOf, mergeImages, rebase } from './merge.ts';

const image = (id: string, view: string | null): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  view,
});

describe('merge of two analyses', () => {
  const base = new Map<string, AnalysisImage | null>([
    ['a', image('a', 'A4C')],
    ['b', null],
  ]);

  it('keeps what only one side changed', () => {
    const merged = mergeImages(base, [image('a', 'A2C'), image('c', 'old')], [image('a', 'A4C'), image('c', 'PLAX')]);
    expect(merged.conflicts).toEqual([]);
    expect(new Map(merged.images.map((i) => [i.instance_id, i.view]))).toEqual(
      new Map([
        ['a', 'A2C'],
        ['c', 'PLAX'],
      ]),
    );
  });

  it("keeps a reviewer's own approval, given here or there or taken back", () => {
    const [plain, validated] = [image('a', 'A4C'), { ...image('a', 'A4C'), validated: true }];
    const approval = (before: AnalysisImage, mine: AnalysisImage, theirs: AnalysisImage) =>
      mergeImages(new Map([['a', before]]), [mine], [theirs]).images[0]?.validated;
    expect(approval(plain, validated, plain)).toBe(true);
    expect(approval(plain, plain, validated)).toBe(true);
    expect(approval(validated, plain, validated)).toBe(false);
    expect(approval(plain, validated, image('a', 'A2C'))).toBe(true);
  });

  it('names the image both sides changed, and keeps mine for it', () => {
    const merged = mergeImages(base, [image('a', 'A2C')], [image('a', 'A3C')]);
    expect(merged.conflicts.map((conflict) => [conflict.instance_id, conflict.mine?.view, conflict.theirs?.view])).toEqual([
      ['a', 'A2C', 'A3C'],
    ]);
    expect(merged.images.map((i) => i.view)).toEqual(['A2C']);
  });

  it('keeps a removal, and sees a removal on the other side as a change', () => {
    expect(mergeImages(base, [], [image('a', 'A4C')])).toEqual({ images: [], conflicts: [] });
    expect(mergeImages(base, [image('a', 'A2C')], []).conflicts).toHaveLength(1);
  });

  it('sees no conflict where both made the same change', () => {
    expect(mergeImages(base, [image('a', 'A2C')], [image('a', 'A2C')]).conflicts).toEqual([]);
    expect(contentOf({ b: 1, a: [{ d: 1, c: 2 }] })).toBe(contentOf({ a: [{ c: 2, d: 1 }], b: 1 }));
  });

  it('sees no change in what the server filled in', () => {
    const metadata = {
      number_of_frames: 1,
      width: 1,
      height: 1,
      frame_rate: null,
      manufacturer: null,
      modality: null,
      doppler_regions: [],
      flow_region: null,
    };
    const merged = mergeImages(base, [image('a', 'A2C')], [{ ...image('a', 'A4C'), metadata }]);
    expect(merged.conflicts).toEqual([]);
    expect(merged.images.map((i) => i.view)).toEqual(['A2C']);
  });

  it('keeps a change made while a save was under way as mine', () => {
    const sent = { images: [image('a', 'A2C'), image('b', 'PLAX')], removed: [] };
    const now = [image('a', 'A2C'), image('b', 'A3C')];
    const rebased = rebase(base, sent, now);
    expect([...rebased.keys()]).toEqual(['b']);
    expect(rebased.get('b')?.view).toBe('PLAX');
    expect(mergeImages(rebased, now, [image('a', 'A5C'), image('b', 'PLAX')]).images.map((i) => i.view)).toEqual(['A5C', 'A3C']);
  });

  it('names what is changed and what is gone, and nothing else', () => {
    const before = new Map<string, AnalysisImage | null>([
      ['a', image('a', 'A4C')],
      ['b', null],
      ['c', image('c', 'PLAX')],
      ['d', image('d', 'A2C')],
      ['e', null],
    ]);
    const now = [image('a', 'A2C'), image('b', 'A3C'), image('d', 'A2C'), image('z', 'never touched')];
    const changes = changesOf(before, now);
    expect([changes.images.map((i) => i.view), changes.removed]).toEqual([['A2C', 'A3C'], ['c']]);
  });

  it('builds a change made while another image was saved on what it was made from, and a removal that was sent on nothing', () => {
    const before = new Map<string, AnalysisImage | null>([
      ['a', image('a', 'A4C')],
      ['b', image('b', 'PLAX')],
      ['c', image('c', 'SAX')],
    ]);
    const sent = { images: [image('a', 'A2C')], removed: ['c'] };
    const rebased = rebase(before, sent, [image('a', 'A2C'), image('b', 'A3C'), image('c', 'SAX')]);
    expect([...rebased].map(([id, built]) => [id, built?.view ?? null])).toEqual([
      ['b', 'PLAX'],
      ['c', null],
    ]);
  });
});
