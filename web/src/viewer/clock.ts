/**
 * Which frame is due: elapsed time against the file's own frame times. Frame n is shown from t(n) to t(n + 1);
 * the last frame lasts the mean step, so that a loop has no jump.
 */

/** Frame duration when a file has no timing at all (image analysis 9): 40 frames a second. */
export const ASSUMED_FRAME_MS = 1000 / 40;

export interface Timeline {
  /** Start of each frame in ms; starts[0] = 0, never falling. */
  starts: Float64Array;
  /** Length of one pass in ms. */
  duration: number;
}

/** @param frameTimesMs t(n) of the engine, or null when the rate is assumed */
export function timeline(frames: number, frameTimesMs: readonly number[] | null): Timeline {
  const starts = new Float64Array(frames);
  const usable = frameTimesMs?.length === frames ? frameTimesMs : null;
  for (let i = 0; i < frames; i += 1) starts[i] = usable?.[i] ?? i * ASSUMED_FRAME_MS;
  const last = starts[frames - 1] ?? 0;
  const step = frames > 1 && last > 0 ? last / (frames - 1) : ASSUMED_FRAME_MS;
  return { starts, duration: last + step };
}

/** Index of the frame shown at a time of 0 <= ms < duration (binary search). */
export function frameIndexAt({ starts }: Timeline, ms: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Position {
  /** Time within the clip in ms. */
  ms: number;
  /** True when the clip has ended and does not loop. */
  ended: boolean;
}

/**
 * Position after `elapsedMs` of real time at a speed; wraps when it loops, stops at the last frame otherwise.
 * @param into is written and answered, so that a clip that plays makes no garbage
 */
export function advance(line: Timeline, ms: number, elapsedMs: number, speed: number, loop: boolean, into: Position = { ms: 0, ended: false }): Position {
  const next = ms + elapsedMs * speed;
  into.ended = next >= line.duration && !loop;
  if (next < line.duration) into.ms = next;
  else into.ms = loop ? next % line.duration : (line.starts[line.starts.length - 1] ?? 0);
  return into;
}
