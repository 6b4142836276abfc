/**
 * One video while its file arrives: the engine is shown the bytes and keeps none of them, so that a picture can be
 * decoded as soon as its own bytes are there.
 */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import * as wasm from '../../wasm/full/engine.js';
import { failureOf, type EngineFailure } from './failure.ts';
import type { FileBytes } from './file-bytes.ts';
import type { FramePlace } from './worker-messages.ts';
import type { PicturesOf, VideoPictures } from './video-pictures.ts';

/** The container of a video gives the place of its frames: this place only marks them as present. */
export const IN_VIDEO: Extract<FramePlace, { ok: true }> = { ok: true, ranges: new Float64Array(), skip_bits: 0, partial: false };

/** Bytes shown to the engine at once. */
const PUSH_BYTES = 1024 * 1024;
/** Pictures from a key frame to the wanted one that are fetched for a seek, in bytes. */
const MAX_SEEK_BYTES = 64 * 1024 ** 2;

/** Start and end in bytes of the file. */
export interface Span {
  start: number;
  end: number;
}

export class GrowingVideo {
  readonly #parser: wasm.Parser;
  readonly #bytes: FileBytes;
  readonly #stream: wasm.VideoStream;
  readonly #pictures: PicturesOf;
  readonly #frames: VideoPictures;
  /** Decoders of readers that go their own way through the clip. */
  readonly #readers = new Map<number, VideoPictures>();
  /** Start and announced length of each reported fragment. */
  readonly #fragments: Span[] = [];
  /** Fragment that is being read, and its bytes that were read. */
  #reading = 0;
  #read = 0;
  #metadata: string | null = null;
  #failure: EngineFailure | null = null;
  #isFinished = false;
  #isClosed = false;

  constructor(parser: wasm.Parser, transferSyntax: string, bytes: FileBytes, pictures: PicturesOf) {
    this.#parser = parser;
    this.#bytes = bytes;
    this.#stream = new wasm.VideoStream(transferSyntax);
    this.#pictures = pictures;
    this.#frames = pictures(this.#stream, bytes);
  }

  /** Pictures for a reader; the player's for none. */
  framesOf(reader: number | undefined): VideoPictures {
    if (reader === undefined || this.#isClosed) return this.#frames;
    const known = this.#readers.get(reader);
    if (known) return known;
    const pictures = this.#pictures(this.#stream, this.#bytes);
    this.#readers.set(reader, pictures);
    pictures.advance({ isWhole: this.#isFinished });
    return pictures;
  }

  closeReader(reader: number): void {
    void this.#readers
      .get(reader)
      ?.close()
      .then(() => this.#readers.delete(reader));
  }

  /** Reads what has arrived since the last time. A video that cannot be read keeps its failure. */
  advance(): void {
    if (this.#isClosed) return;
    this.#guard(() => {
      const told = this.#parser.video_fragments(this.#fragments.length) ?? new Float64Array();
      for (let at = 0; at + 1 < told.length; at += 2) {
        const [start = 0, length = 0] = told.subarray(at, at + 2);
        this.#stream.add_fragment(start, length);
        this.#fragments.push({ start, end: start + length });
      }
      for (let fragment = this.#fragments[this.#reading]; fragment; fragment = this.#fragments[this.#reading]) {
        const end = Math.min(fragment.end, this.#bytes.length);
        for (let at = fragment.start + this.#read; at < end; at = fragment.start + this.#read) {
          const length = Math.min(PUSH_BYTES, end - at);
          this.#read += length;
          this.#stream.push(new Uint8Array(this.#bytes.buffer, at, length));
        }
        if (fragment.start + this.#read < fragment.end) break;
        this.#reading += 1;
        this.#read = 0;
      }
    });
    this.#told();
  }

  /** The file is over. */
  finish(): void {
    this.advance();
    this.#isFinished = true;
    if (this.#isClosed) return;
    this.#guard(() => {
      this.#stream.finish();
    });
    this.#told();
  }

  /**
   * Metadata as JSON, completed by the video, once a frame can be shown and nothing of it can change except the number of frames;
   * only the header's where the video cannot be read; null before.
   */
  metadata(): string | null {
    if (this.#metadata === null && !this.#isClosed) {
      const text = this.#parser.metadata();
      if (text === undefined) return null;
      if (this.#failure) this.#metadata = text;
      else if (this.#isFinished || (this.#stream.can_describe(text) && this.available > 0)) this.#metadata = this.#stream.describe(text);
    }
    return this.#metadata;
  }

  /** Warnings of the file and of the video, once it is whole. */
  warnings(): string[] {
    const text = this.#parser.metadata();
    if (text === undefined || this.#isClosed) return [];
    return (JSON.parse(this.#failure ? text : this.#stream.describe(text)) as ImageMetadata).warnings;
  }

  /** Number of frames that can be shown, from the first. */
  get available(): number {
    return this.#isClosed ? 0 : this.#stream.ready(this.#bytes.length);
  }

  /** The frames after `told` that are there by now; once the video is whole or cannot be read, all up to `declared`. */
  placesFrom(told: number, declared: number): FramePlace[] {
    const available = this.available;
    const isOver = this.#isFinished || this.#failure !== null;
    const end = isOver ? declared : Math.min(available, declared);
    return Array.from({ length: Math.max(end - told, 0) }, (_, at): FramePlace => {
      const index = told + at;
      if (index < available || (this.#isFinished && !this.#failure && this.#missing(index)?.length === 0)) return IN_VIDEO;
      return { ok: false, error: this.#failure ?? this.#missingFrame(index + 1) };
    });
  }

  /** The missing bytes that locate the frames; null where there is nothing to ask for. */
  get wanted(): Span | null {
    if (this.#isClosed || this.#failure) return null;
    const [start, end] = this.#stream.wanted();
    return start === undefined || end === undefined ? null : { start, end };
  }

  /** Takes bytes from the start of `wanted` on; bytes that the stream has brought meanwhile are dropped. */
  takeWanted(start: number, bytes: Uint8Array): void {
    if (this.wanted?.start === start)
      this.#guard(() => {
        this.#stream.push_wanted(bytes);
      });
    this.#told();
  }

  /** Bytes that must be fetched to show a frame before the stream brings them: none where it is there, null where that is not known or too much. */
  missingSpan(frameIndex: number): Span | 'none' | null {
    const missing = this.#isClosed || this.#failure ? null : this.#missing(frameIndex);
    if (!missing) return null;
    if (missing.length === 0) return 'none';
    const start = Math.min(...missing.map((span) => span.start));
    const end = Math.max(...missing.map((span) => span.end));
    return end - start <= MAX_SEEK_BYTES ? { start, end } : null;
  }

  close(): void {
    this.#isClosed = true;
    const all = [this.#frames, ...this.#readers.values()];
    void Promise.all(all.map((pictures) => pictures.close())).then(() => this.#stream.free());
  }

  #told(): void {
    for (const pictures of [this.#frames, ...this.#readers.values()]) pictures.advance({ isWhole: this.#isFinished });
  }

  /** Pieces that have not arrived of the pictures from the key frame to this one; null while the frame is not known. */
  #missing(frameIndex: number): Span[] | null {
    const wanted = this.#stream.sample_of(frameIndex);
    if (wanted === undefined) return null;
    const missing: Span[] = [];
    for (let sample = this.#stream.decode_from(wanted); sample <= wanted; sample += 1) {
      const places = this.#stream.sample_places(sample);
      let length = 0;
      for (let at = 0; at + 1 < places.length; at += 2) {
        const [start = 0, part = 0] = places.subarray(at, at + 2);
        length += part;
        if (!this.#bytes.has(start, part)) missing.push({ start, end: start + part });
      }
      // A picture that lies beyond the fragments is never there.
      if (length !== this.#stream.sample_length(sample)) return null;
    }
    return missing;
  }

  #missingFrame(frame_number: number): EngineFailure {
    const frames_present = this.available;
    return {
      code: 'frame-missing',
      frame_number,
      frames_present,
      message: `frame ${frame_number} is announced, but the video has only ${frames_present}`,
    };
  }

  #guard(read: () => void): void {
    if (this.#failure) return;
    try {
      read();
    } catch (thrown) {
      const { failure, fatal } = failureOf(thrown);
      if (fatal) throw thrown;
      this.#failure = failure;
    }
  }
}
