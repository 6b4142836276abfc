/** One clip being watched: engine, ring, clock and surface joined; React only reads `state` and calls methods. */
import { proxy, ref } from 'valtio';
import type { ColourChoice, Engine, EngineEvent, FileHandle, FileSource, FrameView } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { PlayHead, timeline } from './clock.ts';
import { FrameRing } from './frame-ring.ts';
import { decodedMemory } from './decoded-memory.ts';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
/** Animation frames over which the achieved rate is measured. */
const RATE_WINDOW = 30;
/** Fewer frames than this give no rate. */
const MIN_MEASURED = 4;
/** How often numbers next to a clip are updated while it plays (`publish`), and while its frames are decoded, in ms. */
export const PUBLISH_EVERY_MS = 100;
/** A pause longer than this (hidden tab, debugger) does not advance the clip. */
const MAX_STEP_MS = 250;

export interface PlayerState {
  status: 'loading' | 'ready' | 'failed';
  metadata: ImageMetadata | null;
  failure: EngineFailure | null;
  /** Index of the frame on screen, and of the due one; while playing as of the last `publish`. */
  frameIndex: number;
  wantedIndex: number;
  frames: number;
  available: number;
  bytesLoaded: number;
  bytesTotal: number | null;
  decoded: number;
  playing: boolean;
  loop: boolean;
  /** Frames that are looped, from 0, the last one included; null for the whole clip. */
  part: { first: number; last: number } | null;
  speed: number;
  /** Frames a second that really reached the screen, null while paused. */
  achievedRate: number | null;
  partial: boolean;
  /** `opened` is there. Events come earlier than this, even the last one. */
  open: boolean;
  /** Nothing more of the file will come. */
  complete: boolean;
  frameFailure: EngineFailure | null;
  warnings: string[];
  /** The user's interpretation of the three samples of a pixel. */
  colour: ColourChoice | null;
}

export interface PlayerOptions {
  /** Decoded frames at most, in bytes. */
  budget?: number;
  /** instance_id of the image. */
  image?: string;
  /** Study the clip belongs to, for the budget that its clips share. */
  study?: string;
  /** The user's earlier choice for the colours of this image. */
  colourOf?: (metadata: ImageMetadata) => ColourChoice | null;
}

const initial = (): PlayerState => ({
  status: 'loading',
  metadata: null,
  failure: null,
  frameIndex: 0,
  wantedIndex: 0,
  frames: 0,
  available: 0,
  bytesLoaded: 0,
  bytesTotal: null,
  decoded: 0,
  playing: false,
  loop: true,
  part: null,
  speed: 1,
  achievedRate: null,
  partial: false,
  open: false,
  complete: false,
  frameFailure: null,
  warnings: [],
  colour: null,
});

/** State of no clip, for what is shown before one is chosen. */
export const NO_CLIP_STATE = proxy<PlayerState>(initial());

export class Player {
  readonly state = proxy<PlayerState>(initial());
  readonly #engine: Engine;
  readonly #workers: number;
  readonly #options: PlayerOptions;
  readonly #abort = new AbortController();
  #handle: FileHandle | null = null;
  #ring: FrameRing | null = null;
  readonly #head = new PlayHead(timeline(1, null), MAX_STEP_MS);
  #direction: 1 | -1 = 1;
  /** The same as in `state`, which is not read in every animation frame. */
  #playing = false;
  #metadata: ImageMetadata | null = null;
  /** Frame on screen and frame that should be: `state` follows them. */
  #frameIndex = 0;
  #wantedIndex = 0;
  /** When the last frames were shown, in turn. */
  readonly #shown = new Float64Array(RATE_WINDOW);
  #shownCount = 0;
  #closed = false;
  /** instance_id of the image whose clip this is; empty for a clip without an image. */
  readonly image: string;
  /** Frame to begin with. */
  #start = 0;
  #parked = false;
  /** Runs until the count of decoded frames is published. */
  #counting: ReturnType<typeof setTimeout> | null = null;
  /** Animation frames that had to keep the frame before because the next was not decoded. */
  heldFrames = 0;
  /** Animation frames since the clip was opened in which it played. */
  ticks = 0;
  /** Called when the picture must be drawn again. */
  onChange: () => void = () => undefined;

  constructor(engine: Engine, workers: number, options: PlayerOptions = {}) {
    this.#engine = engine;
    this.#workers = workers;
    this.#options = options;
    this.image = options.image ?? '';
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
    this.state.open = true;
    const colour = this.state.metadata ? (this.#options.colourOf?.(this.state.metadata) ?? null) : null;
    this.state.colour = colour;
    this.#engine.setColour(answer.value, colour);
    const { budget, study } = this.#options;
    this.#ring = new FrameRing(
      this.#engine,
      answer.value,
      {
        onFrame: (frameIndex) => this.#onFrame(frameIndex),
        onFailure: (frameIndex, failure) => {
          if (frameIndex === this.#wantedIndex) {
            this.state.frameFailure = failure;
            this.onChange();
          }
        },
      },
      { workers: this.#workers, ...(budget === undefined ? {} : { budget }), ...(study === undefined ? {} : { study }) },
    );
    this.#ring.park(this.#parked);
    this.#ring.setFrames(this.state.available, this.state.frames);
    if (this.#start > 0) this.seek(this.#start);
    if (play && this.state.frames > 1) this.play();
  }

  /** The frame to draw now, and only that one: what is drawn over it belongs to it. */
  frame(): FrameView | null {
    const exact = this.#ring?.get(this.#wantedIndex);
    return exact ?? this.#ring?.get(this.#frameIndex) ?? this.#ring?.nearest(this.#wantedIndex) ?? null;
  }

  /** Called once a frame of the clip is on the screen: the others are decoded. */
  readAhead(): void {
    this.#ring?.readAhead();
  }

  /** The frames are planes of a volume: they are stepped through and do not play. */
  get isVolume(): boolean {
    return this.#metadata?.frame_axis === 'planes';
  }

  get playing(): boolean {
    return this.#playing;
  }

  get metadata(): ImageMetadata | null {
    return this.#metadata;
  }

  /** The open file, for work on its frames besides showing them; null before it is open and after it was closed. */
  get opened(): { engine: Engine; handle: FileHandle } | null {
    return this.#handle === null || this.#closed ? null : { engine: this.#engine, handle: this.#handle };
  }

  /** Start of a frame in ms within the clip; null when the file has no timing. */
  timeOf(frameIndex: number): number | null {
    return this.state.metadata?.frame_times_ms?.[frameIndex] ?? null;
  }

  isDecoded(frameIndex: number): boolean {
    return this.#ring?.has(frameIndex) ?? false;
  }

  /** Advances the clip to now; returns true when another frame is due. */
  tick(now: number): boolean {
    if (!this.#playing) return false;
    const frameIndex = this.#head.due(now);
    if (frameIndex < 0) return false;
    this.ticks += 1;
    const ready = this.#ring?.has(frameIndex) || this.#ring?.failure(frameIndex);
    if (!ready) {
      // The clip waits for its frame instead of jumping over it, and the wait is counted.
      this.heldFrames += 1;
      this.#want(frameIndex, false);
      return false;
    }
    this.#head.follow();
    const changed = frameIndex !== this.#frameIndex;
    if (changed) {
      this.#measure(now);
      this.#want(frameIndex, true);
    }
    if (this.#head.ended) this.pause();
    return changed;
  }

  play(): void {
    if (this.state.frames < 2 || this.isVolume) return;
    if (!this.state.loop && this.#frameIndex === this.state.frames - 1) this.#head.moveTo(0);
    this.#direction = 1;
    this.#head.rest();
    this.#shownCount = 0;
    this.readAhead();
    this.#setPlaying(true);
    this.onChange();
  }

  pause(): void {
    this.#setPlaying(false);
    this.#shownCount = 0;
    this.publish();
    this.#head.moveTo(this.#frameIndex);
    this.onChange();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** Pauses and moves by frames; wraps at the ends like the loop does. */
  step(frames: number): void {
    const total = this.state.frames;
    if (total === 0) return;
    this.seek((((this.#wantedIndex + frames) % total) + total) % total, frames < 0 ? -1 : 1);
  }

  /** Pauses and goes to one frame. */
  seek(frameIndex: number, direction: 1 | -1 = 1): void {
    if (this.#playing) this.pause();
    this.#direction = direction;
    const target = Math.min(Math.max(Math.round(frameIndex), 0), Math.max(this.state.frames - 1, 0));
    this.#head.moveTo(target);
    this.#want(target, this.#ring?.has(target) ?? false);
    this.publish();
    this.onChange();
  }

  setSpeed(speed: number): void {
    this.#head.speed = speed;
    this.state.speed = speed;
  }

  setLoop(loop: boolean): void {
    this.#head.looping = loop;
    this.state.loop = loop;
  }

  /** Loops a part of the clip, beginning with its first frame; null for the whole clip. */
  loopPart(part: PlayerState['part']): void {
    this.#head.part(part);
    this.state.part = part;
    if (part) this.#head.moveTo(part.first);
    if (part && !this.#playing) this.play();
  }

  /** Frame the clip begins at, from 0; a clip that is open goes there. */
  startAt(frameIndex: number): void {
    this.#start = frameIndex;
    if (this.#ring) this.seek(frameIndex);
  }

  /** A clip next to the one that is looked at: paused, with one frame ready. */
  park(parked: boolean): void {
    if (parked && this.#playing) this.pause();
    this.#parked = parked;
    this.#ring?.park(parked);
    this.#publishDecoded();
  }

  /** No page shows the clip: parked, and whole again if a part of it was looped. */
  rest(): void {
    this.park(true);
    this.loopPart(null);
    this.onChange = () => undefined;
    decodedMemory.bytes = 0;
  }

  /** A failure before the engine saw the file. */
  fail(failure: EngineFailure): void {
    this.state.status = 'failed';
    this.state.failure = failure;
    this.onChange();
  }

  /** Another choice of colours: every frame is decoded again. */
  setColour(colour: ColourChoice | null): void {
    if (this.#handle === null || colour === this.state.colour) return;
    this.state.colour = colour;
    this.#engine.setColour(this.#handle, colour);
    this.#ring?.renew();
    this.#publishDecoded();
    this.onChange();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#counting ?? undefined);
    this.#setPlaying(false);
    this.#abort.abort();
    this.#ring?.close();
    decodedMemory.bytes = 0;
    if (this.#handle !== null) this.#engine.release(this.#handle);
  }

  #setPlaying(playing: boolean): void {
    this.#playing = playing;
    this.state.playing = playing;
  }

  #want(frameIndex: number, show: boolean): void {
    this.#wantedIndex = frameIndex;
    if (show) this.#frameIndex = frameIndex;
    this.#ring?.moveTo(frameIndex, this.#direction);
  }

  /**
   * Brings `state` up to date. A playing clip does not do so automatically, because every listener allocates: its page calls this as
   * often as the text can be read (PUBLISH_EVERY_MS).
   */
  publish(): void {
    const { state } = this;
    state.wantedIndex = this.#wantedIndex;
    state.frameIndex = this.#frameIndex;
    state.frameFailure = this.#ring?.failure(this.#wantedIndex) ?? null;
    state.partial = this.#ring?.get(this.#frameIndex)?.partial ?? false;
    state.achievedRate = this.#rate();
  }

  #onEvent(event: EngineEvent): void {
    const { state } = this;
    if (this.#closed) return;
    switch (event.type) {
      case 'metadata':
        this.#metadata = event.metadata;
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
        state.complete = true;
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
    this.#head.line = timeline(frames, times?.slice(0, frames) ?? null);
  }

  /** Everything that follows `state` is notified of a change, so frames are counted together; only the first one is awaited. */
  #countFrame(): void {
    if (this.state.decoded === 0) this.#publishDecoded();
    else this.#counting ??= setTimeout(() => this.#publishDecoded(), PUBLISH_EVERY_MS);
  }

  #publishDecoded(): void {
    clearTimeout(this.#counting ?? undefined);
    this.#counting = null;
    this.state.decoded = this.#ring?.decoded ?? 0;
  }

  #onFrame(frameIndex: number): void {
    this.#countFrame();
    if (!this.#parked) decodedMemory.bytes = this.#ring?.bytes ?? 0;
    const wanted = frameIndex === this.#wantedIndex;
    if (wanted && !this.#playing) {
      this.#want(frameIndex, true);
      this.publish();
    }
    // Frames that are decoded ahead change nothing of a picture that is the wanted one already.
    if (wanted || !this.isDecoded(this.#wantedIndex)) this.onChange();
  }

  #measure(now: number): void {
    this.#shown[this.#shownCount % RATE_WINDOW] = now;
    this.#shownCount += 1;
  }

  /** Frames a second over the last ones that were shown; null until there are a few. */
  #rate(): number | null {
    const count = Math.min(this.#shownCount, RATE_WINDOW);
    if (!this.#playing || count <= MIN_MEASURED) return null;
    const last = this.#shown[(this.#shownCount - 1) % RATE_WINDOW] ?? 0;
    const first = this.#shown[(this.#shownCount - count) % RATE_WINDOW] ?? 0;
    return ((count - 1) * 1000) / (last - first);
  }
}
