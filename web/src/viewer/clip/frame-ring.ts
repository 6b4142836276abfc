/**
 * Decoded frames of one clip, under a budget: asked for ahead of the play head in the direction of play, kept as
 * long as they are near, handed back to the engine when they are not.
 */
import type { Engine, FileHandle, FrameView } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';

/** Decoded frames of one clip at most, in bytes. */
export const DEFAULT_BUDGET_BYTES = 256 * 1024 ** 2;
/** Decoded frames of all open clips of one study, in bytes: shared evenly among them. */
export const STUDY_BUDGET_BYTES = 384 * 1024 ** 2;
/** Decoded frames of all open clips of a page, in bytes: shared evenly among them, whatever study they are of. */
export const TOTAL_BUDGET_BYTES = 512 * 1024 ** 2;
/** Requests under way at once for each worker: a running one and a waiting one. */
const REQUESTS_PER_WORKER = 2;
/** Frames kept however large they are: the one shown, the next, and the one before. */
const MIN_FRAMES = 3;
/** Share of the budget for frames that the play head has passed. */
const PASSED = 0.1;

export interface RingListener {
  onFrame: (frameIndex: number) => void;
  onFailure: (frameIndex: number, failure: EngineFailure) => void;
}

/** Rings that are open in this page, by their study. */
const openRings = new Map<FrameRing, string>();

const ringsOf = (study: string): FrameRing[] => [...openRings].flatMap(([ring, of]) => (of === study ? [ring] : []));

/** Rings that share a budget: parked ones hold a single frame and need none. */
const sharing = (rings: Iterable<FrameRing>): number => [...rings].filter(({ parked }) => !parked).length;

/** Returns the memory of the clips of a study, even where a reference remains. */
export function closeRingsOf(study: string): void {
  for (const ring of ringsOf(study)) ring.close();
}

export class FrameRing {
  readonly #engine: Engine;
  readonly #handle: FileHandle;
  readonly #frames = new Map<number, FrameView>();
  readonly #failed = new Map<number, EngineFailure>();
  readonly #asked = new Map<number, AbortController>();
  readonly #listener: RingListener;
  readonly #budget: number;
  readonly #study: string;
  readonly #parallel: number;
  #total = 0;
  #available = 0;
  #head = 0;
  #direction: 1 | -1 = 1;
  #frameBytes = 0;
  #closed = false;
  #parked = false;
  /** Nothing of the clip is on the screen yet: until then, no other frame takes workers and page from the one at the head. */
  #awaited = true;

  constructor(engine: Engine, handle: FileHandle, listener: RingListener, { budget = DEFAULT_BUDGET_BYTES, workers = 2, study = '' } = {}) {
    this.#engine = engine;
    this.#handle = handle;
    this.#listener = listener;
    this.#budget = budget;
    this.#study = study;
    this.#parallel = workers * REQUESTS_PER_WORKER;
    openRings.set(this, study);
    // Rings that were open before have less from then onwards.
    for (const ring of openRings.keys()) ring.#fill();
  }

  /** Frames that fit the budget; all of them until the size of one is known, and one before anything is on the screen. */
  get capacity(): number {
    if (this.#parked || this.#awaited) return Math.min(this.#total, 1);
    if (this.#frameBytes === 0) return this.#total;
    const ofStudy = STUDY_BUDGET_BYTES / Math.max(sharing(ringsOf(this.#study)), 1);
    const budget = Math.min(this.#budget, ofStudy, TOTAL_BUDGET_BYTES / Math.max(sharing(openRings.keys()), 1));
    return Math.max(MIN_FRAMES, Math.floor(budget / this.#frameBytes));
  }

  /** A clip that is not looked at: only the frame at its head is kept. */
  get parked(): boolean {
    return this.#parked;
  }

  park(parked: boolean): void {
    if (parked === this.#parked) return;
    this.#parked = parked;
    this.#awaited = !this.#failed.has(this.#head);
    for (const ring of openRings.keys()) ring.#fill();
  }

  get decoded(): number {
    return this.#frames.size;
  }

  get bytes(): number {
    return this.#frames.size * this.#frameBytes;
  }

  setFrames(available: number, total: number): void {
    this.#available = available;
    this.#total = total;
    this.#fill();
  }

  /** Moves the play head; far frames are dropped, near ones asked for. */
  moveTo(frameIndex: number, direction: 1 | -1): void {
    this.#head = frameIndex;
    this.#direction = direction;
    // A clip that is decoded whole has nothing to ask for: while it plays this is called all the time.
    if (this.#frames.size < this.#total || this.#total === 0) this.#fill();
  }

  /** A frame is on the screen: the others are decoded. */
  readAhead(): void {
    if (this.#parked || !this.#awaited) return;
    this.#awaited = false;
    this.#fill();
  }

  get(frameIndex: number): FrameView | undefined {
    return this.#frames.get(frameIndex);
  }

  failure(frameIndex: number): EngineFailure | undefined {
    return this.#failed.get(frameIndex);
  }

  has(frameIndex: number): boolean {
    return this.#frames.has(frameIndex);
  }

  /** The decoded frame nearest to an index, for scrubbing; undefined when there is none. */
  nearest(frameIndex: number): FrameView | undefined {
    for (let distance = 0; distance < this.#total; distance += 1) {
      const near = this.#frames.get(frameIndex - distance) ?? this.#frames.get(frameIndex + distance);
      if (near) return near;
    }
    return undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    openRings.delete(this);
    this.#empty();
    for (const ring of openRings.keys()) ring.#fill();
  }

  /** Requests everything again: what was decoded is no longer what should be shown. */
  renew(): void {
    this.#empty();
    this.#failed.clear();
    this.#fill();
  }

  #empty(): void {
    for (const request of this.#asked.values()) request.abort();
    this.#asked.clear();
    for (const view of this.#frames.values()) this.#engine.recycle(view);
    this.#frames.clear();
  }

  /** Steps from the head in the direction of play, wrapping: 0 is the head itself. */
  #ahead(frameIndex: number): number {
    const steps = this.#direction === 1 ? frameIndex - this.#head : this.#head - frameIndex;
    return steps < 0 ? steps + this.#total : steps;
  }

  #fill(): void {
    if (this.#closed || this.#total === 0) return;
    const keep = Math.min(this.capacity, this.#total);
    const passed = keep < this.#total ? Math.floor(keep * PASSED) : 0;
    const reach = keep - passed;
    const wanted = (frameIndex: number) => {
      const steps = this.#ahead(frameIndex);
      return steps < reach || this.#total - steps <= passed;
    };
    for (const [frameIndex, view] of this.#frames) {
      if (!wanted(frameIndex)) {
        this.#frames.delete(frameIndex);
        this.#engine.recycle(view);
      }
    }
    const next = this.#missing(reach, this.#parallel);
    for (const [frameIndex, request] of this.#asked) {
      // After a seek what was asked for before waits until what is near now has come.
      if (!wanted(frameIndex) || !next.has(frameIndex)) request.abort();
    }
    for (const frameIndex of next) {
      if (this.#asked.size >= this.#parallel) break;
      if (!this.#asked.has(frameIndex)) void this.#ask(frameIndex);
    }
  }

  /** The frames nearest to the head in the direction of play that are neither decoded nor failed, at most `count` of them. */
  #missing(reach: number, count: number): Set<number> {
    const missing = new Set<number>();
    for (let steps = 0; steps < reach && missing.size < count; steps += 1) {
      const frameIndex = (((this.#head + this.#direction * steps) % this.#total) + this.#total) % this.#total;
      // The head itself may lie beyond what has arrived: the engine fetches it by a separate request.
      if ((frameIndex < this.#available || steps === 0) && !this.#frames.has(frameIndex) && !this.#failed.has(frameIndex))
        missing.add(frameIndex);
    }
    return missing;
  }

  async #ask(frameIndex: number): Promise<void> {
    const request = new AbortController();
    this.#asked.set(frameIndex, request);
    const answer = await this.#engine.frame(this.#handle, frameIndex + 1, { signal: request.signal });
    if (this.#asked.get(frameIndex) === request) this.#asked.delete(frameIndex);
    if (this.#closed || (answer.ok && request.signal.aborted)) {
      if (answer.ok) this.#engine.recycle(answer.value);
      return;
    }
    if (answer.ok) {
      this.#frameBytes = Math.max(
        this.#frameBytes,
        answer.value.buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0),
      );
      this.#frames.set(frameIndex, answer.value);
      this.#listener.onFrame(frameIndex);
    } else if (answer.error.code !== 'aborted') {
      this.#failed.set(frameIndex, answer.error);
      // Nothing will be on the screen here.
      if (frameIndex === this.#head && !this.#parked) this.#awaited = false;
      this.#listener.onFailure(frameIndex, answer.error);
    }
    this.#fill();
  }
}
