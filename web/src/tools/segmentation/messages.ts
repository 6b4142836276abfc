/** Texts of the tool. */
import type { ClipEvent, LinePlace } from '../lines/place.ts';

export const RELOCATING_FAILED = 'Relocating Epi points was not possible';
export const RELOCATING_ALERT =
  'The epicardium could not follow: its points no longer match the points of the endocardium. They were not moved.';
export const WALL_ALERT = 'No epicardium could be predicted from this line. Trace it by hand.';
export const NOTHING_TO_PREDICT = 'The cycle before has no finished lines to copy here.';
export const NO_CYCLE_LENGTH = 'Lines cannot be copied from a cycle without end diastoles.';
export const FIRST_LINE = 'This is the first line.';
export const POINT_HELD = 'The point cannot go further in this direction.';
export const NO_ROOM = 'No space for a point here: its neighbours are too close.';

const EVENT_NAMES: Readonly<Record<ClipEvent, string>> = { end_diastole: 'end diastole', end_systole: 'end systole' };
export const eventName = (event: ClipEvent): string => EVENT_NAMES[event];

/** `end systole of cycle 2`, `cycle 2` of a strip, `this image` where it has no cycles. */
export function placeName({ cycle, event }: LinePlace, alone: boolean): string {
  if (alone) return 'this image';
  return event === null ? `cycle ${cycle + 1}` : `${eventName(event)} of cycle ${cycle + 1}`;
}

export const otherFrame = (place: string, frame: number): string =>
  `The lines of ${place} are drawn on frame ${frame}, which is shown now.`;
export const tooFew = (line: string, points: number): string =>
  `${line} needs ${points === 1 ? 'one more point' : `${points} more points`} before it can be finished.`;
export const stillToTrace = (places: readonly string[]): string => `Still to trace: ${places.join(', ')}.`;
export const keepsPoints = (line: string): string => `${line} needs the points it has. Drag them, or remove the line.`;
