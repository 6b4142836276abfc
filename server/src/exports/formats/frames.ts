/** Frames that may not decode: the engine's message becomes the reason why it is left out. */
import { leftOut } from './curves.ts';
import type { DecodedFrame, LeftOut, SourceImage } from './source.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Frames asked for at once: the next ones are decoded while one is worked on. A frame is 2 MB of RGB, as a rule. */
const FRAMES_AHEAD = 3;

async function orNull<T>(
  source: SourceImage,
  frame_number: number,
  leaveOut: (what: LeftOut) => void,
  made: Promise<T>,
): Promise<T | null> {
  try {
    return await made;
  } catch (error) {
    leaveOut(leftOut(source, `frame ${frame_number} cannot be decoded: ${messageOf(error)}`));
    return null;
  }
}

export const frameOrNull = (source: SourceImage, frame_number: number, leaveOut: (what: LeftOut) => void): Promise<DecodedFrame | null> =>
  orNull(source, frame_number, leaveOut, source.frame(frame_number));

/** Result of the frames from the first to the last number; null where one does not decode, which is the one that is named. */
export async function framesOrNull<T extends object>(
  source: SourceImage,
  [first, last]: readonly [number, number],
  leaveOut: (what: LeftOut) => void,
  make: (frame_number: number) => Promise<T>,
): Promise<T[] | null> {
  const made: T[] = [];
  const asked = new Map<number, Promise<T>>();
  const ask = (number: number): void => {
    if (number > last) return;
    const frame = make(number);
    // A failure is handled when its turn comes, and not at all after an earlier one.
    frame.catch(() => undefined);
    asked.set(number, frame);
  };
  for (let number = first; number < first + FRAMES_AHEAD; number += 1) ask(number);
  for (let number = first; number <= last; number += 1) {
    const frame = await orNull(source, number, leaveOut, asked.get(number) ?? make(number));
    asked.delete(number);
    if (frame === null) {
      // The file is released when its frames are not needed any more.
      await Promise.allSettled(asked.values());
      return null;
    }
    ask(number + FRAMES_AHEAD);
    made.push(frame);
  }
  return made;
}
