/** Active time of a reader: the time between inputs that follow one another closely (docs/readers.md#effort). */

/** A pause of this length or longer counts nothing, in ms: the reader may have left. */
export const IDLE_LIMIT_MS = 30_000;

/** Sums the time between inputs by the place where it was spent. The clock is the caller's, in ms. */
export class EffortMeter<Place> {
  #place: Place | null = null;
  /** The last input; null before the first, and after the page was hidden. */
  #last: number | null = null;
  /** When the place was taken, or the last input where that was later. */
  #since = 0;
  /** Stays since the last input, at places that were left. */
  #left: { place: Place; ms: number }[] = [];
  readonly #count: (place: Place, ms: number) => void;

  /** @param count called with each stay once it counts */
  constructor(count: (place: Place, ms: number) => void) {
    this.#count = count;
  }

  /** A pointer, key or wheel was used. */
  input(at: number): void {
    if (this.#last !== null && at - this.#last < IDLE_LIMIT_MS) {
      this.#leave(at);
      for (const { place, ms } of this.#left) if (ms > 0) this.#count(place, ms);
    }
    this.#left = [];
    this.#last = at;
    this.#since = at;
  }

  /** The reader is at another place now; null where nothing is measured. */
  move(place: Place | null, at: number): void {
    this.#leave(at);
    this.#place = place;
  }

  /** The page is not visible: the time since the last input does not count. */
  hide(): void {
    this.#left = [];
    this.#last = null;
  }

  #leave(at: number): void {
    if (this.#last !== null && this.#place !== null) this.#left.push({ place: this.#place, ms: at - this.#since });
    this.#since = at;
  }
}
