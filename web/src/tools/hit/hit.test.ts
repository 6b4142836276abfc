import { describe, expect, it } from 'vitest';
import { nearestMark, nearestOnLine, nearestPoint } from './hit.ts';

const at = (x: number, y: number) => ({ x, y });

describe('hit testing', () => {
  it('has the same tolerance on the screen at every zoom', () => {
    const points = [at(100, 100)];
    for (const zoom of [0.5, 1, 8]) {
      const scale = { x: zoom, y: zoom };
      expect(nearestPoint(points, at(100 + 4.9 / zoom, 100), scale), `inside at ${zoom}`).toBe(0);
      expect(nearestPoint(points, at(100 + 5.1 / zoom, 100), scale), `outside at ${zoom}`).toBe(-1);
    }
  });

  it('measures on the screen where pixels are not square', () => {
    const scale = { x: 1, y: 4 };
    expect(nearestPoint([at(0, 0)], at(4, 0), scale)).toBe(0);
    expect(nearestPoint([at(0, 0)], at(0, 2), scale)).toBe(-1);
    // Nearer in stored pixels is farther on the screen.
    expect(nearestPoint([at(0, 1), at(3, 0)], at(0, 0), scale)).toBe(1);
  });

  it('takes the one on top of two at one place', () => {
    expect(nearestPoint([at(5, 5), at(5, 5)], at(5, 5), { x: 1, y: 1 })).toBe(1);
  });

  it('finds the foot of the perpendicular on a line, and its ends', () => {
    const line = [at(0, 0), at(10, 0), at(10, 10)];
    expect(nearestOnLine(line, false, at(4, 3), { x: 1, y: 1 })).toMatchObject({ segment: 0, place: at(4, 0), distancePx: 3 });
    expect(nearestOnLine(line, false, at(13, 12), { x: 1, y: 1 })).toMatchObject({ segment: 1, place: at(10, 10) });
    expect(nearestOnLine(line, false, at(4, 5.5), { x: 1, y: 1 })).toBeNull();
  });

  it('finds the segment that closes a line only where it is closed', () => {
    const line = [at(0, 0), at(20, 0), at(20, 20)];
    expect(nearestOnLine(line, true, at(10, 10), { x: 1, y: 1 })).toMatchObject({ segment: 2, distancePx: 0 });
    expect(nearestOnLine(line, false, at(10, 10), { x: 1, y: 1 })).toBeNull();
  });

  it('of an empty line finds nothing, and of a point only the point', () => {
    expect(nearestOnLine([], true, at(0, 0), { x: 1, y: 1 })).toBeNull();
    expect(nearestOnLine([at(3, 4)], true, at(3, 4), { x: 1, y: 1 })).toMatchObject({ place: at(3, 4), distancePx: 0 });
  });

  it('finds marks across one axis', () => {
    expect(nearestMark([10, 100], 97, 1)).toBe(1);
    expect(nearestMark([10, 100], 97, 2)).toBe(-1);
  });
});
