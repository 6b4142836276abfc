/** Clips between two pages of a study: the next page has its first picture without opening the file again. */
import type { ClipCache } from './clip-cache.ts';

/** How long clips stay open that no page shows, in ms: their files are in memory. */
export const KEPT_MS = 30_000;

type Clips = Pick<ClipCache, 'rest' | 'close'>;

export class PageClips<Made extends Clips> {
  readonly #make: () => Made;
  /** Clips of the study that is open now. Frames go with their study, so clips of an earlier one are never shown again. */
  readonly #ofStudy = new Set<Made>();
  #resting: { clips: Made; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(make: () => Made) {
    this.#make = make;
  }

  /** The clips that the last page left; new ones after a while, and where another page shows them. */
  take(): Made {
    const clips = this.#resting?.clips ?? this.#make();
    clearTimeout(this.#resting?.timer);
    this.#resting = null;
    this.#ofStudy.add(clips);
    return clips;
  }

  /** The page does not show them any more. */
  leave(clips: Made): void {
    this.#closeResting();
    if (!this.#ofStudy.has(clips)) return clips.close();
    clips.rest();
    this.#resting = { clips, timer: setTimeout(() => this.#closeResting(), KEPT_MS) };
  }

  /** The study is closed: its clips are not kept. */
  endStudy(): void {
    this.#closeResting();
    this.#ofStudy.clear();
  }

  #closeResting(): void {
    if (this.#resting === null) return;
    const { clips, timer } = this.#resting;
    clearTimeout(timer);
    this.#resting = null;
    this.#ofStudy.delete(clips);
    clips.close();
  }
}
