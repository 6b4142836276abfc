import { describe, expect, it } from 'vitest';
import { inOrder, ISSUE_REASONS, isReason, neighbour, openIssues, reasonsByUse, reasonWords } from './review-issues.ts';

const issue = (id: string, instance_id: string, created_at: number, resolved = false) => ({ id, instance_id, created_at, resolved });
const IMAGES = [{ instance_id: 'a' }, { instance_id: 'b' }];

describe('issues of a review', () => {
  it('come image by image, the earlier ones first, and those of images that are gone last', () => {
    const found = inOrder([issue('4', 'gone', 1), issue('3', 'b', 2), issue('2', 'a', 9), issue('1', 'a', 3)], IMAGES);
    expect(found.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });

  it('are walked in a circle, from the first or the last one', () => {
    const all = [issue('1', 'a', 1), issue('2', 'a', 2), issue('3', 'b', 3)];
    const walk = (from: string | null, step: 1 | -1) => neighbour(all, from, step)?.id;
    expect([walk(null, 1), walk('1', 1), walk('3', 1), walk(null, -1), walk('1', -1), walk('gone', 1)]).toEqual([
      '1',
      '2',
      '1',
      '3',
      '3',
      '1',
    ]);
    expect(neighbour([], null, 1)).toBeUndefined();
  });

  it('are counted while they are open, per image and study', () => {
    const all = [issue('1', 'a', 1), issue('2', 'a', 2, true), issue('3', 'b', 3)];
    expect([openIssues(all), openIssues(all, 'a'), openIssues(all, 'b'), openIssues(all, 'c')]).toEqual([2, 1, 1, 0]);
  });

  it('offer the reasons used last first', () => {
    const order = reasonsByUse([
      { reason: 'value', created_at: 1 },
      { reason: 'contour', created_at: 2 },
    ]).map(({ code }) => code);
    expect(order.slice(0, 3)).toEqual(['contour', 'value', 'label']);
    expect(order).toHaveLength(ISSUE_REASONS.length);
    expect(new Set(ISSUE_REASONS.map(({ code }) => code)).size).toBe(ISSUE_REASONS.length);
    expect([isReason('timing'), isReason('because'), reasonWords('because')]).toEqual([true, false, 'because']);
  });
});
