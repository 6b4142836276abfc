import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { contentOf, mergeImages, rebase } from './merge.ts';

const image = (id: string, view: string | null): AnalysisImage => ({ ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'), view });

describe('merge of two analyses', () => {
  const base = new Map<string, AnalysisImage | null>([['a', image('a', 'A4C')], ['b', null]]);

  it('keeps what only one side changed', () => {
    const merged = mergeImages(base, [image('a', 'A2C'), image('c', 'old')], [image('a', 'A4C'), image('c', 'PLAX')]);
    expect(merged.conflicts).toEqual([]);
    expect(new Map(merged.images.map((i) => [i.instance_id, i.view]))).toEqual(new Map([['a', 'A2C'], ['c', 'PLAX']]));
  });

  it('names the image both sides changed, and keeps mine for it', () => {
    const merged = mergeImages(base, [image('a', 'A2C')], [image('a', 'A3C')]);
    expect(merged.conflicts.map((conflict) => [conflict.instance_id, conflict.mine?.view, conflict.theirs?.view])).toEqual([['a', 'A2C', 'A3C']]);
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

  it('keeps a change made while a save was under way as mine', () => {
    const sent = [image('a', 'A2C'), image('b', 'PLAX')];
    const now = [image('a', 'A2C'), image('b', 'A3C')];
    const rebased = rebase(base, sent, now);
    expect([...rebased.keys()]).toEqual(['b']);
    expect(rebased.get('b')?.view).toBe('PLAX');
    expect(mergeImages(rebased, now, [image('a', 'A5C'), image('b', 'PLAX')]).images.map((i) => i.view)).toEqual(['A5C', 'A3C']);
  });
});
