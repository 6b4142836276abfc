/** State, context, events and effects of the tool that marks a scale. The panel keeps the typed values. */
import type { ScreenScale } from '../hit/hit.ts';
import type { Point } from '../point.ts';
import type { Strip } from '../strip.ts';

/** Purpose of two points; `zero` has one, which is a row. */
export const SCALE_MARKS = ['distance', 'across', 'depth', 'time', 'velocity', 'zero'] as const;
export type ScaleMark = (typeof SCALE_MARKS)[number];

/** Axis along which the points of a mark differ: both, columns or rows. */
export const AXIS_OF: Readonly<Record<ScaleMark, 'xy' | 'x' | 'y'>> = {
  distance: 'xy',
  across: 'x',
  depth: 'y',
  time: 'x',
  velocity: 'y',
  zero: 'y',
};

export const pointsOf = (mark: ScaleMark): 1 | 2 => (mark === 'zero' ? 1 : 2);

/** Points nearer than this along their axis, in stored pixels, give no scale: one pixel would be a tenth of it. */
export const MIN_SPAN_PX = 10;

export interface CalibrationState {
  mark: ScaleMark | null;
  /** In stored pixels. */
  points: readonly Point[];
  /** Point of the current drag. */
  held: number | null;
  cursor: Point | null;
}

export const INITIAL: CalibrationState = { mark: null, points: [], held: null, cursor: null };

export interface CalibrationContext {
  mayChange: boolean;
  /** The region that is measured in, or the whole picture; null before the picture is there. */
  strip: Strip | null;
  /** CSS pixels of a stored pixel. */
  scale: () => ScreenScale;
  /** Row of the zero line that a choice in the panel would give; null without a preview. */
  previewRow: number | null;
}

export type CalibrationEvent =
  | { type: 'mark'; what: ScaleMark }
  | { type: 'cancel' }
  /** Puts the points into the picture without a pointer. */
  | { type: 'place' }
  /** Moves a point by pixels, whole or parts of them. */
  | { type: 'nudge'; point: number; by: Point };

/** Pixels between the points along the axis that counts; null before both are there. */
export function spanOf({ mark, points: [from, to] }: Pick<CalibrationState, 'mark' | 'points'>): number | null {
  if (mark === null || !from || !to) return null;
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const axis = AXIS_OF[mark];
  return axis === 'xy' ? Math.hypot(dx, dy) : axis === 'x' ? dx : dy;
}
