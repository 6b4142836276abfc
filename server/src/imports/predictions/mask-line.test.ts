/** Lines around masks of known shapes: an ellipse by its axes, and a disc by its radius. */
import { describe, expect, it } from 'vitest';
import { polygonArea } from '../../exports/formats/raster.ts';
import type { Mask } from './mask-contour.ts';
import { lineOfMask } from './mask-line.ts';

const SIDE = 400;
const CENTRE = 200.25;
/** A shape of this size is drawn by pixels to a share of its lengths. */
const CLOSE_PX = 0.3;

/** An ellipse whose first axis is turned by `angle`. */
function ellipse(a: number, b: number, angle: number): Mask {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [(at % SIDE) - CENTRE, Math.floor(at / SIDE) - CENTRE];
    const [along, across] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
    return (along / a) ** 2 + (across / b) ** 2 <= 1 ? 1 : 0;
  });
  return { columns: SIDE, rows: SIDE, pixels };
}

const pointsOf = (found: ReturnType<typeof lineOfMask>) => {
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe('a line around a mask', () => {
  it.each([0, 0.4, 1.2, 2.5])('is the oval of an ellipse turned by %f', (angle) => {
    const reference = [
      { x: CENTRE - Math.cos(angle + 0.2), y: CENTRE - Math.sin(angle + 0.2) },
      { x: CENTRE + Math.cos(angle + 0.2), y: CENTRE + Math.sin(angle + 0.2) },
    ];
    const [first, second, side] = pointsOf(lineOfMask(ellipse(150, 90, angle), 'oval', 'closed', reference));
    const end = (length: number, turn: number) => ({ x: CENTRE + length * Math.cos(turn), y: CENTRE + length * Math.sin(turn) });
    for (const [found, expected] of [
      [first, end(-150, angle)],
      [second, end(150, angle)],
    ] as const)
      expect(Math.hypot(found!.x - expected.x, found!.y - expected.y)).toBeLessThan(CLOSE_PX);
    expect(Math.abs(Math.hypot(side!.x - CENTRE, side!.y - CENTRE) - 90)).toBeLessThan(CLOSE_PX);
  });

  it('takes the axis of the reference, which may be the shorter one', () => {
    const [first, second] = pointsOf(
      lineOfMask(ellipse(150, 90, 0), 'oval', 'closed', [
        { x: CENTRE, y: 300 },
        { x: CENTRE + 5, y: 100 },
      ]),
    );
    expect([first!.y - CENTRE, second!.y - CENTRE]).toEqual([expect.closeTo(90, 0), expect.closeTo(-90, 0)]);
  });

  it('encloses the largest piece, without holes and specks', () => {
    const disc = ellipse(100, 100, 0);
    disc.pixels[5 * SIDE + 5] = 1;
    disc.pixels[200 * SIDE + 200] = 0;
    const points = pointsOf(lineOfMask(disc, 'ring', 'closed', null));
    expect(points.every(({ x, y }) => Math.abs(Math.hypot(x - CENTRE, y - CENTRE) - 100) < 1)).toBe(true);
    // The polygon of 24 points on a circle.
    expect(polygonArea(points) / ((24 / 2) * 100 ** 2 * Math.sin((2 * Math.PI) / 24))).toBeCloseTo(1, 1);
  });

  it('is refused where nothing defines its ends', () => {
    expect(lineOfMask(ellipse(50, 30, 0), 'endo-epi', 'chord', null)).toContain('send a polygon');
    expect(lineOfMask(ellipse(50, 30, 0), 'valve', 'open', null)).toContain('the line has no area');
  });
});
