/** Arrow keys that move a point in the picture, by the names of their actions. */
import type { Point } from './point.ts';

/** Stored pixels that an arrow key moves a point by: plain, with Shift, with Ctrl. */
export const NUDGE_PX = { plain: 1, far: 10, fine: 0.1 } as const;
type Reach = keyof typeof NUDGE_PX;

const DIRECTIONS = [
  ['right', 1, 0],
  ['left', -1, 0],
  ['down', 0, 1],
  ['up', 0, -1],
] as const;

/** @param make the tool's event for a move */
export const nudgeKeys = <Event>(make: (by: Point) => Event, reaches: readonly Reach[] = ['plain', 'far', 'fine']): Record<string, Event> =>
  Object.fromEntries(
    reaches.flatMap((reach) =>
      DIRECTIONS.map(([way, x, y]): [string, Event] => [
        `segmentation-point.${reach === 'plain' ? '' : `${reach}-`}${way}`,
        make({ x: x * NUDGE_PX[reach], y: y * NUDGE_PX[reach] }),
      ]),
    ),
  );
