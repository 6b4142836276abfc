import { describe, expect, it } from 'vitest';
import { advance, frameIndexAt, timeline } from './clock.ts';

describe('player clock', () => {
  it('follows an uneven Frame Time Vector', () => {
    // Steps 20, 20, 40, 20 ms: frames start at 0, 20, 40, 80.
    const line = timeline(4, [0, 20, 40, 80]);
    expect([0, 19.9, 20, 39, 40, 79.9, 80, 100].map((ms) => frameIndexAt(line, ms))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    // The last frame lasts the mean step of 80 / 3 ms.
    expect(line.duration).toBeCloseTo(80 + 80 / 3, 12);
  });

  it('plays 40 frames a second when the file has no timing', () => {
    const line = timeline(10, null);
    expect(frameIndexAt(line, 24.9)).toBe(0);
    expect(frameIndexAt(line, 25)).toBe(1);
    expect(line.duration).toBeCloseTo(250, 9);
  });

  it('wraps in a loop and shows every frame for its own time', () => {
    const line = timeline(3, [0, 100, 200]);
    expect(advance(line, 250, 100, 1, true)).toEqual({ ms: 50, ended: false });
    expect(advance(line, 250, 100, 0.25, true)).toEqual({ ms: 275, ended: false });
    expect(advance(line, 0, 3000 * 7 + 150, 1, true).ms).toBeCloseTo(150, 9);
  });

  it('stops on the last frame without a loop', () => {
    const line = timeline(3, [0, 100, 200]);
    expect(advance(line, 250, 100, 1, false)).toEqual({ ms: 200, ended: true });
  });

  it('shows a single image for ever', () => {
    const line = timeline(1, [0]);
    expect(frameIndexAt(line, 0)).toBe(0);
    expect(advance(line, 0, 10_000, 1, true).ms).toBeLessThan(line.duration);
  });
});
