/** Pictures of a video as a platform decodes them: a browser has decoders, Node has none. */
import type * as wasm from '../../wasm/full/engine.js';
import { videoFailed } from './failure.ts';
import type { FileBytes } from './file-bytes.ts';

/** Common names of codecs. */
const CODING_NAME: Readonly<Record<string, string>> = { mpeg2: 'MPEG-2', avc: 'H.264', hevc: 'HEVC (H.265)' };

/** One decoded picture, out of the decoder's own memory. */
export interface VideoPlanes {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** NV12 instead of I420. */
  interleaved: boolean;
  bt709: boolean;
  full_range: boolean;
}

/** Facts about a video that a decoder needs. */
export interface VideoSetup {
  coding: string;
  codec: string;
  width: number;
  height: number;
}

export interface VideoPictures {
  /** More of the file has arrived. */
  advance(more?: { isWhole?: boolean }): void;
  /**
   * The picture of a frame; its bytes belong to the caller.
   * @param frameIndex from 0; its bytes and the bytes of the pictures it depends on are there
   * @throws TransportError `video-unsupported` or `video-failed`
   */
  frame(frameIndex: number): Promise<VideoPlanes>;
  /** Resolves when the stream is not read any more. */
  close(): Promise<void>;
}

/** The pictures of a stream, whose bytes are in the file. */
export type PicturesOf = (stream: wasm.VideoStream, bytes: FileBytes) => VideoPictures;

/** Common name of the coding of a video; 'this' while it is not known. */
export const codingName = (setup: VideoSetup | null): string => (setup ? (CODING_NAME[setup.coding] ?? setup.codec) : 'this');

/** @throws TransportError `video-failed` where the kind of the video is not known */
export function videoSetup(stream: wasm.VideoStream): VideoSetup {
  const text = stream.decoder();
  if (text === undefined) throw videoFailed(codingName(null), 'its kind is not known');
  return JSON.parse(text) as VideoSetup;
}
