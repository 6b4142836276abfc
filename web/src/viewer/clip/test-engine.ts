/** An engine for tests and for pages that have no file: grey frames of the caller's making, returned on demand. */
import type { Engine, EngineEvent, FileHandle, FrameView, OpenOptions } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';

const HANDLE = 1 as FileHandle;

/** Metadata of a plain clip, without a scale. */
export const clipMetadata = (more: Partial<ImageMetadata> = {}): ImageMetadata => ({
  sop_instance_uid: '2.25.1',
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.3.1',
  transfer_syntax_uid: '1.2.840.10008.1.2.1',
  number_of_frames: 1,
  width: 8,
  height: 6,
  frame_rate: null,
  manufacturer: null,
  modality: 'US',
  doppler_regions: [],
  flow_region: null,
  frame_times_ms: [0],
  frame_time_source: 'assumed',
  r_wave_times_ms: [],
  ecg: null,
  pixel_aspect_ratio: null,
  pixel_spacing: null,
  photometric_interpretation: 'MONOCHROME2',
  samples_per_pixel: 1,
  bits_allocated: 8,
  bits_stored: 8,
  pixel_representation: 0,
  planar_configuration: 0,
  window: null,
  palette: null,
  full_metadata: [],
  warnings: [],
  value_notes: [],
  frames_present: null,
  colour_decision: null,
  frame_axis: 'time',
  ...more,
});

type Answer = Awaited<ReturnType<Engine['frame']>>;

export class TestEngine {
  /** Frames that were asked for and not returned yet, by their number. */
  readonly waiting = new Map<number, (answer: Answer) => void>();
  readonly released: FileHandle[] = [];
  /** Returns every frame as soon as it is asked for. */
  prompt = false;
  #onEvent: (event: EngineEvent) => void = () => undefined;
  readonly #metadata: ImageMetadata;
  readonly #pixels: (frameNumber: number) => Uint8Array;

  constructor(metadata: ImageMetadata, pixels = (): Uint8Array => new Uint8Array(metadata.width * metadata.height)) {
    this.#metadata = metadata;
    this.#pixels = pixels;
  }

  /** Inputs of a player. */
  get engine(): Engine {
    return this as unknown as Engine;
  }

  async open(_source: unknown, { onEvent = () => undefined }: OpenOptions = {}): Promise<Awaited<ReturnType<Engine['open']>>> {
    this.#onEvent = onEvent;
    this.emit({ type: 'metadata', handle: HANDLE, metadata: this.#metadata });
    return { ok: true, value: HANDLE };
  }

  emit(event: EngineEvent): void {
    this.#onEvent(event);
  }

  /** So many frames of the file have arrived. */
  arrive(available: number): void {
    const total = this.#metadata.number_of_frames;
    this.emit({ type: 'frames', handle: HANDLE, available, total, bytes_loaded: available, bytes_total: total });
  }

  /** Nothing more of the file comes. */
  end(available: number): void {
    this.emit({ type: 'done', handle: HANDLE, available, total: this.#metadata.number_of_frames, warnings: [] });
  }

  frame(_handle: FileHandle, frameNumber: number, { signal }: { signal?: AbortSignal } = {}): Promise<Answer> {
    if (this.prompt) return Promise.resolve({ ok: true, value: this.#view(frameNumber) });
    return new Promise((resolve) => {
      this.waiting.set(frameNumber, resolve);
      signal?.addEventListener('abort', () => {
        this.waiting.delete(frameNumber);
        resolve({ ok: false, error: { code: 'aborted', message: '' } });
      });
    });
  }

  /** Returns what was asked for, and what is asked for in turn, until nothing is. */
  async decode(): Promise<void> {
    while (this.waiting.size > 0) {
      for (const [frameNumber, resolve] of Array.from(this.waiting)) {
        this.waiting.delete(frameNumber);
        resolve({ ok: true, value: this.#view(frameNumber) });
      }
      await settled();
    }
  }

  async refuse(frameNumber: number, error: EngineFailure): Promise<void> {
    this.waiting.get(frameNumber)?.({ ok: false, error });
    this.waiting.delete(frameNumber);
    await settled();
  }

  setColour(): void {}
  recycle(): void {}
  release(handle: FileHandle): void {
    this.released.push(handle);
  }

  #view(frame_number: number): FrameView {
    const { width, height } = this.#metadata;
    const buffers = [this.#pixels(frame_number)];
    return {
      frame_number,
      width,
      height,
      layout: 'grey',
      bits: 8,
      signed: false,
      sampling: [1, 1],
      stride: width,
      rows: height,
      buffers,
      shared: false,
      partial: false,
    };
  }
}

/** After everything that waits for a promise. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
