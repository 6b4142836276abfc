import { describe, expect, it } from 'vitest';
import { minutes, timeTicks } from './effort-times.ts';

describe('times of effort', () => {
  it('are written in minutes and seconds', () => {
    expect([0, 9.4, 59.6, 61, 3600, 3725.5].map(minutes)).toEqual(['0:00', '0:09', '1:00', '1:01', '60:00', '62:06']);
  });

  it('have an axis of a few round times that reaches the longest', () => {
    expect(timeTicks(7)).toEqual([0, 2, 4, 6, 8]);
    expect(timeTicks(59)).toEqual([0, 15, 30, 45, 60]);
    expect(timeTicks(200)).toEqual([0, 60, 120, 180, 240]);
    expect(timeTicks(0)).toEqual([0, 1]);
    expect(timeTicks(40_000).at(-1)).toBeGreaterThanOrEqual(40_000);
  });
});
