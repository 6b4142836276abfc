/**
 * Frames of one video by the browser's decoder: the engine finds the bytes of a picture, where decoding can start and the frame
 * number of each picture. A frame is asked for by its number, whatever was shown before.
 */
import type * as wasm from '../../wasm/full/engine.js';
import { messageOf, videoFailed, videoUnsupported } from '../engine/failure.ts';
import { gather, type FileBytes } from '../engine/file-bytes.ts';
import { codingName, videoSetup, type VideoPictures, type VideoPlanes, type VideoSetup } from '../engine/video-pictures.ts';

/** Pictures that came out besides the one asked for are kept for the next questions, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024 ** 2;
/** Chunks handed over before the decoder has taken those before. */
const MAX_QUEUED = 4;
/** Time stamps of neighbouring frames, in microseconds; only their order counts. */
const STAMP_STEP = 1000;
/** A decoder that gives nothing for so long is given up, in ms. */
const PATIENCE_MS = 20_000;
/**
 * Without a new picture for this time, the decoder is told to output what it holds, in ms. After that it must restart at the key
 * frame, so the wait grows with the number of pictures since then.
 */
const STALL_MS = 40;
const STALL_MS_PER_PICTURE = 4;

export class VideoFrames implements VideoPictures {
  readonly #stream: wasm.VideoStream;
  readonly #bytes: FileBytes;
  readonly #kept = new Map<number, VideoPlanes>();
  #keptBytes = 0;
  #setup: VideoSetup | null = null;
  #config: VideoDecoderConfig | null = null;
  #decoder: VideoDecoder | null = null;
  /** Sample the decoder is given next. */
  #next = 0;
  /** Frames the decoder was given and has not brought out. */
  readonly #pending = new Set<number>();
  /** Pictures that came out and are not copied yet. */
  #arrived: VideoFrame[] = [];
  #failure: Error | null = null;
  #wake: () => void = () => undefined;
  #isWhole = false;
  /** Requests are served one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(stream: wasm.VideoStream, bytes: FileBytes) {
    this.#stream = stream;
    this.#bytes = bytes;
  }

  advance({ isWhole = false } = {}): void {
    this.#isWhole ||= isWhole;
    this.#wake();
  }

  frame(frameIndex: number): Promise<VideoPlanes> {
    const answer = this.#last.then(() => this.#frame(frameIndex));
    // The caller gets the failure; the next frame only waits for its turn.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#stop();
    this.#kept.clear();
  }

  async #frame(frameIndex: number): Promise<VideoPlanes> {
    if (!this.#kept.has(frameIndex)) {
      const config = (this.#config ??= await this.#configure());
      try {
        await this.#reach(frameIndex, config);
      } catch (error) {
        this.#stop();
        throw videoFailed(this.#name, messageOf(error));
      }
    }
    const planes = this.#kept.get(frameIndex);
    if (!planes) throw videoFailed(this.#name, `frame ${frameIndex + 1} did not come out of it`);
    this.#kept.delete(frameIndex);
    this.#keptBytes -= planes.bytes.byteLength;
    return planes;
  }

  /** Decodes on from where the decoder stands, or from the key frame before, until the frame has come out. */
  async #reach(frameIndex: number, config: VideoDecoderConfig): Promise<void> {
    const sample = this.#stream.sample_of(frameIndex);
    if (sample === undefined) throw new Error(`it has no frame ${frameIndex + 1}`);
    const from = this.#stream.decode_from(sample);
    const isAhead = this.#next >= from && this.#next <= sample;
    let decoder = this.#decoder;
    if (decoder?.state !== 'configured' || !(this.#pending.has(frameIndex) || isAhead)) decoder = this.#start(config, from);
    const patience = STALL_MS + STALL_MS_PER_PICTURE * (sample - from);
    let waitsUntil: number | null = null;
    while (!this.#kept.has(frameIndex)) {
      const next = this.#chunk();
      if (next) {
        waitsUntil = null;
        if (decoder.decodeQueueSize < MAX_QUEUED) this.#feed(decoder, next);
        else if (!(await this.#change(PATIENCE_MS))) throw new Error('the decoder stalled');
      } else {
        const now = performance.now();
        waitsUntil ??= now + patience;
        if (this.#isWhole || now >= waitsUntil) {
          await decoder.flush();
          await this.#collect(frameIndex);
          // After that decoding can only restart.
          this.#stop();
          return;
        }
        await this.#change(waitsUntil - now);
      }
      if (this.#failure) throw this.#failure;
      await this.#collect(frameIndex);
    }
  }

  get #name(): string {
    return codingName(this.#setup);
  }

  /** Set-up of the decoder, by software if available: its pictures are read. */
  async #configure(): Promise<VideoDecoderConfig> {
    const { codec, width, height } = (this.#setup = videoSetup(this.#stream));
    const configuration = this.#stream.configuration();
    const config: VideoDecoderConfig = {
      codec,
      codedWidth: width,
      codedHeight: height,
      ...(configuration ? { description: configuration } : {}),
    };
    for (const hardwareAcceleration of ['prefer-software', 'no-preference'] as const) {
      const asked = { ...config, hardwareAcceleration };
      // A browser throws at a codec string that it does not know.
      const answer = typeof VideoDecoder === 'undefined' ? null : await VideoDecoder.isConfigSupported(asked).catch(() => null);
      if (answer?.supported) return asked;
    }
    throw videoUnsupported(this.#name, codec);
  }

  #start(config: VideoDecoderConfig, from: number): VideoDecoder {
    this.#stop();
    const decoder = new VideoDecoder({
      output: (picture) => {
        if (decoder !== this.#decoder) return picture.close();
        this.#arrived.push(picture);
        this.#wake();
      },
      error: (error) => {
        if (decoder === this.#decoder) this.#failure = error;
        this.#wake();
      },
    });
    decoder.addEventListener('dequeue', () => {
      this.#wake();
    });
    decoder.configure(config);
    this.#decoder = decoder;
    this.#failure = null;
    this.#next = from;
    return decoder;
  }

  #stop(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = null;
    this.#pending.clear();
    for (const picture of this.#arrived) picture.close();
    this.#arrived = [];
  }

  /** The picture that the decoder is given next, with the number of its frame; null where it has not arrived. */
  #chunk(): { frame: number; data: Uint8Array } | null {
    const frame = this.#stream.frame_of(this.#next);
    const places = this.#stream.sample_places(this.#next);
    if (frame === undefined || places.length === 0) return null;
    for (let at = 0; at + 1 < places.length; at += 2) {
      if (!this.#bytes.has(places[at] ?? 0, places[at + 1] ?? 0)) return null;
    }
    const picture = gather(this.#bytes.buffer, places);
    if (picture.length !== this.#stream.sample_length(this.#next)) return null;
    const prefix = this.#stream.prefix(this.#next);
    if (prefix.length === 0) return { frame, data: picture };
    const data = new Uint8Array(prefix.length + picture.length);
    data.set(prefix);
    data.set(picture, prefix.length);
    return { frame, data };
  }

  #feed(decoder: VideoDecoder, { frame, data }: { frame: number; data: Uint8Array }): void {
    decoder.decode(
      new EncodedVideoChunk({
        type: this.#stream.is_key(this.#next) ? 'key' : 'delta',
        timestamp: frame * STAMP_STEP,
        data: data,
      }),
    );
    this.#pending.add(frame);
    this.#next += 1;
  }

  /** Until the decoder has taken a chunk, brought out a picture or failed, or more has arrived; false where nothing happens for so long. */
  #change(patience_ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasChanged: boolean): void => {
        clearTimeout(patience);
        this.#wake = () => undefined;
        resolve(hasChanged);
      };
      const patience = setTimeout(() => {
        end(false);
      }, patience_ms);
      this.#wake = () => {
        end(true);
      };
    });
  }

  /** Copies what came out; the oldest pictures make room, never the one that is waited for. */
  async #collect(wanted: number): Promise<void> {
    for (let picture = this.#arrived.shift(); picture; picture = this.#arrived.shift()) {
      const frame = Math.round(picture.timestamp / STAMP_STEP);
      try {
        const planes = await planesOf(picture);
        this.#pending.delete(frame);
        if (this.#kept.has(frame)) continue;
        this.#kept.set(frame, planes);
        this.#keptBytes += planes.bytes.byteLength;
      } finally {
        picture.close();
      }
      for (const [old, { bytes }] of this.#kept) {
        if (this.#keptBytes <= MAX_KEPT_BYTES) break;
        if (old === wanted) continue;
        this.#kept.delete(old);
        this.#keptBytes -= bytes.byteLength;
      }
    }
  }
}

async function planesOf(picture: VideoFrame): Promise<VideoPlanes> {
  const { format, colorSpace, visibleRect } = picture;
  if (!visibleRect || (format !== 'I420' && format !== 'NV12')) throw new Error(`its pictures are of the format ${format ?? 'unknown'}`);
  const { width, height } = visibleRect;
  const columns = Math.ceil(width / 2);
  const luma = { offset: 0, stride: width };
  const layout =
    format === 'NV12'
      ? [luma, { offset: width * height, stride: 2 * columns }]
      : [luma, { offset: width * height, stride: columns }, { offset: width * height + columns * Math.ceil(height / 2), stride: columns }];
  const bytes = new Uint8Array(width * height + 2 * columns * Math.ceil(height / 2));
  await picture.copyTo(bytes, { layout });
  return {
    bytes,
    width,
    height,
    interleaved: format === 'NV12',
    bt709: colorSpace.matrix === 'bt709',
    full_range: colorSpace.fullRange === true,
  };
}
