import { expect, it } from 'vitest';
import { colourOf } from '../../tools/palette.ts';
import { midWallOf } from './mid-wall.ts';

it('the mid-wall line has a thin shape in the colour of its endocardium on each frame on which it is known', () => {
  const curves = {
    frames: [5, 6, 7],
    mid_walls: [
      {
        line: 'LV endo',
        frames: [
          [
            [1, 2],
            [3, 4],
          ],
          [],
          [
            [5, 6],
            [7, 8],
          ],
        ] as [number, number][][],
      },
    ],
  };
  const found = midWallOf(curves, 2, ['RV endo', 'LV endo']);
  expect(found?.cycle).toBe(2);
  expect([...(found?.shapes.keys() ?? [])]).toEqual([5, 7]);
  expect(found?.shapes.get(7)).toEqual({
    kind: 'line',
    points: [
      { x: 5, y: 6 },
      { x: 7, y: 8 },
    ],
    closed: false,
    colour: colourOf(1),
    style: 'solid',
    width: 1,
  });
  expect(midWallOf({ frames: [5], mid_walls: [] }, 0, [])).toBeNull();
});
