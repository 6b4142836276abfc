/** How one direction of a request is divided, so that two workers have about as much to do. */
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';

export type Direction = 'forward' | 'backward';

/** First and last frame. */
export type Part = readonly [first: number, last: number];

interface Parts {
  /** The frames between those on which the lines are known: the other direction leads through them as well. */
  head: Part;
  /** From the outermost of these to the end, where only this direction leads, and a way back has to follow. */
  tail: Part;
}

/** Null where a direction is one part. */
export function partsOf({ frame_number, alike, anchors, first, last }: TrackRequest, direction: Direction): Parts | null {
  const known = [frame_number, ...alike, ...(anchors ?? []).map((anchor) => anchor.frame_number)];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (least === most) return null;
  if (direction === 'forward') return most < last ? { head: [first, most], tail: [most, last] } : null;
  return first < least ? { head: [least, last], tail: [first, least] } : null;
}
