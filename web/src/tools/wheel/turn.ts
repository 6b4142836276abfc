/** How far a wheel event turns, in notches, whatever device and browser setting it comes from. */
import type { WheelTurn } from '../port.ts';

/** Fields of a browser's wheel event. */
export interface WheelInput {
  deltaX: number;
  deltaY: number;
  /** 0 pixels, 1 lines, 2 pages. */
  deltaMode: number;
  /** 120 for each notch of a wheel that clicks; absent where the browser does not report it. */
  wheelDeltaY?: number;
}

/** Pixels of a notch: what Chrome sends for one at its own settings. */
export const PIXELS_PER_NOTCH = 100;
/** Lines of a notch, as systems are shipped. */
export const LINES_PER_NOTCH = 3;
/** What `wheelDelta` counts for each notch. */
const WHEEL_DELTA = 120;
const [LINES, PAGES] = [1, 2];

export function turnOf({ deltaX, deltaY, deltaMode, wheelDeltaY = 0 }: WheelInput): WheelTurn {
  const delta = deltaY || deltaX;
  // A wheel that clicks counts its notches itself: systems scale its pixels as the person has set them.
  if (wheelDeltaY !== 0 && wheelDeltaY % WHEEL_DELTA === 0)
    return { notches: Math.sign(delta) * Math.abs(wheelDeltaY / WHEEL_DELTA), clicks: true };
  if (deltaMode === PAGES) return { notches: delta, clicks: true };
  if (deltaMode === LINES) return { notches: delta / LINES_PER_NOTCH, clicks: true };
  return { notches: delta / PIXELS_PER_NOTCH, clicks: false };
}
