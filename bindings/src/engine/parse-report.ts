/** Messages to the pool while a worker reads a file. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type * as wasm from '../../wasm/full/engine.js';
import { refuse } from './failure.ts';
import type { FramePlace, ParseEvent } from './worker-messages.ts';
import type { GrowingVideo } from './growing-video.ts';

/** Reports changes to the pool since the last report. */
export class ParseReport {
  #metadataSent = false;
  #framesSent = 0;
  readonly #parser: wasm.Parser;
  readonly #onEvent: (event: ParseEvent) => void;
  readonly #total: number | null;

  constructor(parser: wasm.Parser, onEvent: (event: ParseEvent) => void, total: number | null) {
    this.#parser = parser;
    this.#onEvent = onEvent;
    this.#total = total;
  }

  arrived(loaded: number, buffer: ArrayBufferLike | null, finished = false): void {
    if (!this.#metadataSent && !this.#parser.is_video()) {
      const metadata = this.#parser.metadata();
      if (metadata !== undefined) {
        this.#metadataSent = true;
        this.#onEvent({
          type: 'metadata',
          metadata: JSON.parse(metadata) as ImageMetadata,
          descriptor: this.#parser.decoder_descriptor(),
          video: false,
        });
      }
    }
    const waits = this.#parser.is_deflated() && !finished;
    const available = this.#metadataSent && !waits ? this.#parser.frames_available() : 0;
    const frames: FramePlace[] = [];
    for (let frame = this.#framesSent + 1; frame <= available; frame += 1) frames.push(this.#place(frame));
    this.#framesSent = Math.max(this.#framesSent, available);
    this.#onEvent({
      type: 'frames',
      frames,
      total: this.#metadataSent ? this.#parser.frames_total() : 0,
      bytes_loaded: loaded,
      bytes_total: this.#total,
      buffer,
    });
  }

  /** Frames of a video are reported once a decoder can show them. */
  videoArrived(loaded: number, video: GrowingVideo): void {
    const text = this.#metadataSent ? null : video.metadata();
    if (text !== null) {
      this.#metadataSent = true;
      this.#onEvent({
        type: 'metadata',
        metadata: JSON.parse(text) as ImageMetadata,
        descriptor: this.#parser.decoder_descriptor(),
        video: true,
      });
    }
    const total = this.#metadataSent ? this.#parser.frames_total() : 0;
    const frames = this.#metadataSent ? video.placesFrom(this.#framesSent, total) : [];
    this.#framesSent += frames.length;
    this.#onEvent({ type: 'frames', frames, total, bytes_loaded: loaded, bytes_total: this.#total, buffer: null });
  }

  /** A frame that is missing keeps its number: it shows its error, and the others play on. */
  #place(frame: number): FramePlace {
    try {
      return {
        ok: true,
        ranges: this.#parser.frame_ranges(frame),
        skip_bits: this.#parser.frame_skip_bits(frame),
        partial: this.#parser.frame_partial(frame),
      };
    } catch (thrown) {
      return refuse(thrown);
    }
  }
}
