/** Reads a clip along a line, frame by frame, into a picture of time: one column for each frame. */
import type { Engine, FileHandle } from '@echometry/bindings/engine/api.ts';
import type { Ends } from '../../tools/anatomical-line/anatomical-line.ts';

/** Rows of a strip at most: more than it has on a screen. */
const MAX_ROWS = 480;
const MIN_ROWS = 2;
/** Columns asked for at a time: what was asked for is decoded even when the line has moved on. */
const AT_ONCE = 2;

export interface StripRequest {
  opened: { engine: Engine; handle: FileHandle };
  ends: Ends;
  frames: number;
  /** Frame that is read first, from 1; the others follow from there, later ones before earlier ones. */
  first: number;
  signal: AbortSignal;
  /** A column has come: brightness from the line's beginning to its end, 0 to 255. */
  onColumn: (frameNumber: number, column: Uint8Array) => void;
}

/** Places along the line: one for each stored pixel. */
export const rowsOf = ({ from, to }: Ends): number =>
  Math.min(Math.max(Math.round(Math.hypot(to.x - from.x, to.y - from.y)) + 1, MIN_ROWS), MAX_ROWS);

/** @returns how many frames could not be read */
export async function readStrip({ opened, ends, frames, first, signal, onColumn }: StripRequest): Promise<number> {
  const { engine, handle } = opened;
  const count = rowsOf(ends);
  let failed = 0;
  let next = 0;
  const read = async (): Promise<void> => {
    while (next < frames && !signal.aborted) {
      const frame_number = ((first - 1 + next) % frames) + 1;
      next += 1;
      const answer = await engine.alongLine(
        handle,
        { frame_number, from: [ends.from.x, ends.from.y], to: [ends.to.x, ends.to.y], count },
        { signal },
      );
      if (signal.aborted) return;
      if (answer.ok) onColumn(frame_number, answer.value);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return failed;
}
