/** Texts of the tool. */
import { EVENT_WORDS } from '@echometry/contract/rules/cardiac-events.ts';
import type { LinePlace } from '../lines/place.ts';

export const messages = {
  predicted: 'predicted',
  offered: 'offered',
  acceptOffer: (place: string) => `Offered: ${place}. Accept it with the same key.`,
  firstLine: 'This is the first line.',
  otherFrame: (place: string, frame: number) => `The lines of ${place} are drawn on frame ${frame}, which is shown now.`,
  noRoom: 'No space for a point here: its neighbours are too close.',
  pointHeld: 'The point cannot go further in this direction.',
  keepsPoints: (line: string) => `${line} needs the points it has. Drag them, or remove the line.`,
  relocatingFailed: 'The epicardium could not follow: its points no longer match the points of the endocardium. They were not moved.',
  noWall: 'No epicardium could be predicted from this line. Trace it by hand.',
  nothingToPredict: 'The cycle before has no finished lines to copy here.',
  noCycleLength: 'Lines cannot be copied from a cycle without end diastoles.',
  tooFew: (line: string, points: number) =>
    `${line} needs ${points === 1 ? 'one more point' : `${points} more points`} before it can be finished.`,
  stillToTrace: (places: readonly string[]) => `Still to trace: ${places.join(', ')}.`,
};

/** `end systole of cycle 2`, `cycle 2` of a strip, `this image` where it has no cycles. */
export function placeName({ cycle, event }: LinePlace, alone: boolean): string {
  if (alone) return 'this image';
  return event === null ? `cycle ${cycle + 1}` : `${EVENT_WORDS[event]} of cycle ${cycle + 1}`;
}
