/** Follows lines through a clip: both ways at once, each in a separate worker. */
import { transfer } from 'comlink';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { FrameView, TrackOptions } from './api.ts';
import type { EngineFailure } from './failure.ts';
import { ok, type Result } from './result.ts';
import { type Direction, type Part, partsOf } from './way-parts.ts';
import type { DecodeRequest, TrackCall } from './worker-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Place of a frame, and the only worker that can decode it; null for any. */
export type Framed = Omit<DecodeRequest, 'slot'> & { only: number | null };

/** Pictures that only the worker that reads the file decodes, with a decoder for each reader. */
export interface PictureReaders {
  picture: (frame_number: number, reader: number) => Promise<Result<FrameView, EngineFailure>>;
  /** Takes the memory of a picture that is not read any more. */
  recycle: (view: FrameView) => void;
  close: (reader: number) => void;
}

export interface Clip {
  pool: WorkerPool;
  /** Worker that reads the file. */
  home: number;
  frame: (frame_number: number) => Promise<Result<Framed, EngineFailure>>;
  /** Null where a worker decodes the frames that it is shown. */
  video: PictureReaders | null;
}

/** A part of a way that was gone: the result, as the engine reads it, and the way back that measures its drift. */
interface Gone {
  found: string;
  wayBack: TrackRequest | null;
}

/** Parts of one direction, and the way back from its end. */
interface Way {
  parts: string[];
  back: string;
}

type ShowCall = Extract<TrackCall, { type: 'show' | 'show-picture' }>;

const NO_PASS = 'null';
const other = (direction: Direction): Direction => (direction === 'forward' ? 'backward' : 'forward');
const listed = (parts: readonly string[]): string => `[${parts.join(',')}]`;
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
    const [forward, backward] = await Promise.all([this.#way('forward'), this.#way('backward')]);
    if (!forward.ok) return forward;
    if (!backward.ok) return backward;
    const joined = await this.#call(this.#clip.home, {
      type: 'join',
      request: JSON.stringify(this.#request),
      forward: listed(forward.value.parts),
      backward: listed(backward.value.parts),
      from_last: forward.value.back,
      from_first: backward.value.back,
    });
    return joined.ok ? ok(JSON.parse(joined.value) as Tracks) : joined;
  }

  /**
   * One direction, and the way back from its end to the last known frame where the other does not lead. The way back is gone in the
   * other lane, so the part that it waits for comes first.
   */
  async #way(direction: Direction): Promise<Result<Way, EngineFailure>> {
    const request = this.#request;
    const parts = partsOf(request, direction);
    const tail = parts && (await this.#pass(request, direction, { lane: direction, part: parts.tail }));
    if (tail && !tail.ok) return tail;
    // Without a way back the lines were not found on the frame that the part begins on: then nothing can be divided.
    if (!parts || !tail?.value.wayBack) return this.#undivided(direction);
    const [head, back] = await Promise.all([
      this.#pass(request, direction, { lane: direction, part: parts.head }),
      this.#back(tail.value.wayBack, direction),
    ]);
    if (!head.ok) return head;
    return back.ok ? ok({ parts: [head.value.found, tail.value.found], back: back.value }) : back;
  }

  async #undivided(direction: Direction): Promise<Result<Way, EngineFailure>> {
    const { first, last } = this.#request;
    const pass = await this.#pass(this.#request, direction, { lane: direction, part: [first, last] });
    if (!pass.ok) return pass;
    const back = await this.#back(pass.value.wayBack, direction);
    return back.ok ? ok({ parts: [pass.value.found], back: back.value }) : back;
  }

  /** The way back from the end of a direction. */
  async #back(request: TrackRequest | null, direction: Direction): Promise<Result<string, EngineFailure>> {
    if (!request) return ok(NO_PASS);
    const { first, last } = request;
    const back = await this.#pass(request, other(direction), { lane: other(direction), part: [first, last] });
    return back.ok ? ok(back.value.found) : back;
  }

  /** @param lane parts of one lane are gone in one worker */
  async #pass(
    request: TrackRequest,
    direction: Direction,
    { lane, part }: { lane: Direction; part: Part },
  ): Promise<Result<Gone, EngineFailure>> {
    const { pool, home, frame, video } = this.#clip;
    const first = await frame(request.frame_number);
    if (!first.ok) return first;
    const isBound = first.value.only !== null && !video;
    const worker = lane === 'forward' || isBound ? home : (home + 1) % pool.size;
    const job = (jobs += 1);
    const begun = await this.#call(worker, { type: 'begin', job, request: JSON.stringify(request), direction, part });
    if (!begun.ok) return begun;
    const order = JSON.parse(begun.value) as number[];
    this.#wanted += order.length;
    let next = this.#seen(job, order[0]);
    try {
      for (const place of order.keys()) {
        const seen = await next;
        if (!seen.ok) return seen;
        // The next picture of a video is decoded while lines are followed in this one.
        next = this.#seen(job, order[place + 1]);
        const shown = await this.#show(worker, seen.value);
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
      if (video) void next.then(() => video.close(job));
    }
  }

  /** The call that shows a frame; null without one. */
  async #seen(job: number, number: number | undefined): Promise<Result<ShowCall | null, EngineFailure>> {
    if (number === undefined) return ok(null);
    const { frame, video } = this.#clip;
    if (video) {
      const view = await video.picture(number, job);
      return view.ok ? ok({ type: 'show-picture', job, view: view.value }) : view;
    }
    const at = await frame(number);
    if (!at.ok) return at;
    const { only: _, ...rest } = at.value;
    return ok({ type: 'show', job, frame: { ...rest, slot: null } });
  }

  async #show(worker: number, call: ShowCall | null): Promise<Result<string, EngineFailure>> {
    if (call?.type !== 'show-picture') return call ? this.#call(worker, call) : ok(NO_PASS);
    const memory = call.view.buffers[0]?.buffer;
    // Memory that is not shared moves to the worker.
    const moved = memory instanceof ArrayBuffer ? [memory] : [];
    const shown = await this.#clip.pool.call((api) => api.track(transfer(call, moved)), { signal: this.#options.signal, only: worker });
    this.#clip.video?.recycle(call.view);
    return shown;
  }

  #call(worker: number, call: TrackCall): Promise<Result<string, EngineFailure>> {
    return this.#clip.pool.call((api) => api.track(call), { signal: this.#options.signal, only: worker });
  }
}
