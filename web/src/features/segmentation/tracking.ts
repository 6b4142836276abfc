/** Has lines followed by the engine, and keeps what it found until that is accepted or dropped. Nothing of it is stored. */
import { proxy, ref } from 'valtio';
import type { Engine, FileHandle } from '@echometry/bindings/engine/api.ts';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import type { TrackOffer } from '../../tools/contours/track-offer.ts';

/** How far lines are followed. */
export type TrackSearch =
  | { state: 'off' }
  /** `share` of the frames gone through, 0 to 1. */
  | { state: 'following'; share: number; cancel: () => void }
  | { state: 'done' }
  | { state: 'failed'; why: string };

const OFF: TrackSearch = { state: 'off' };

export class Tracking {
  readonly search = proxy<{ now: TrackSearch }>({ now: OFF });
  offer: TrackOffer | null = null;
  #stop: AbortController | null = null;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async follow(opened: { engine: Engine; handle: FileHandle }, of: Omit<TrackOffer, 'tracks'>, request: TrackRequest): Promise<void> {
    this.drop();
    const stop = new AbortController();
    const { signal } = stop;
    this.#stop = stop;
    const cancel = ref(() => this.drop());
    const onProgress = (share: number): void => {
      if (!signal.aborted) this.search.now = { state: 'following', share, cancel };
    };
    onProgress(0);
    this.#changed();
    const found = await opened.engine.track(opened.handle, request, { signal, onProgress });
    if (signal.aborted) return;
    if (!found.ok) this.search.now = { state: 'failed', why: found.error.message };
    else {
      this.search.now = { state: 'done' };
      this.offer = { ...of, tracks: found.value };
    }
    this.#changed();
  }

  /** Gives up what is followed and what is offered. */
  drop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.offer = null;
    this.search.now = OFF;
    this.#changed();
  }
}
