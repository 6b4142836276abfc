/** Parts of what is drawn over strips and regions. */
import type { Colour, LineStyle, OverlayShape } from './overlay.ts';
import { REGION } from './palette.ts';
import type { Point } from './point.ts';

/** In stored pixels; edges are inclusive. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const corners = ({ left, right, top, bottom }: Box): Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

export const boxShape = (box: Box, colour: Colour, width: number): OverlayShape => ({
  kind: 'line',
  points: corners(box),
  closed: true,
  colour,
  style: 'solid',
  width,
});

/** The edge of a region around all its pixels: half a pixel beyond the centres of the outermost ones. */
export const edgeShape = ({ left, right, top, bottom }: Box, colour: Colour = REGION): OverlayShape =>
  boxShape({ left: left - 0.5, right: right + 0.5, top: top - 0.5, bottom: bottom + 0.5 }, colour, 1);

const thinLine = (points: readonly [Point, Point], colour: Colour, style: LineStyle): OverlayShape => ({
  kind: 'line',
  points,
  closed: false,
  colour,
  style,
  width: 1,
});

/** A thin line along a row. */
export const rowShape = (
  y: number,
  { left, right }: Pick<Box, 'left' | 'right'>,
  colour: Colour,
  style: LineStyle = 'solid',
): OverlayShape =>
  thinLine(
    [
      { x: left, y },
      { x: right, y },
    ],
    colour,
    style,
  );

/** A thin line along a column. */
export const columnShape = (x: number, { top, bottom }: Pick<Box, 'top' | 'bottom'>, colour: Colour): OverlayShape =>
  thinLine(
    [
      { x, y: top },
      { x, y: bottom },
    ],
    colour,
    'solid',
  );

/** From the upper edge of the strip to the words of its cycles, in CSS pixels. */
const WORDS_PX = 14;
/** Cycles narrower than this on the screen have no words, in CSS pixels. */
const NARROW_PX = 16;

/** Words of a cycle, in the middle of its upper edge; none where it is too narrow for them. */
export function cycleWords({ left, right, top }: Omit<Box, 'bottom'>, columnPx: number, text: string, colour: Colour): OverlayShape[] {
  if ((right - left) * columnPx < NARROW_PX) return [];
  return [{ kind: 'label', at: { x: (left + right) / 2, y: top }, text, colour, offset: { x: 0, y: WORDS_PX }, anchor: 'middle' }];
}
