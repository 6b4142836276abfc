/** One clip being watched: engine, ring, clock and surface joined; React only reads `state` and calls methods. */
import { proxy, ref } from 'valtio';
import type { Engine, EngineEvent, FileHandle, FileSource, FrameView } from '@echometry/bindings/api.ts';
import type { EngineFailure } from '@echometry/bindings/failure.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { advance, frameIndexAt, timeline, type Timeline } from './clock.ts';
import { FrameRing } from './frame-ring.ts';
import { decodedMemory } from './memory.ts';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
/** Animation frames over which the achieved rate is measured. */
const RATE_WINDOW = 30;
/** A pause longer than this (hidden tab, debugger) does not advance the clip. */
const MAX_STEP_MS = 250;

export interface PlayerState {
  status: 'loading' | 'ready' | 'failed';
  metadata: ImageMetadata | null;
  failure: EngineFailure | null;
  /** Index of the frame on screen, and of the one that should be. */
  frameIndex: number;
  wantedIndex: number;
  frames: number;
  available: number;
  bytesLoaded: number;
  bytesTotal: number | null;
  decoded: number;
  playing: boolean;
  loop: boolean;
  speed: number;
  /** Frames a second that really reached the screen, null while paused. */
  achievedRate: number | null;
  /** Animation frames that had to keep the frame before because the next was not decoded. */
  heldFrames: number;
  /** Animation frames since the clip was opened in which it played. */
  ticks: number;
  partial: boolean;
  frameFailure: EngineFailure | null;
  warnings: string[];
}

const initial = (): PlayerState => ({
  status: 'loading', metadata: null, failure: null, frameIndex: 0, wantedIndex: 0, frames: 0, available: 0, bytesLoaded: 0, bytesTotal: null,
  decoded: 0, playing: false, loop: true, speed: 1, achievedRate: null, heldFrames: 0, ticks: 0, partial: false, frameFailure: null, warnings: [],
});

export class Player {
  readonly state = proxy<PlayerState>(initial());
  readonly #engine: Engine;
  readonly #workers: number;
  readonly #budget: number | undefined;
  readonly #abort = new AbortController();
  #handle: FileHandle | null = null;
  #ring: FrameRing | null = null;
  #line: Timeline = timeline(1, null);
  #ms = 0;
  #direction: 1 | -1 = 1;
  #lastTick: number | null = null;
  #shown: number[] = [];
  #closed = false;
  /** Called when the picture must be drawn again. */
  onChange: () => void = () => undefined;

  constructor(engine: Engine, workers: number, budget?: number) {
    this.#engine = engine;
    this.#workers = workers;
    this.#budget = budget;
  }

  async open(source: FileSource, { play = false }: { play?: boolean } = {}): Promise<void> {
    const answer = await this.#engine.open(source, { signal: this.#abort.signal, onEvent: (event) => this.#onEvent(event) });
    if (this.#closed) {
      if (answer.ok) this.#engine.release(answer.value);
      return;
    }
    if (!answer.ok) {
      this.state.status = 'failed';
      this.state.failure = answer.error;
      this.onChange();
      return;
    }
    this.#handle = answer.value;
    this.#ring = new FrameRing(this.#engine, answer.value, {
      onFrame: (frameIndex) => this.#onFrame(frameIndex),
      onFailure: (frameIndex, failure) => {
        if (frameIndex === this.state.wantedIndex) {
          this.state.frameFailure = failure;
          this.onChange();
        }
      },
    }, { workers: this.#workers, ...(this.#budget === undefined ? {} : { budget: this.#budget }) });
    this.#ring.setFrames(this.state.available, this.state.frames);
    if (play && this.state.frames > 1) this.play();
  }

  /** The frame to draw now, and only that one: what is drawn over it belongs to it. */
  frame(): FrameView | null {
    const exact = this.#ring?.get(this.state.wantedIndex);
    return exact ?? this.#ring?.get(this.state.frameIndex) ?? this.#ring?.nearest(this.state.wantedIndex) ?? null;
  }

  /** Start of a frame in ms within the clip; null when the file has no timing. */
  timeOf(frameIndex: number): number | null {
    return this.state.metadata?.frame_times_ms?.[frameIndex] ?? null;
  }

  isDecoded(frameIndex: number): boolean {
    return this.#ring?.has(frameIndex) ?? false;
  }

  /** Advances the clip to now; answers true when another frame is due. */
  tick(now: number): boolean {
    const last = this.#lastTick;
    this.#lastTick = now;
    if (!this.state.playing || last === null) return false;
    this.state.ticks += 1;
    const elapsed = Math.min(now - last, MAX_STEP_MS);
    const next = advance(this.#line, this.#ms, elapsed, this.state.speed, this.state.loop);
    const frameIndex = frameIndexAt(this.#line, next.ms);
    const ready = this.#ring?.has(frameIndex) || this.#ring?.failure(frameIndex);
    if (!ready) {
      // The clip waits for its frame instead of jumping over it, and the wait is counted.
      this.state.heldFrames += 1;
      this.#want(frameIndex, { show: false });
      return false;
    }
    this.#ms = next.ms;
    const changed = frameIndex !== this.state.frameIndex;
    if (changed) this.#measure(now);
    this.#want(frameIndex, { show: true });
    if (next.ended) this.pause();
    return changed;
  }

  play(): void {
    if (this.state.frames < 2) return;
    if (!this.state.loop && this.state.frameIndex === this.state.frames - 1) this.#ms = 0;
    this.#direction = 1;
    this.#lastTick = null;
    this.#shown = [];
    this.state.playing = true;
    this.onChange();
  }

  pause(): void {
    this.state.playing = false;
    this.state.achievedRate = null;
    this.#ms = this.#line.starts[this.state.frameIndex] ?? 0;
    this.onChange();
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play();
  }

  /** Pauses and moves by frames; wraps at the ends like the loop does. */
  step(frames: number): void {
    const total = this.state.frames;
    if (total === 0) return;
    this.seek((((this.state.wantedIndex + frames) % total) + total) % total, frames < 0 ? -1 : 1);
  }

  /** Pauses and goes to one frame. */
  seek(frameIndex: number, direction: 1 | -1 = 1): void {
    if (this.state.playing) this.pause();
    this.#direction = direction;
    const target = Math.min(Math.max(Math.round(frameIndex), 0), Math.max(this.state.frames - 1, 0));
    this.#ms = this.#line.starts[target] ?? 0;
    this.#want(target, { show: this.#ring?.has(target) ?? false });
    this.onChange();
  }

  setSpeed(speed: number): void {
    this.state.speed = speed;
  }

  setLoop(loop: boolean): void {
    this.state.loop = loop;
  }

  close(): void {
    this.#closed = true;
    this.state.playing = false;
    this.#abort.abort();
    this.#ring?.close();
    decodedMemory.bytes = 0;
    if (this.#handle !== null) this.#engine.release(this.#handle);
  }

  #want(frameIndex: number, { show }: { show: boolean }): void {
    const { state } = this;
    state.wantedIndex = frameIndex;
    state.frameFailure = this.#ring?.failure(frameIndex) ?? null;
    if (show) {
      state.frameIndex = frameIndex;
      state.partial = this.#ring?.get(frameIndex)?.partial ?? false;
    }
    this.#ring?.moveTo(frameIndex, this.#direction);
  }

  #onEvent(event: EngineEvent): void {
    const { state } = this;
    if (this.#closed) return;
    switch (event.type) {
      case 'metadata':
        state.metadata = ref(event.metadata);
        state.status = 'ready';
        this.#retime(event.metadata.number_of_frames);
        break;
      case 'frames':
        state.available = event.available;
        state.bytesLoaded = event.bytes_loaded;
        state.bytesTotal = event.bytes_total;
        if (event.total > 0) this.#retime(event.total);
        this.#ring?.setFrames(event.available, state.frames);
        break;
      case 'done':
        state.warnings = [...event.warnings];
        this.#retime(Math.max(event.available, 1));
        this.#ring?.setFrames(event.available, state.frames);
        break;
      case 'error':
        state.failure = event.error;
        if (!state.metadata) state.status = 'failed';
        break;
    }
    this.onChange();
  }

  #retime(frames: number): void {
    if (frames === this.state.frames || frames < 1) return;
    this.state.frames = frames;
    const times = this.state.metadata?.frame_time_source === 'assumed' ? null : (this.state.metadata?.frame_times_ms ?? null);
    this.#line = timeline(frames, times?.slice(0, frames) ?? null);
  }

  #onFrame(frameIndex: number): void {
    this.state.decoded = this.#ring?.decoded ?? 0;
    decodedMemory.bytes = this.#ring?.bytes ?? 0;
    if (frameIndex === this.state.wantedIndex && !this.state.playing) this.#want(frameIndex, { show: true });
    this.onChange();
  }

  #measure(now: number): void {
    this.#shown.push(now);
    if (this.#shown.length > RATE_WINDOW) this.#shown.shift();
    const first = this.#shown[0];
    if (this.#shown.length > 4 && first !== undefined) this.state.achievedRate = ((this.#shown.length - 1) * 1000) / (now - first);
  }
}
