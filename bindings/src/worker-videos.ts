/** The videos that one worker reads and decodes. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import * as wasm from '../wasm/full/engine.js';
import type { FrameView } from './api.ts';
import { failureOf, noSuchHandle, type EngineFailure } from './failure.ts';
import { allocate, gather } from './file-bytes.ts';
import type { DecodeRequest, FramePlace } from './worker-messages.ts';
import { VideoFrames } from './video-frames.ts';

/** Frames of a video lie where its container says: this place only says that they are there. */
const IN_VIDEO: FramePlace = { ok: true, ranges: new Float64Array(), skip_bits: 0, partial: false };

export interface ReadVideo {
  metadata: ImageMetadata;
  places: FramePlace[];
}

export class WorkerVideos {
  readonly #videos = new Map<number, VideoFrames>();
  #texture: wasm.VideoTexture | null = null;

  /** Reads the video of a file that has arrived whole. One that cannot be read keeps its metadata, and each frame its error. */
  read(file: number, parser: wasm.Parser, buffer: ArrayBufferLike): ReadVideo {
    const text = parser.metadata();
    if (text === undefined) throw noSuchHandle();
    const metadata = JSON.parse(text) as ImageMetadata;
    const frames = metadata.number_of_frames;
    let stream: wasm.VideoStream;
    try {
      stream = new wasm.VideoStream(metadata.transfer_syntax_uid, gather(buffer, parser.frame_ranges(1)));
    } catch (thrown) {
      const { failure, fatal } = failureOf(thrown);
      if (fatal) throw thrown;
      return { metadata, places: Array.from({ length: frames }, () => ({ ok: false, error: failure })) };
    }
    const described = JSON.parse(stream.describe(text)) as ImageMetadata;
    const video = new VideoFrames(stream);
    this.#videos.set(file, video);
    const missing = (frame_number: number): EngineFailure => ({
      code: 'frame-missing', frame_number, frames_present: video.length,
      message: `frame ${frame_number} is announced, but the video holds only ${video.length}`,
    });
    const places = Array.from({ length: frames }, (_, index): FramePlace => (index < video.length ? IN_VIDEO : { ok: false, error: missing(index + 1) }));
    return { metadata: described, places };
  }

  has(file: number): boolean {
    return this.#videos.has(file);
  }

  forget(file: number): void {
    this.#videos.get(file)?.close();
    this.#videos.delete(file);
  }

  /** Decodes one frame into `slot` or new memory. Throws what engine and browser refuse. */
  async decode({ file, frame_number, slot }: DecodeRequest, memory: () => WebAssembly.Memory['buffer'], share: boolean): Promise<FrameView> {
    const video = this.#videos.get(file);
    if (!video) throw noSuchHandle();
    const { bytes, ...picture } = await video.frame(frame_number - 1);
    const texture = (this.#texture ??= new wasm.VideoTexture());
    const header = JSON.parse(texture.lay_out(JSON.stringify(picture), bytes)) as Omit<FrameView, 'frame_number' | 'buffers' | 'shared'>;
    const length = texture.output_len();
    const target = slot && slot.byteLength >= length ? slot : allocate(length, share);
    const samples = new Uint8Array(target, 0, length);
    samples.set(new Uint8Array(memory(), texture.output_ptr(), length));
    return { ...header, frame_number, buffers: [samples], shared: share };
  }
}
