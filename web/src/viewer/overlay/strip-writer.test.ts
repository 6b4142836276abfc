import { describe, expect, it } from 'vitest';
import { StripWriter } from './strip-writer.ts';

const WHITE = [1, 1, 1, 1] as const;

/** Area that a triangle strip covers, each triangle separately. */
function areaOf({ strip, points }: StripWriter): number {
  let area = 0;
  for (let i = 0; i + 2 < points; i += 1) {
    const [ax, ay, bx, by, cx, cy] = strip.slice(i * 2, i * 2 + 6) as unknown as [number, number, number, number, number, number];
    area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  }
  return area;
}

function line(points: number[], closed: boolean, width: number): StripWriter {
  const writer = new StripWriter(WHITE);
  writer.polyline(points, points.length / 2, closed, width);
  return writer;
}

describe('strips', () => {
  it('cover length times width of a straight line', () => {
    expect(areaOf(line([10, 10, 40, 50], false, 3))).toBeCloseTo(50 * 3, 3);
  });

  it('cover the ring between two squares where a square is closed', () => {
    // Outer square of 12, inner square of 8.
    expect(areaOf(line([0, 0, 10, 0, 10, 10, 0, 10], true, 2))).toBeCloseTo(12 * 12 - 8 * 8, 3);
  });

  it('reach past both ends where they are asked to, and past no corner', () => {
    const writer = new StripWriter(WHITE);
    writer.polyline([10, 10, 40, 10, 40, 60], 3, false, 2, 5);
    const xs = writer.strip.slice(0, writer.points * 2).filter((_, index) => index % 2 === 0);
    const ys = writer.strip.slice(0, writer.points * 2).filter((_, index) => index % 2 === 1);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([5, 41, 9, 65]);
  });

  it('cut the spike of a sharp turn', () => {
    const writer = line([0, 0, 100, 0, 0, 1], false, 2);
    const xs = writer.strip.slice(0, writer.points * 2).filter((_, index) => index % 2 === 0);
    expect(Math.max(...xs)).toBeLessThan(100 + 2.1);
  });

  it('survive points at one place and lines that turn straight back', () => {
    for (const points of [
      [5, 5, 5, 5, 9, 5],
      [0, 0, 9, 0, 0, 0],
      [3, 3, 3, 3],
    ]) {
      const writer = line(points, false, 2);
      expect(writer.strip.slice(0, writer.points * 2).every(Number.isFinite)).toBe(true);
    }
    expect(areaOf(line([5, 5, 5, 5, 9, 5], false, 2))).toBeCloseTo(8, 3);
  });

  it('cover the area of a disc', () => {
    const writer = new StripWriter(WHITE);
    writer.disc(50, 50, 5);
    // A polygon of 30 corners covers 0.7 % less than the circle.
    expect(areaOf(writer)).toBeGreaterThan(Math.PI * 25 * 0.99);
    expect(areaOf(writer)).toBeLessThan(Math.PI * 25);
  });

  it('join pieces by triangles without area', () => {
    const writer = new StripWriter(WHITE);
    writer.rectangle(0, 0, 4, 5);
    writer.rectangle(100, 100, 110, 102);
    writer.triangle(0, 0, 10, 0, 0, 10);
    expect(areaOf(writer)).toBeCloseTo(20 + 20 + 50, 6);
  });

  it('grow beyond their first memory, and use it again', () => {
    const writer = new StripWriter(WHITE);
    for (let at = 0; at < 1000; at += 1) writer.rectangle(at, 0, at + 1, 1);
    expect(areaOf(writer)).toBeCloseTo(1000, 3);
    const { strip } = writer;
    writer.clear();
    writer.rectangle(0, 0, 1, 1);
    expect(writer.strip).toBe(strip);
    expect(areaOf(writer)).toBe(1);
  });
});
