/** Frames that may not decode: what the engine says of one becomes the reason why it is left out. */
import { leftOut } from './curves.ts';
import type { DecodedFrame, LeftOut, SourceImage } from './source.ts';

export async function frameOrNull(
  source: SourceImage,
  frame_number: number,
  leaveOut: (what: LeftOut) => void,
): Promise<DecodedFrame | null> {
  try {
    return await source.frame(frame_number);
  } catch (error) {
    leaveOut(leftOut(source, `frame ${frame_number} cannot be decoded: ${error instanceof Error ? error.message : String(error)}`));
    return null;
  }
}

/** All frames from the first to the last number; null where one does not decode. */
export async function framesOrNull<T>(
  source: SourceImage,
  [first, last]: readonly [number, number],
  leaveOut: (what: LeftOut) => void,
  make: (frame: DecodedFrame) => T,
): Promise<T[] | null> {
  const made: T[] = [];
  for (let number = first; number <= last; number += 1) {
    const frame = await frameOrNull(source, number, leaveOut);
    if (frame === null) return null;
    made.push(make(frame));
  }
  return made;
}
