/** Follows lines through a clip: both ways at once, each in a separate worker. */
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { TrackOptions } from './api.ts';
import type { EngineFailure } from './failure.ts';
import { ok, type Result } from './result.ts';
import type { DecodeRequest, TrackCall } from './worker-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Place of a frame, and the only worker that can decode it; null for any. */
type Framed = Omit<DecodeRequest, 'slot'> & { only: number | null };

export interface Clip {
  pool: WorkerPool;
  /** Worker that reads the file. */
  home: number;
  frame: (frame_number: number) => Promise<Result<Framed, EngineFailure>>;
}

type Direction = 'forward' | 'backward';

/** A way that was gone: the result, as the engine reads it, and the way back that measures its drift. */
interface Gone {
  found: string;
  wayBack: TrackRequest | null;
}

const NO_PASS = 'null';
let jobs = 0;

export class LineTracker {
  readonly #clip: Clip;
  readonly #request: TrackRequest;
  readonly #options: TrackOptions;
  #shown = 0;
  #wanted = 0;
  #told = 0;

  constructor(clip: Clip, request: TrackRequest, options: TrackOptions) {
    this.#clip = clip;
    this.#request = request;
    this.#options = options;
  }

  async run(): Promise<Result<Tracks, EngineFailure>> {
    const [forward, backward] = await Promise.all([this.#thereAndBack('forward'), this.#thereAndBack('backward')]);
    if (!forward.ok) return forward;
    if (!backward.ok) return backward;
    const joined = await this.#call(this.#clip.home, {
      type: 'join',
      request: JSON.stringify(this.#request),
      forward: forward.value.pass,
      backward: backward.value.pass,
      from_last: forward.value.back,
      from_first: backward.value.back,
    });
    return joined.ok ? ok(JSON.parse(joined.value) as Tracks) : joined;
  }

  /** One way, and the way back from its end to the last known frame where no other way leads. */
  async #thereAndBack(direction: Direction): Promise<Result<{ pass: string; back: string }, EngineFailure>> {
    const pass = await this.#pass(this.#request, direction, direction);
    if (!pass.ok) return pass;
    const { found, wayBack: request } = pass.value;
    if (!request) return ok({ pass: found, back: NO_PASS });
    const back = await this.#pass(request, direction === 'forward' ? 'backward' : 'forward', direction);
    return back.ok ? ok({ pass: found, back: back.value.found }) : back;
  }

  /** @param lane ways of one lane follow each other in one worker */
  async #pass(request: TrackRequest, direction: Direction, lane: Direction): Promise<Result<Gone, EngineFailure>> {
    const { pool, home, frame } = this.#clip;
    const first = await frame(request.frame_number);
    if (!first.ok) return first;
    const worker = lane === 'forward' || first.value.only !== null ? home : (home + 1) % pool.size;
    const job = (jobs += 1);
    const begun = await this.#call(worker, { type: 'begin', job, request: JSON.stringify(request), direction });
    if (!begun.ok) return begun;
    const order = JSON.parse(begun.value) as number[];
    this.#wanted += order.length;
    try {
      for (const number of order) {
        const at = await frame(number);
        if (!at.ok) return at;
        const { only: _, ...rest } = at.value;
        const shown = await this.#call(worker, { type: 'show', job, frame: { ...rest, slot: null } });
        if (!shown.ok) return shown;
        this.#shown += 1;
        // How much there is to go through is known once all ways have begun: reported progress never decreases.
        this.#told = Math.max(this.#told, this.#shown / this.#wanted);
        this.#options.onProgress?.(this.#told);
      }
      const found = await this.#call(worker, { type: 'found', job });
      const wayBack = await this.#call(worker, { type: 'way-back', job });
      if (!found.ok) return found;
      return wayBack.ok ? ok({ found: found.value, wayBack: JSON.parse(wayBack.value) as TrackRequest | null }) : wayBack;
    } finally {
      void pool.call((api) => api.track({ type: 'end', job }), { only: worker });
    }
  }

  #call(worker: number, call: TrackCall): Promise<Result<string, EngineFailure>> {
    return this.#clip.pool.call((api) => api.track(call), { signal: this.#options.signal, only: worker });
  }
}
