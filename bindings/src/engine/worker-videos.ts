/** The videos that one worker reads and decodes. */
import * as wasm from '../../wasm/full/engine.js';
import type { FrameView } from './api.ts';
import { noSuchHandle } from './failure.ts';
import { allocate, type FileBytes } from './file-bytes.ts';
import { GrowingVideo, IN_VIDEO, type Span } from './growing-video.ts';
import type { PicturesOf } from './video-pictures.ts';
import type { DecodeRequest, FetchedFrame } from './worker-messages.ts';

/** Fetched at once while the size of the frame index is unknown, in bytes. */
const INDEX_BYTES = 1024 * 1024;
/** A span that starts this close after the arrived bytes is awaited, in bytes. */
export const NEAR_BYTES = 512 * 1024;

/** Returns the bytes of a span, or null where they cannot be fetched separately. */
export type FetchSpan = (span: Span) => Promise<Uint8Array | null>;

export class WorkerVideos {
  readonly #videos = new Map<number, GrowingVideo>();
  /** Files whose index is being fetched. */
  readonly #indexing = new Set<number>();
  #texture: wasm.VideoTexture | null = null;
  readonly #pictures: PicturesOf;

  constructor(pictures: PicturesOf) {
    this.#pictures = pictures;
  }

  /** The video of a file that is being read, available once its transfer syntax is known. */
  of(file: number, parser: wasm.Parser, bytes: FileBytes): GrowingVideo | null {
    const text = parser.metadata();
    if (text === undefined) return null;
    let video = this.#videos.get(file);
    if (!video) {
      const { transfer_syntax_uid } = JSON.parse(text) as { transfer_syntax_uid: string };
      video = new GrowingVideo(parser, transfer_syntax_uid, bytes, this.#pictures);
      this.#videos.set(file, video);
    }
    return video;
  }

  has(file: number): boolean {
    return this.#videos.has(file);
  }

  closeReader(file: number, reader: number): void {
    this.#videos.get(file)?.closeReader(reader);
  }

  forget(file: number): void {
    this.#videos.get(file)?.close();
    this.#videos.delete(file);
  }

  /** Fetches the index of the frames if it lies far after what has arrived; resolves to whether something is new. */
  async fetchIndex(file: number, bytes: FileBytes, fetchSpan: FetchSpan): Promise<boolean> {
    const video = this.#videos.get(file);
    if (!video || this.#indexing.has(file)) return false;
    this.#indexing.add(file);
    let isNew = false;
    try {
      for (let span = video.wanted; span && span.start >= bytes.length + NEAR_BYTES; span = video.wanted) {
        const found = await fetchSpan({ start: span.start, end: Math.min(span.end, span.start + INDEX_BYTES) });
        if (!found?.length || !this.#videos.has(file)) break;
        video.takeWanted(span.start, found);
        isNew = true;
      }
    } finally {
      this.#indexing.delete(file);
    }
    return isNew;
  }

  /** Fetches the pictures that a frame needs, from the key frame before it; null where the stream is to be waited for. */
  async fetchFrame(file: number, frame_number: number, bytes: FileBytes, fetchSpan: FetchSpan): Promise<FetchedFrame | null> {
    const span = this.#videos.get(file)?.missingSpan(frame_number - 1) ?? null;
    if (span === 'none') return { buffer: null, place: IN_VIDEO };
    if (!span || span.end < bytes.length + NEAR_BYTES) return null;
    const found = await fetchSpan(span);
    if (found?.length !== span.end - span.start || !this.#videos.has(file) || !bytes.putAhead(span.start, found)) return null;
    return { buffer: null, place: IN_VIDEO };
  }

  /** Decodes one frame into `slot` or new memory. Throws what engine and browser refuse. */
  async decode(
    { file, frame_number, slot, reader }: DecodeRequest,
    memory: () => WebAssembly.Memory['buffer'],
    share: boolean,
  ): Promise<FrameView> {
    const video = this.#videos.get(file);
    if (!video) throw noSuchHandle();
    const { bytes, ...picture } = await video.framesOf(reader).frame(frame_number - 1);
    const texture = (this.#texture ??= new wasm.VideoTexture());
    const header = JSON.parse(texture.lay_out(JSON.stringify(picture), bytes)) as Omit<FrameView, 'frame_number' | 'buffers' | 'shared'>;
    const length = texture.output_len();
    const target = slot && slot.byteLength >= length ? slot : allocate(length, share);
    const samples = new Uint8Array(target, 0, length);
    samples.set(new Uint8Array(memory(), texture.output_ptr(), length));
    return { ...header, frame_number, buffers: [samples], shared: share };
  }
}
