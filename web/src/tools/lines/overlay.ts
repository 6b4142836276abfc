/** A line as what is drawn over a picture: its curve, its points as handles, its name. */
import type { Colour, LineStyle, OverlayShape } from '../overlay.ts';
import { LINE_WIDTH_PX } from '../overlay.ts';
import type { Point } from '../point.ts';

/** Positions of the engine, x and y in turns, as points. */
export function pointsOf(curve: Float64Array): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < curve.length; at += 2) points.push({ x: curve[at] as number, y: curve[at + 1] as number });
  return points;
}

export const curveShape = (points: readonly Point[], colour: Colour, style: LineStyle, closed = false): OverlayShape => ({
  kind: 'line',
  points,
  closed,
  colour,
  style,
  width: LINE_WIDTH_PX,
});

export const handleShape = (at: Point, colour: Colour, state: 'idle' | 'hover' | 'selected'): OverlayShape => ({
  kind: 'handle',
  at: { x: at.x, y: at.y },
  colour,
  state,
});

/** Words next to a place, to its upper right, in CSS pixels from it. */
const WORDS_OFFSET: Point = { x: 9, y: -9 };

export const wordsShape = (at: Point, text: string, colour: Colour): OverlayShape => ({
  kind: 'label',
  at: { x: at.x, y: at.y },
  text,
  colour,
  offset: WORDS_OFFSET,
  anchor: 'start',
});
