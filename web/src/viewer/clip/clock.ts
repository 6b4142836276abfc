/**
 * Which frame is due: elapsed time against the file's own frame times. Frame n is shown from t(n) to t(n + 1);
 * the last frame lasts the mean step, so that a loop has no jump.
 */

/** Frame duration when a file has no timing at all (docs/specification.md#image-analysis): 40 frames a second. */
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

/** Places in the array of a head. */
const LAST = 0;
const AT = 1;
const DUE = 2;
const SPEED = 3;
const LONGEST = 4;
const FROM = 5;
const UNTIL = 6;
const PLACES = 7;

/**
 * Where in a clip one is. Its times in ms live in an array and never pass from one function to another: there each
 * number with a fraction would become an object, several for every animation frame.
 */
export class PlayHead {
  /** Starts again at the last frame's end; else it stays on the last frame. */
  looping = true;
  /** True when what is due is the end of a clip that does not loop. */
  ended = false;
  #line: Timeline;
  #resting = true;
  /** Time of the last animation frame, where the head is, where it is due, times real speed, longest step, ends of the part. */
  readonly #times = new Float64Array(PLACES);

  /** @param longestStepMs real time that one animation frame counts at most: a longer pause does not belong to the clip */
  constructor(line: Timeline, longestStepMs = Infinity) {
    this.#line = line;
    this.#times[SPEED] = 1;
    this.#times[LONGEST] = longestStepMs;
    this.part(null);
  }

  /** Frames that are looped, the last one included; null for the whole clip. */
  part(frames: { first: number; last: number } | null): void {
    const { starts } = this.#line;
    this.#times[FROM] = frames ? (starts[frames.first] ?? 0) : 0;
    // Beyond the last frame the clip's own end holds, which moves while frames arrive.
    this.#times[UNTIL] = frames ? (starts[frames.last + 1] ?? Infinity) : Infinity;
  }

  get line(): Timeline {
    return this.#line;
  }

  /** Another timeline of the same clip; the head stays where it is. */
  set line(line: Timeline) {
    this.#line = line;
  }

  set speed(speed: number) {
    this.#times[SPEED] = speed;
  }

  /** The next animation frame begins to count. */
  rest(): void {
    this.#resting = true;
  }

  /** Goes to the start of a frame. */
  moveTo(frameIndex: number): void {
    this.#times[AT] = this.#line.starts[frameIndex] ?? 0;
  }

  /** Index of the frame that is due now; -1 after a rest. The head stays where it is until `follow`. */
  due(now: number): number {
    const times = this.#times;
    const longest = times[LONGEST] ?? 0;
    const elapsed = now - (times[LAST] ?? 0);
    times[LAST] = now;
    times[DUE] = times[AT] ?? 0;
    if (this.#resting) {
      this.#resting = false;
      return -1;
    }
    const { duration, starts } = this.#line;
    const from = times[FROM] ?? 0;
    const end = (times[UNTIL] ?? 0) < duration ? (times[UNTIL] ?? 0) : duration;
    const next = (times[AT] ?? 0) + (elapsed > longest ? longest : elapsed) * (times[SPEED] ?? 0);
    this.ended = next >= duration && !this.looping;
    times[DUE] = this.ended ? (starts[starts.length - 1] ?? 0) : next < from ? from : from + ((next - from) % (end - from));
    return indexAt(starts, times, DUE);
  }

  /** Goes where it is due. */
  follow(): void {
    this.#times[AT] = this.#times[DUE] ?? 0;
  }
}

/** Index of the frame shown at a time of 0 <= ms < duration. */
export function frameIndexAt({ starts }: Timeline, ms: number): number {
  return indexAt(starts, [ms], 0);
}

/** The last start that is not after `times[at]`, by halves. */
function indexAt(starts: Float64Array, times: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= (times[at] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return low;
}
